/** @import { Actor, Catalog, Registry, Table, Row } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { AppError, phrase } from '@plinth/plugin';
import { forbidden } from '../../postgres/errors/row-errors.js';
import { createSameTable } from '../../catalog/model/same-table.js';
import { isUnlimited } from '../../rules/rights/index.js';
import { createWriteContext, createWriteRows } from '../../gate/rows/write-rows.js';
import { keyType, tableSql } from '../../postgres/sql/physical.js';
import { fixed, k, sql } from '../../postgres/sql/index.js';

/** Imports of a table that are listed. */
const LISTED = 20;
const MOST_LISTED = 100;

/**
 * @typedef {{ id: string, table: string, userName: string | null, inserted: number, changed: number, startedAt: string,
 *   isFinished: boolean, isUndone: boolean, isMaker: boolean }} LoggedImport `table`: its id; `isMaker`: it made the table
 * @typedef {{ id: unknown, why: 'changed' | 'refused', error?: AppError }} Kept
 * @typedef {{ removed: number, reverted: number, kept: Kept[] }} Undone `kept`: rows that stay: somebody changed them since,
 *   or they can't be deleted or changed back
 * @typedef {{ id: unknown, before: Record<string, unknown>, version: string }} Change `before`: values by field id
 * @typedef {{ db: Database, registry: Registry, catalog: () => Catalog, reload?: () => Promise<unknown>, clock?: () => Date }} LogContext
 */

/**
 * The last imports of a table, and taking one back.
 *
 * @param {LogContext} context
 */
export function createUndoImport(context) {
  const { db } = context;
  const { removeAdded, changeBack } = createTakeBack(context);

  return {
    /** @param {Actor} actor @param {string} table @returns {Promise<LoggedImport[]>} the latest first */
    async list(actor, table) {
      refuse(actor);
      const { rows } = await db.query(
        listed().where('i.table_id', context.catalog().table(table).id).orderBy('i.started_at', 'desc').limit(LISTED),
      );
      return rows.map(told);
    },

    /**
     * Imports into all tables that there are, the latest first.
     *
     * @param {Actor} actor @param {{ before?: string | null, limit?: number }} [range] before: id of the last one seen
     * @returns {Promise<LoggedImport[]>}
     */
    async listAll(actor, { before = null, limit = LISTED } = {}) {
      refuse(actor);
      const tables = context.catalog().tables.map(({ id }) => id);
      const query = listed().whereIn('i.table_id', tables).orderBy('i.id', 'desc').limit(Math.min(limit, MOST_LISTED));
      if (before !== null) query.where('i.id', '<', before);
      return (await db.query(query)).rows.map(told);
    },

    /**
     * The table of an import that can be undone; null: there is none of this id, or the actor may not undo it.
     *
     * @param {Actor} actor @param {string} id @returns {Promise<Table | null>}
     */
    async tableOf(actor, id) {
      if (!isUnlimited(actor)) return null;
      const { rows } = await db.query(k('plinth.imports').select('table_id').whereRaw('id::text = ?', [id]));
      return context.catalog().tables.find((table) => table.id === rows[0]?.table_id) ?? null;
    },

    /**
     * Deletes the rows that an import added and gives those that it changed their values back, those aside that somebody has
     * changed since. Broken off, it can be asked for again.
     *
     * @param {Actor} actor @param {string} name of the table @param {string} id @returns {Promise<Undone>}
     * @throws {AppError} FORBIDDEN, IMPORT_NOT_FOUND
     */
    async undo(actor, name, id) {
      refuse(actor);
      const { start: table, now } = createSameTable(context.catalog().table(name), context.catalog);
      const found = await db.query(
        k('plinth.imports').whereRaw('id::text = ?', [id]).where({ table_id: table.id, undone_at: null }),
      );
      if (found.rows.length === 0) throw notFound();
      /** @type {Undone} */
      const undone = { removed: 0, reverted: 0, kept: [] };
      const last = await eachBatch(db, { id, first: 0, step: 1 }, ({ ids }) => removeAdded(actor, now(), ids, undone));
      // What was changed last is changed back first.
      await eachBatch(db, { id, first: last, step: -1 }, async ({ batch, changes }) => {
        await changeBack(actor, now(), changes, undone);
        await db.query(k('plinth.import_rows').where({ import: id, batch }).update({ changes: '[]' }));
      });
      await db.query(k('plinth.imports').where({ id }).update({ undone_at: k.fn.now() }));
      return undone;
    },
  };
}

