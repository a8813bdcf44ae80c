/** @import { Actor, Catalog, Table, Values } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { EditAlong, EditOptions } from '../../edits/types.d.ts' */
import { SYSTEM } from '../../rules/reach/run-actor.js';
import { noteMade } from './made-tables.js';
import { tableSql } from '../../postgres/sql/physical.js';
import { uuidv7 } from '../../catalog/schema/uuid.js';
import { k, sql } from '../../postgres/sql/index.js';

/** Of an advisory lock ("half"). */
const HALF = 0x68616c66;
/** Thrown to roll the removal back. */
const FINISHED = Symbol('finished');

/**
 * @typedef {{ db: Database, catalog: () => Catalog, reload?: () => Promise<unknown>,
 *   log?: { info(event: string, fields?: object): void, warn(event: string, fields?: object): void },
 *   edit: (actor: Actor, name: string, input: any, options?: EditOptions) => Promise<any> }} UnfinishedContext
 * @typedef {{ id: string, table_id: string, version: number, user_id: string | null }} Note
 * @typedef {{ id: string, finish: (on: Pick<Database, 'query'>, revision?: { id: string }) => Promise<void>, takeBack: () => Promise<boolean> }} Unfinished
 *   id: of the table; finish: it stays, as of the transaction that is given, and of the revision that made what belongs to it; takeBack: false where it stays, because somebody has
 *   worked with it
 */

/**
 * Makes a table that is to be filled, and notes with it that it isn't finished, so that it is taken back if this process
 * is killed before `work` calls finish.
 *
 * @template T
 * @param {UnfinishedContext} context @param {Actor} actor @param {Values} input of add-table @param {(table: Unfinished) => Promise<T>} work
 * @returns {Promise<T>}
 */
export function withUnfinished(context, actor, input, work) {
  const { db, edit, catalog } = context;
  const id = uuidv7();
  let tableId = '';
  let made = 0;
  let revision = '';
  /** @type {EditAlong} */
  const note = async (tx, { id: first, changes, version }) => {
    tableId = String(changes.find(({ kind }) => kind === 'table')?.id);
    [made, revision] = [version, first];
    const row = { id, table_id: tableId, version, user_id: actor.userId };
    await tx.query(k('plinth.unfinished_tables').insert(row));
  };
  return db.apart(async (client) => {
    await lock(client, id);
    await edit(actor, 'add-table', input, { along: note });
    return work({
      id: tableId,
      async finish(on, then) {
        // Without this connection the lock is lost, and the table may be, too.
        await client.query('select 1');
        await noteMade(on, tableId, then ? [revision, then.id] : [revision]);
        await forget(on, id);
      },
      async takeBack() {
        const table = catalog().tables.find((one) => one.id === tableId);
        const note = { id, table_id: tableId, version: made, user_id: actor.userId };
        if (table && ((await isUsed(context, note, table)) || (await hasOtherRows(db, table)))) {
          await forget(db, id);
          return false;
        }
        const along = async (/** @type {Pick<Database, 'query'>} */ tx) => void (await forget(tx, id));
        if (table) await edit(actor, 'remove-table', { table: table.name }, { along });
        else await forget(db, id);
        return true;
      },
    });
  });
}

/**
 * Takes back the tables of imports whose process is gone. One with which somebody went on stays.
 *
 * @param {UnfinishedContext} context @returns {Promise<number>} how many tables went
 */
export async function removeUnfinished(context) {
  const { db, reload, log } = context;
  const { rows } = await db.query(k('plinth.unfinished_tables').orderBy('id'));
  if (rows.length === 0) return 0;
  await reload?.();
  return db.apart(async (client) => {
    let removed = 0;
    for (const note of /** @type {Note[]} */ (rows)) {
      if (!(await lock(client, note.id))) continue;
      try {
        if (await takeBack(context, note)) removed++;
      } catch (error) {
        log?.warn('import.take-back', { table: note.table_id, error: String(error) });
      }
    }
    return removed;
  });
}

/** @param {UnfinishedContext} context @param {Note} note @returns {Promise<boolean>} whether its table went */
async function takeBack(context, note) {
  const { db, edit, catalog, log } = context;
  const table = catalog().tables.find(({ id }) => id === note.table_id);
  if (!table || (await isUsed(context, note, table))) {
    await forget(db, note.id);
    return false;
  }
  const along = async (/** @type {Pick<Database, 'query'>} */ tx) => {
    if ((await forget(tx, note.id)) === 0) throw FINISHED;
  };
  try {
    await edit(SYSTEM, 'remove-table', { table: table.name }, { along });
  } catch (error) {
    if (error === FINISHED) return false;
    throw error;
  }
  log?.info('import.taken-back', { table: table.name });
  return true;
}

/**
 * Whether somebody changed the table or its rows, added one, or built on it.
 *
 * @param {UnfinishedContext} context @param {Note} note @param {Table} table
 */
async function isUsed({ db, edit }, note, table) {
  const about = (/** @type {'id' | 'parent'} */ key) => JSON.stringify([{ [key]: table.id }]);
  const { rows } = await db.query(sql`select
    exists (select from plinth.revisions where version > ${note.version}::int
      and (changes @> ${about('id')}::jsonb or changes @> ${about('parent')}::jsonb))
    or exists (select from plinth.row_history where table_id = ${table.id}::uuid
      and (operation <> 'insert' or user_id is distinct from ${note.user_id}::uuid)) as used`);
  if (rows[0].used) return true;
  const { warnings } = await edit(SYSTEM, 'remove-table', { table: table.name }, { dryRun: true });
  return warnings.length > 0;
}

/**
 * Whether a table has rows that no import has added. Only of an import that has ended by itself: the last rows of one that was
 * killed may not be noted.
 *
 * @param {Database} db @param {Table} table @returns {Promise<boolean>}
 */
async function hasOtherRows(db, table) {
  const { rows } = await db.query(sql`select exists (
    select from ${tableSql(table)} t where t.id::text not in (
      select jsonb_array_elements_text(r.ids) from plinth.import_rows r
        join plinth.imports i on i.id = r.import where i.table_id = ${table.id}::uuid)) as found`);
  return rows[0].found;
}

/** @param {import('pg').Client} client @param {string} id @returns {Promise<boolean>} */
const lock = (client, id) =>
  client.query('select pg_try_advisory_lock($1, hashtext($2)) as mine', [HALF, id]).then(({ rows }) => rows[0].mine);

/** @param {Pick<Database, 'query'>} on @param {string} id */
const forget = async (on, id) => (await on.query(k('plinth.unfinished_tables').where({ id }).delete())).rowCount ?? 0;
