import { randomUUID } from 'node:crypto';
import { AppError, phrase } from '@plinth/plugin';
import { withNewestSchema } from '../../catalog/model/newest-schema.js';
import { accessLevel, readableField, seesAllRows } from '../../rules/rights/index.js';
import { fieldNotFound, forbidden, rowNotFound } from '../../postgres/errors/row-errors.js';
import { readKey } from '../../catalog/schema/key.js';
import { functionsOf } from './functions/functions-of.js';
import { createRowFunctions } from './functions/row-functions.js';
import { createSiteClock } from './site-clock.js';
import { writeBatch } from './write/batch.js';
import { inputProblems } from './write/field-problem.js';
import { readInput } from './write/input.js';
import { asksForWriter } from './write/may-trigger.js';
import { toPayload } from './write/payload.js';
import { createWriteStatements } from './write/statements.js';
import { createWriteOne } from './write/write-one.js';

/** @import { Actor, Catalog, Registry, Table, Row } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Outcome, Work } from './write/batch.js' */
/** @import { PayloadRow } from './write/payload.js' */
/** @import { WriteKind } from './write/statements.js' */
/** @import { CallFunction } from './functions/row-functions.js' */
/** @typedef {Record<string, unknown>} Values */
/** @typedef {{ done: Row[], errors: { index: number, id: unknown, error: AppError }[] }} ManyResult */
/** A deletion can be taken back by its id (`history.undo`); null where the table keeps no history. @typedef {{ deletion: string | null }} Deleted */
/** @typedef {ReturnType<typeof createWriteContext>} WriteContext */

/**
 * What every write needs: parsing of values, statements, and a retry when the schema has just changed.
 *
 * @param {{ db: Database, registry: Registry, catalog: () => Catalog, reload?: () => Promise<unknown>, clock?: () => Date,
 *   rowSecurity?: boolean, callFunction?: CallFunction }} context rowSecurity: writes of non-admins are checked by policies, too
 */
export function createWriteContext(context) {
  const { db, registry, catalog, reload, clock, rowSecurity = false } = context;
  const site = createSiteClock(clock);
  const statementFor = createWriteStatements(registry);
  const hasRowSecurity = (/** @type {Actor} */ actor) => rowSecurity && !seesAllRows(actor);
  return {
    db,
    registry,
    catalog,
    /** @param {Actor} actor @param {string} name @param {WriteKind} kind @returns {Work} */
    work(actor, name, kind) {
      const snapshot = catalog();
      const table = snapshot.table(name);
      const isCaused = asksForWriter(snapshot, table);
      return { actor, catalog: snapshot, table, kind, rowSecurity: hasRowSecurity(actor), statementFor, isCaused };
    },
    hasRowSecurity,
    /** Whether functions of the table are asked before this is written. @param {Work} work */
    isJudged: ({ table, kind }) => kind !== 'remove' && functionsOf(table) !== null,
    writeJudged: createRowFunctions(context),
    /** @param {Work} work @param {Values} given @param {'create' | 'update'} operation */
    read({ actor, catalog: snapshot, table }, given, operation) {
      const now = site.now();
      return readInput(
        { catalog: snapshot, registry, actor, now, today: site.today(now, snapshot) },
        table,
        given,
        operation,
      );
    },
    /** @template T @param {() => Promise<T>} attempt @returns {Promise<T>} */
    withNewestSchema: (attempt) => withNewestSchema(attempt, reload),
  };
}

