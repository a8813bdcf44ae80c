/** @import { Actor, AppError, Field, Table } from '@plinth/plugin' */
/** @import { Transaction } from '../../../postgres/database/transaction.js' */
/** @import { Values, WriteContext } from '../write-rows.js' */
/** @import { DeletionEntry } from './find-deletion.js' */
import { joinTable, keyType, tableSql } from '../../../postgres/sql/physical.js';
import { fixed, sql, tableNamed } from '../../../postgres/sql/index.js';

/**
 * A restore under way.
 *
 * @typedef {object} Restoring
 * @property {Transaction} tx
 * @property {WriteContext} context
 * @property {Actor} system the actor, as whom Plinth itself writes
 * @property {Set<string>} coming names of the tables whose rows are not all back yet
 * @property {Link[]} links set when all rows are back
 * @property {{ table: Table, key: string | number, taken: boolean }[]} restored
 * @property {Conflict[]} conflicts
 */
/**
 * What a row is to point at again, unless it points at something else by then.
 *
 * @typedef {{ table: Table, field: Field, key: string | number, targets: (string | number)[] }} Link
 */
/** A row that can't come back as it was. @typedef {{ table: Table, title: string | null, taken: boolean, error: AppError }} Conflict */

const KEY = {
  bigint: /^[1-9]\d{0,17}$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
};

/** Values of an entry by the names that their fields have now. @param {Restoring} restoring @param {Table} table @param {Record<string, unknown>} values @returns {Values} */
export function valuesOf({ context: { registry } }, table, values) {
  const known = table.fields.filter(
    (field) => !field.formula && registry.has('fieldType', field.type) && Object.hasOwn(values, field.id),
  );
  return Object.fromEntries(known.map((field) => [field.name, values[field.id]]));
}

/** What a deleted row was called. @param {Table} table @param {DeletionEntry} entry @returns {string | null} */
export function titleOf(table, { before }) {
  const value = table.hasField(table.display) ? before[table.field(table.display).id] : null;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/**
 * Which rows there are.
 *
 * @param {Restoring} restoring @param {string} target name of a table, or users or files @param {readonly unknown[]} keys
 * @returns {Promise<Set<string>>}
 */
export async function existing({ tx, context }, target, keys) {
  const catalog = context.catalog();
  const table = catalog.hasTable(target) ? catalog.table(target) : null;
  if (!table && target !== 'files') return new Set();
  const type = table && target !== 'users' ? keyType(table) : 'uuid';
  const asked = [...new Set(keys.map(String))].filter((key) => KEY[type].test(key));
  if (asked.length === 0) return new Set();
  const { rows } =
    await tx.query(sql`select id::text as k from ${table ? tableSql(table) : tableNamed('plinth', 'files')}
    where id = any(${asked}::text[]::${fixed(type)}[])`);
  return new Set(rows.map(({ k }) => k));
}

/**
 * The keys in the list of each row.
 *
 * @param {Restoring} restoring @param {Table} table @param {Field} field @param {readonly (string | number)[]} keys
 * @returns {Promise<Map<string, (string | number)[]>>}
 */
export async function listsOf({ tx }, table, field, keys) {
  const pairs = joinTable(table, field).name;
  const { rows } = await tx.query(sql`select t.id::text as k, coalesce(
      (select jsonb_agg(l.target order by l.target) from ${pairs} l where l.source = t.id), '[]'::jsonb) as list
    from ${tableSql(table)} t where t.id = any(${keys.map(String)}::text[]::${fixed(keyType(table))}[])`);
  return new Map(rows.map(({ k, list }) => [k, list]));
}
