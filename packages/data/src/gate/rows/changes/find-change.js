/** @import { Database } from '../../../postgres/database/database.js' */
/** @import { Transaction } from '../../../postgres/database/transaction.js' */
import { createHash } from 'node:crypto';
import { sql } from '../../../postgres/sql/index.js';
import { UNDO } from '../deletions/find-deletion.js';

/** Entries that are read at a time. */
const CHUNK = 500;

/** @typedef {{ id: string, table_id: string, row_key: string, before: Record<string, unknown>, after: Record<string, unknown> }} ChangeEntry */
/**
 * What was written with one id. `user`: who wrote it; wrote: whether rows were added or changed, and not only deleted.
 *
 * @typedef {{ user: string | null, recent: boolean, wrote: boolean, deleted: boolean, undone: boolean,
 *   tables: { id: string, operation: 'insert' | 'update' | 'delete' }[] }} FoundChange
 */

/** The id that undoing a change writes with, so that it can be undone only once. @param {string} change */
export function undoOf(change) {
  const hex = createHash('sha256').update(`undo ${change}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** @param {Pick<Database, 'query'>} on @param {string} change @returns {Promise<FoundChange | null>} */
export async function findChange(on, change) {
  const { rows } = await on.query(sql`
    select h.table_id as id, h.operation, min(h.user_id::text) as user, bool_or(h.at > now() - ${UNDO}) as recent,
      exists (select from plinth.row_history u where u.change = ${undoOf(change)}) as undone
    from plinth.row_history h where h.change = ${change} group by h.table_id, h.operation`);
  if (rows.length === 0) return null;
  return {
    user: rows[0].user,
    recent: rows.every(({ recent }) => recent),
    undone: rows[0].undone,
    wrote: rows.some(({ operation }) => operation !== 'delete'),
    deleted: rows.some(({ operation }) => operation === 'delete'),
    tables: rows.map(({ id, operation }) => ({ id, operation })),
  };
}

/**
 * Changed rows, the last one first. Those that were added by the same change are left out: they go as a whole.
 *
 * @param {Transaction} tx @param {string} change @returns {AsyncGenerator<ChangeEntry[]>}
 */
export const changedRows = (tx, change) =>
  inChunks((last) =>
    tx.query(sql`
    select h.id, h.table_id, h.row_key, h.before, h.after from plinth.row_history h
    where h.change = ${change} and h.operation = 'update' and (${last}::uuid is null or h.id < ${last}::uuid)
      and not exists (select from plinth.row_history added where added.change = h.change and added.table_id = h.table_id
        and added.row_key = h.row_key and added.operation = 'insert')
    order by h.id desc limit ${CHUNK}`),
  );

/**
 * Added rows, the last one first; `touched`: whether something else has happened to the row since.
 *
 * @param {Transaction} tx @param {string} change @returns {AsyncGenerator<(ChangeEntry & { touched: boolean })[]>}
 */
export const addedRows = (tx, change) =>
  inChunks((last) =>
    tx.query(sql`
    select h.id, h.table_id, h.row_key, h.before, h.after,
      exists (select from plinth.row_history later where later.table_id = h.table_id and later.row_key = h.row_key
        and later.id > h.id and later.change is distinct from h.change and later.change is distinct from ${undoOf(change)}) as touched
    from plinth.row_history h
    where h.change = ${change} and h.operation = 'insert' and (${last}::uuid is null or h.id < ${last}::uuid)
    order by h.id desc limit ${CHUNK}`),
  );

/** @template {{ id: string }} T @param {(last: string | null) => Promise<{ rows: any[] }>} read @returns {AsyncGenerator<T[]>} */
async function* inChunks(read) {
  for (let last = null; ;) {
    const { rows } = await read(last);
    if (rows.length > 0) yield rows;
    if (rows.length < CHUNK) return;
    last = rows[rows.length - 1].id;
  }
}