/**
 * @param {Database} db @param {{ id: string, first: number, step: 1 | -1 }} range @param {(rows: any) => Promise<void>} work
 * @returns {Promise<number>} number of the last batch
 */
async function eachBatch(db, { id, first, step }, work) {
  for (let batch = first; ; batch += step) {
    const { rows } = await db.query(k('plinth.import_rows').where({ import: id, batch }));
    if (rows.length === 0) return batch - step;
    await work(rows[0]);
  }
}

/** @param {LogContext} context */
function createTakeBack(context) {
  const { db } = context;
  const { removeMany, updateEach } = createWriteRows(createWriteContext(context));
  return { removeAdded, changeBack };

  /** @param {Actor} actor @param {Table} table @param {unknown[]} ids @param {Undone} into */
  async function removeAdded(actor, table, ids, into) {
    if (ids.length === 0) return;
    const now = await db.query(
      sql`select id, updated_at is distinct from created_at as changed from ${tableSql(table)}
        where id = any (${ids.map(String)}::${fixed(keyType(table))}[])`,
    );
    const changed = now.rows.filter((row) => row.changed);
    into.kept.push(...changed.map((row) => ({ id: row.id, why: /** @type {const} */ ('changed') })));
    const rest = now.rows.filter((row) => !row.changed).map((row) => row.id);
    const { done, errors } = await removeMany(actor, table.name, rest);
    into.removed += done.length;
    into.kept.push(...errors.map(keptFor));
  }

  /** @param {Actor} actor @param {Table} table @param {Change[]} changes @param {Undone} into */
  async function changeBack(actor, table, changes, into) {
    const fields = table.fields.filter((field) => !field.auto);
    const wanted = changes.map(({ id, before, version }) => {
      const kept = fields.filter((field) => Object.hasOwn(before, field.id));
      const values = Object.fromEntries(kept.map((field) => [field.name, before[field.id]]));
      return { id, values, expect: { updated_at: version } };
    });
    if (wanted.length === 0) return;
    const { done, errors } = await updateEach(actor, table.name, wanted);
    into.reverted += done.length;
    into.kept.push(...errors.map(keptFor));
  }
}

/** Codes of errors that say that somebody was there since. */
const CHANGED = ['ROW_CONFLICT', 'ROW_NOT_FOUND'];

/** @param {{ id: unknown, error: AppError }} failed @returns {Kept} */
const keptFor = ({ id, error }) =>
  CHANGED.includes(error.code) ? { id, why: 'changed' } : { id, why: 'refused', error };

const listed = () =>
  k('plinth.imports as i').leftJoin('plinth.users as u', 'u.id', 'i.user_id').select('i.*', { user_name: 'u.name' });

/** @param {Row} row @returns {LoggedImport} */
const told = (row) => ({
  id: row.id,
  table: row.table_id,
  userName: row.user_name,
  inserted: Number(row.inserted),
  changed: Number(row.changed),
  startedAt: row.started_at,
  isFinished: row.finished_at !== null,
  isUndone: row.undone_at !== null,
  isMaker: row.made !== null,
});

/** @param {Actor} actor */
function refuse(actor) {
  if (!isUnlimited(actor)) throw forbidden(phrase`undo imports`);
}

const notFound = () =>
  new AppError('IMPORT_NOT_FOUND', 'There is no such import to undo', {
    status: 404,
    hint: 'It may have been undone already',
  });
