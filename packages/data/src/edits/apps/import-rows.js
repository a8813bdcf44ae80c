/** @import { Actor, Field, Registry, Table, Values } from '@plinth/plugin' */
/** @import { Fragment } from '../../postgres/sql/index.js' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
import { AppError, phrase } from '@plinth/plugin';
import { joinTableName, tableName, tableSql } from '../../postgres/sql/physical.js';
import { explainWriteError, isDataError } from '../../gate/rows/write/constraint-error.js';
import { fixed, ident, join, k, raw, sql } from '../../postgres/sql/index.js';
import { advanceNumbers } from '../../gate/rows/write/advance-numbers.js';
import { isFileField, isUserField, resolveDays } from './row-values.js';

/** Rows per statement: enough to be quick, few enough for the limit of 65,535 bound values. */
const BATCH = 100;
/** @type {Actor} */
const SYSTEM = Object.freeze({ userId: null, roles: [], system: true });

/**
 * Inserts a document's rows into its new, empty tables, in the transaction that created them. Keys are kept, so
 * relations remain valid.
 *
 * @param {Transaction} tx
 * @param {{ tables: readonly Table[], rows: Record<string, Record<string, unknown>[]>, registry: Registry, now: number, timeZone: string,
 *   userIds: Map<string, string | null>, absent: ReadonlySet<string>, fileIds: Map<string, string>, onProgress?: (done: number, all: number) => void }} input
 *   ids of users by e-mail and of files by key; absent: e-mails of people who were not added, for whom somebody stands
 * @throws {AppError} APP_ROW_INVALID naming the table, the row and the field
 */
export async function importRows(tx, input) {
  const { tables, rows } = input;
  const all = Object.values(rows).reduce((sum, list) => sum + list.length, 0);
  let done = 0;
  /** @type {(() => Promise<unknown>)[]} */
  const later = [];
  const placed = new Set();
  const byName = new Map(tables.map((table) => [table.name, table]));
  for (const table of inOrder(byName)) {
    const own = rows[table.name] ?? [];
    const columns = table.fields.filter(
      (field) => !field.formula && input.registry.fieldType(field.type).storage === 'column',
    );
    const waiting = columns.filter((field) => refersAhead(field, table, placed, byName));
    const now = columns.filter((field) => !waiting.includes(field) || field.required);
    for (let start = 0; start < own.length; start += BATCH) {
      const batch = own.slice(start, start + BATCH);
      await insertNamed(tx, table, now, batch, start, input);
      input.onProgress?.((done += batch.length), all);
    }
    placed.add(table.name);
    if (own.length > 0 && table.key === 'identity') await tx.query(advanceKey(table));
    if (own.length > 0) for (const field of columns) await advanceNumbers(tx, table, field, input.registry);
    later.push(() =>
      fillRelations(
        tx,
        table,
        waiting.filter((field) => !field.required),
        own,
        input,
      ),
    );
    later.push(() => fillJoins(tx, table, own, input));
  }
  for (const step of later) await step();
}

/**
 * Tables that others refer to come first. Cycles are broken anywhere, and their fields are filled afterwards.
 *
 * @param {ReadonlyMap<string, Table>} byName
 */
function inOrder(byName) {
  /** @type {Table[]} */
  const order = [];
  const seen = new Set();
  /** @param {Table} table */
  const place = (table) => {
    if (seen.has(table.name)) return;
    seen.add(table.name);
    for (const field of table.fields) {
      const target = byName.get(field.target ?? '');
      if (target) place(target);
    }
    order.push(table);
  };
  for (const table of byName.values()) place(table);
  return order;
}

/** @param {Field} field @param {Table} table @param {Set<string>} placed @param {ReadonlyMap<string, Table>} byName */
function refersAhead(field, table, placed, byName) {
  if (!field.target || !byName.has(field.target)) return false;
  return field.target === table.name || !placed.has(field.target);
}

/**
 * Inserts a batch. If the database refuses it, rows are tried one by one to name the invalid one.
 *
 * @param {Transaction} tx @param {Table} table @param {Field[]} columns @param {Record<string, unknown>[]} batch
 * @param {number} start @param {Parameters<typeof importRows>[1]} input
 */
async function insertNamed(tx, table, columns, batch, start, input) {
  await tx.query('savepoint batch');
  try {
    await insertBatch(tx, table, columns, batch, start, input);
    await tx.query('release savepoint batch');
  } catch (error) {
    if (!isDataError(error)) throw error;
    if (batch.length === 1) throw refusedRow(`${table.name}, row ${start + 1}`, error, table);
    await tx.query('rollback to savepoint batch; release savepoint batch');
    for (const [i, row] of batch.entries()) await insertNamed(tx, table, columns, [row], start + i, input);
  }
}

/** @param {string} where @param {unknown} error @param {Table} table */
function refusedRow(where, error, table) {
  const explained = explainWriteError(error, {
    actor: SYSTEM,
    catalog: /** @type {any} */ (null),
    table,
    removing: false,
  });
  return explained instanceof AppError ? rowInvalid(where, explained.phrases.message, explained) : error;
}

/**
 * @param {Transaction} tx @param {Table} table @param {Field[]} columns @param {Record<string, unknown>[]} batch
 * @param {number} start @param {Parameters<typeof importRows>[1]} input
 */
