/** @import { Actor, Catalog, Registry, Table } from '@plinth/plugin' */
/** @import { Database } from '../postgres/database.js' */
import { AppError, phrase } from '@plinth/plugin';
import { forbidden } from '../errors/row-errors.js';
import { isUnlimited } from '../rights/index.js';
import { createWriteContext, createWriteRows } from '../rows/write-rows.js';
import { tableSql } from '../schema/physical.js';
import { k, sql } from '../sql/index.js';

/** Imports of a table that are listed. */
const LISTED = 20;

/**
 * @typedef {{ id: string, inserted: number, startedAt: string, isFinished: boolean, isUndone: boolean }} LoggedImport
 * @typedef {{ removed: number, kept: { id: unknown, why: 'changed' | 'refused', error?: AppError }[] }} Undone
 *   `kept`: rows that stay: somebody changed them since, or they can't be deleted
 * @typedef {{ db: Database, registry: Registry, catalog: () => Catalog, reload?: () => Promise<unknown>, clock?: () => Date }} LogContext
 */

/**
 * Keeps which rows an import adds, batch by batch, so that one that is broken off can be taken back, too.
 *
 * @param {Database} db @param {Table} table @param {Actor} actor
 */
export function createImportLog(db, table, actor) {
  /** @type {string | null} */
  let id = null;
  let batch = 0;
  return {
    get id() {
      return id;
    },
    /** @param {unknown[]} ids of rows that have just been added */
    async add(ids) {
      if (ids.length === 0) return;
      id ??= (await db.query(k('plinth.imports').insert({ table_id: table.id, user_id: actor.userId }).returning('id')))
        .rows[0].id;
      await db.query(sql`with added as (update plinth.imports set inserted = inserted + ${ids.length}::int where id = ${id}::uuid)
        insert into plinth.import_rows (import, batch, ids) values (${id}::uuid, ${batch++}::int, ${JSON.stringify(ids)}::jsonb)`);
    },
    async finish() {
      if (id) await db.query(k('plinth.imports').where({ id }).update({ finished_at: k.fn.now() }));
    },
    /** Nothing of it has stayed. */
    async drop() {
      if (id) await db.query(k('plinth.imports').where({ id }).delete());
      id = null;
    },
  };
}

/**
 * The last imports of a table, and taking one back.
 *
 * @param {LogContext} context
 */
export function createUndoImport(context) {
  const { db } = context;
  const { removeMany } = createWriteRows(createWriteContext(context));

  return {
    /** @param {Actor} actor @param {string} table @returns {Promise<LoggedImport[]>} the latest first */
    async list(actor, table) {
      refuse(actor);
      const { rows } = await db.query(
        k('plinth.imports')
          .where({ table_id: context.catalog().table(table).id })
          .orderBy('started_at', 'desc')
          .limit(LISTED),
      );
      return rows.map((row) => ({
        ...{ id: row.id, inserted: Number(row.inserted), startedAt: row.started_at },
        ...{ isFinished: row.finished_at !== null, isUndone: row.undone_at !== null },
      }));
    },

    /**
     * Deletes the rows that an import added, those aside that somebody has changed since. Broken off, it can be asked for
     * again.
     *
     * @param {Actor} actor @param {string} name of the table @param {string} id @returns {Promise<Undone>}
     * @throws {AppError} FORBIDDEN, IMPORT_NOT_FOUND
     */
    async undo(actor, name, id) {
      refuse(actor);
      const table = context.catalog().table(name);
      const found = await db.query(
        k('plinth.imports').whereRaw('id::text = ?', [id]).where({ table_id: table.id, undone_at: null }),
      );
      if (found.rows.length === 0) throw notFound();
      /** @type {Undone} */
      const undone = { removed: 0, kept: [] };
      for (let batch = 0; ; batch++) {
        const { rows } = await db.query(k('plinth.import_rows').where({ import: id, batch }));
        if (rows.length === 0) break;
        await undoBatch(rows[0].ids, table, undone);
      }
      await db.query(k('plinth.imports').where({ id }).update({ undone_at: k.fn.now() }));
      return undone;

      /** @param {unknown[]} ids @param {Table} table @param {Undone} into */
      async function undoBatch(ids, { name: of }, into) {
        const now = await db.query(
          sql`select id, updated_at is distinct from created_at as changed from ${tableSql(table)}
            where id::text = any (${ids.map(String)}::text[])`,
        );
        const changed = now.rows.filter((row) => row.changed);
        into.kept.push(...changed.map((row) => ({ id: row.id, why: /** @type {const} */ ('changed') })));
        const rest = now.rows.filter((row) => !row.changed).map((row) => row.id);
        const { done, errors } = await removeMany(actor, of, rest);
        into.removed += done.length;
        into.kept.push(
          ...errors.map(({ id: kept, error }) => ({ id: kept, why: /** @type {const} */ ('refused'), error })),
        );
      }
    },
  };
}

/** @param {Actor} actor */
function refuse(actor) {
  if (!isUnlimited(actor)) throw forbidden(phrase`undo imports`);
}

const notFound = () =>
  new AppError('IMPORT_NOT_FOUND', 'There is no such import to undo', {
    status: 404,
    hint: 'It may have been undone already',
  });