/** @param {WriteContext} context */
function createWriters(context) {
  const { db } = context;
  const writeOne = createWriteOne(db);

  /**
   * @param {Actor} actor @param {string} name @param {WriteKind} kind @param {(work: Work) => PayloadRow} prepare
   * @returns {Promise<Row>}
   */
  function writeSingle(actor, name, kind, prepare) {
    return context.withNewestSchema(() => {
      const work = context.work(actor, name, kind);
      checkTable(actor, work.table, kind);
      const row = prepare(work);
      return context.isJudged(work) ? writeJudgedOne(work, row) : writeOne(work, row);
    });
  }

  /** @param {Work} work @param {PayloadRow} row @returns {Promise<Row>} */
  async function writeJudgedOne(work, row) {
    const write = async (/** @type {Work} */ judged, /** @type {readonly PayloadRow[]} */ [one]) => [
      await settled(() => writeOne(judged, one)),
    ];
    const [outcome] = await context.writeJudged(work, [row], { write });
    if (!outcome.row) throw outcome.error;
    return outcome.row;
  }

  /**
   * @param {Actor} actor @param {string} name @param {WriteKind} kind @param {readonly unknown[]} entries
   * @param {(work: Work, entry: any) => PayloadRow} prepare throws what is wrong with an entry
   * @returns {Promise<Outcome[]>}
   */
  function write(actor, name, kind, entries, prepare) {
    return context.withNewestSchema(async () => {
      const work = context.work(actor, name, kind);
      const refusal = refusalFor(actor, work.table, kind);
      if (refusal) return entries.map(() => ({ error: refusal }));
      const prepared = entries.map((entry) => attempt(() => prepare(work, entry)));
      const rows = prepared.flatMap((entry) => ('row' in entry ? [entry.row] : []));
      const send = (/** @type {Work} */ what, /** @type {readonly PayloadRow[]} */ some) => writeBatch(db, what, some);
      const judged = () => context.writeJudged(work, rows, { write: send });
      const written = rows.length === 0 ? [] : await (context.isJudged(work) ? judged() : send(work, rows));
      let next = 0;
      return prepared.map((entry) => ('row' in entry ? written[next++] : entry));
    });
  }

  return { writeSingle, write };
}

/** @param {WriteContext} context */
export function createWriteRows(context) {
  const { registry } = context;
  const { writeSingle, write } = createWriters(context);
  const keepsHistory = (/** @type {string} */ name) => context.catalog().table(name).history;
  const creating = (/** @type {Work} */ work, /** @type {Values} */ given) => ({ v: payload(work, given, 'create') });

  /** @param {Work} work @param {Values} given @param {'create' | 'update'} operation */
  function payload(work, given, operation) {
    const { values, problems } = context.read(work, given, operation);
    if (problems) throw inputProblems(problems);
    return toPayload(registry, work.table, values);
  }

  return {
    /** @param {Actor} actor @param {string} table @param {Values} values @returns {Promise<Row>} */
    insert: (actor, table, values) => writeSingle(actor, table, 'insert', (work) => creating(work, values)),

    /**
     * @param {Actor} actor @param {string} table @param {unknown} id @param {Values} values
     * @param {{ expect?: Values }} [options] `expect`: values that the row must still have, such as updated_at; else ROW_CONFLICT
     * @returns {Promise<Row>}
     */
    update: (actor, table, id, values, { expect } = {}) =>
      writeSingle(actor, table, expect ? 'expect' : 'update', (work) => ({
        k: readKey(registry, work.table, id),
        v: payload(work, values, 'update'),
        ...(expect && { x: readExpected(context, work, expect) }),
      })),

    /** @param {Actor} actor @param {string} name @param {unknown} id @returns {Promise<Deleted>} */
    async remove(actor, name, id) {
      const d = actor.change ?? randomUUID();
      await writeSingle(actor, name, 'remove', (work) => ({ k: readKey(registry, work.table, id), d }));
      return { deletion: keepsHistory(name) ? d : null };
    },

    /** @param {Actor} actor @param {string} table @param {Values[]} rows @returns {Promise<ManyResult>} */
    insertMany: async (actor, table, rows) => many(await write(actor, table, 'insert', rows, creating), []),

    /** @param {Actor} actor @param {string} table @param {unknown[]} ids @param {Values} values @returns {Promise<ManyResult>} */
    async updateMany(actor, table, ids, values) {
      const distinct = [...new Set(ids)];
      const prepare = (/** @type {Work} */ work, /** @type {unknown} */ id) => ({
        k: readKey(registry, work.table, id),
        v: payload(work, values, 'update'),
      });
      return many(await write(actor, table, 'update', distinct, prepare), distinct);
    },

    /**
     * Values of its own for each row, in one statement.
     *
     * @param {Actor} actor @param {string} table @param {readonly { id: unknown, values: Values, expect: Values }[]} changes each
     *   of another row; `expect`: values that it must still have
     * @returns {Promise<ManyResult>}
     */
    async updateEach(actor, table, changes) {
      const prepare = (/** @type {Work} */ work, /** @type {any} */ { id, values, expect }) => ({
        k: readKey(registry, work.table, id),
        v: payload(work, values, 'update'),
        x: readExpected(context, work, expect),
      });
      const outcomes = await write(actor, table, 'expect', changes, prepare);
      return many(
        outcomes,
        changes.map(({ id }) => id),
      );
    },

    /** @param {Actor} actor @param {string} name @param {unknown[]} ids @returns {Promise<ManyResult & Deleted>} */
    async removeMany(actor, name, ids) {
      const distinct = [...new Set(ids)];
      const d = actor.change ?? randomUUID();
      const prepare = (/** @type {Work} */ work, /** @type {unknown} */ id) => ({
        k: readKey(registry, work.table, id),
        d,
      });
      const result = many(await write(actor, name, 'remove', distinct, prepare), distinct);
      return { ...result, deletion: result.done.length > 0 && keepsHistory(name) ? d : null };
    },
  };
}