async function insertBatch(tx, table, columns, batch, start, input) {
  const used = columns.filter((field) => batch.some((row) => row[field.name] !== undefined));
  if (used.length === 0) {
    for (let i = 0; i < batch.length; i++) await tx.query(k(tableName(table)).insert({}));
    return;
  }
  const tuples = batch.map((row, i) => {
    const values = used.map((field) => value(row[field.name], field, `${table.name}, row ${start + i + 1}`, input));
    return sql`(${join(values)})`;
  });
  await tx.query(sql`
    insert into ${tableSql(table)} (${join(used.map((field) => ident(field.name)))})
    overriding system value
    values ${join(tuples)}`);
}

/** @param {unknown} given @param {Field} field @param {string} where @param {Parameters<typeof importRows>[1]} input @returns {Fragment} */
function value(given, field, where, input) {
  if (given === undefined || (given === null && (field.auto === 'id' || field.auto === 'number')))
    return fixed('default');
  if (given === null) return fixed('null');
  const type = input.registry.fieldType(field.type);
  try {
    const stored = type.parse(outside(resolveDays(given, field, input), field, input), field);
    if (stored !== null) type.validate(stored, field);
    return written(stored, field, input.registry);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw rowInvalid(where, error.phrases.message, error);
  }
}

/**
 * Replaces e-mails of users and keys of files with ids; unknown ones become empty. Who stands for people that were not
 * added has made no rows, and can be in a field without duplicates only once.
 *
 * @param {any} given @param {Field} field @param {Parameters<typeof importRows>[1]} input
 */
function outside(given, field, { userIds, absent, fileIds }) {
  if (isUserField(field) && absent.has(given) && (field.auto || field.unique)) return null;
  if (isUserField(field)) return userIds.get(given) ?? null;
  if (isFileField(field) && Array.isArray(given)) return given.flatMap((key) => fileIds.get(key) ?? []);
  if (isFileField(field)) return fileIds.get(given) ?? null;
  return given;
}

/** @param {any} stored @param {Field} field @param {Registry} registry @returns {Fragment} */
export function written(stored, field, registry) {
  if (stored === null) return fixed('null');
  const type = registry.fieldType(field.type);
  const driver = type.toDriver ? type.toDriver(stored) : stored;
  if (!type.writeSql) return sql`${driver}`;
  const [before, after] = type.writeSql('\0', field).split('\0');
  return sql`${fixed(before)}${driver}${fixed(after)}`;
}

/** @param {Table} table */
function advanceKey(table) {
  const name = `app.${table.name}`;
  return sql`select setval(pg_get_serial_sequence(${name}, 'id'), greatest((select max(id) from ${tableSql(table)}), 1))`;
}

/** @param {Transaction} tx @param {Table} table @param {Field[]} fields @param {Record<string, unknown>[]} rows @param {Parameters<typeof importRows>[1]} input */
async function fillRelations(tx, table, fields, rows, input) {
  for (const field of fields) {
    for (const [i, row] of rows.entries()) {
      if (row[field.name] === undefined || row[field.name] === null) continue;
      const where = `${table.name}, row ${i + 1}`;
      const key = raw(value(row[field.name], field, where, input));
      const update = k(tableName(table))
        .where('id', /** @type {Values} */ (row.id))
        .update({ [field.name]: key });
      await named(where, table, () => tx.query(update));
    }
  }
}

/** @param {Transaction} tx @param {Table} table @param {Record<string, unknown>[]} rows @param {Parameters<typeof importRows>[1]} input */
async function fillJoins(tx, table, rows, { registry }) {
  for (const field of table.fields) {
    if (registry.fieldType(field.type).storage !== 'join') continue;
    const pairs = rows.flatMap((row, i) =>
      keysOf(row, field, `${table.name}, row ${i + 1}`, registry).map((key) => ({ source: row.id, target: key })),
    );
    for (let start = 0; start < pairs.length; start += BATCH) {
      const insert = k(`app.${joinTableName(table.name, field.name)}`).insert(pairs.slice(start, start + BATCH));
      await named(`${table.name}, ${field.name}`, table, () => tx.query(insert));
    }
  }
}

/** @param {string} where @param {Table} table @param {() => Promise<unknown>} statement */
async function named(where, table, statement) {
  try {
    await statement();
  } catch (error) {
    throw isDataError(error) ? refusedRow(where, error, table) : error;
  }
}

/** @param {Record<string, unknown>} row @param {Field} field @param {string} where @param {Registry} registry @returns {unknown[]} */
function keysOf(row, field, where, registry) {
  if (row[field.name] === undefined || row[field.name] === null) return [];
  if (row.id === undefined) throw rowInvalid(where, phrase`"id" is required because "${field.name}" points to it`);
  try {
    return /** @type {unknown[] | null} */ (registry.fieldType(field.type).parse(row[field.name], field)) ?? [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw rowInvalid(where, error.phrases.message, error);
  }
}

/** @param {string} where @param {import('@plinth/plugin').Message} message @param {AppError} [cause] */
function rowInvalid(where, message, cause) {
  return new AppError('APP_ROW_INVALID', phrase`${where}: ${message}`, {
    status: 422,
    cause,
    hint: cause?.phrases.hint,
  });
}