/**
 * The error for an actor who may not do this to any row of the table.
 *
 * @param {Actor} actor
 * @param {Table} table
 * @param {WriteKind} kind
 * @returns {AppError | null}
 */
function refusalFor(actor, table, kind) {
  if (table.system) return forbidden(phrase`change rows of "${table.name}" here`);
  if (kind === 'insert') {
    return accessLevel(actor, table, 'create') === 'none' ? forbidden(phrase`create rows in "${table.name}"`) : null;
  }
  const operation = kind === 'remove' ? 'delete' : 'update';
  const nothing = accessLevel(actor, table, operation) === 'none' && accessLevel(actor, table, 'read') === 'none';
  return nothing ? rowNotFound() : null;
}

/** Throws that error. @param {Actor} actor @param {Table} table @param {WriteKind} kind */
export function checkTable(actor, table, kind) {
  const refusal = refusalFor(actor, table, kind);
  if (refusal) throw refusal;
}

/** @param {WriteContext} context @param {Work} work @param {Values} expect */
export function readExpected({ registry }, { actor, table }, expect) {
  /** @type {Values} */
  const values = {};
  for (const [name, value] of Object.entries(expect)) {
    const field = table.field(name);
    // Whether a guessed value matches would reveal what the field holds.
    if (!readableField(actor, table, field)) throw fieldNotFound(table.name, name);
    values[name] = registry.fieldType(field.type).parse(value, field);
  }
  return values;
}

/** @param {Outcome[]} outcomes @param {readonly unknown[]} ids @returns {ManyResult} */
function many(outcomes, ids) {
  /** @type {ManyResult} */
  const result = { done: [], errors: [] };
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.row) result.done.push(outcome.row);
    else if (outcome.error instanceof AppError)
      result.errors.push({ index, id: ids[index] ?? null, error: outcome.error });
    else throw outcome.error;
  }
  return result;
}

/** @param {() => PayloadRow} prepare @returns {{ row: PayloadRow } | { error: AppError }} */
function attempt(prepare) {
  try {
    return { row: prepare() };
  } catch (error) {
    if (error instanceof AppError) return { error };
    throw error;
  }
}

/** @param {() => Promise<Row>} write @returns {Promise<Outcome>} */
async function settled(write) {
  try {
    return { row: await write() };
  } catch (error) {
    if (error instanceof AppError) return { error };
    throw error;
  }
}
