/** @import { Database } from '../../../postgres/database/database.js' */
/** @import { Transaction } from '../../../postgres/database/transaction.js' */
import { fixed, sql } from '../../../postgres/sql/index.js';

/** How long the one who deleted rows may take it back. Admins may as long as the history is kept. */
export const UNDO = fixed(`interval '1 hour'`);
/** Entries that are read at a time. */
const CHUNK = 500;

/**
 * The entries of one deletion that still can be restored: all of it, or those of one of its rows and what went with it.
 *
 * @typedef {{ deletion: string, root: string | null }} Deletion root: id of an entry
 */
/**
 * @typedef {{ id: string, table_id: string, row_key: string, before: Record<string, unknown>, after: Record<string, unknown> | null,
 *   taken_by: string | null }} DeletionEntry
 */

/** What happened to the row later: it was restored, or made and deleted anew. */
const gone = fixed(`not exists (select from plinth.row_history later
  where later.table_id = h.table_id and later.row_key = h.row_key and later.id > h.id and later.operation <> 'update')`);

/** @param {Deletion} deletion */
const belongs = ({ deletion, root }) =>
  root === null
    ? sql`h.deletion = ${deletion}`
    : sql`h.deletion = ${deletion} and (h.id = ${root} or h.taken_by = ${root})`;

/**
 * Who deleted these rows, and whether it is recent enough to be undone.
 *
 * @param {Pick<Database, 'query'>} db @param {string} deletion
 * @returns {Promise<{ user: string | null, recent: boolean } | null>}
 */
export async function findDeletion(db, deletion) {
  const { rows } = await db.query(sql`
    select h.user_id as user, h.at > now() - ${UNDO} as recent from plinth.row_history h
    where h.deletion = ${deletion} and h.taken_by is null and h.operation = 'delete' limit 1`);
  return rows[0] ?? null;
}

/**
 * The row whose deletion a deleted row belongs to: itself, or the one that took it if that is gone, too.
 *
 * @param {Pick<Database, 'query'>} db @param {string} entry
 * @returns {Promise<Deletion | null>} null: deleted before there were deletions
 */
export async function rootOf(db, entry) {
  const { rows } = await db.query(sql`
    select e.deletion, coalesce(h.id, e.id) as root from plinth.row_history e
    left join plinth.row_history h on h.id = e.taken_by and ${gone}
    where e.id = ${entry} and e.deletion is not null`);
  return rows[0] ?? null;
}

/** @param {Transaction} tx @param {Deletion} deletion @returns {Promise<string[]>} ids of the tables that lost rows */
export async function tablesIn(tx, deletion) {
  const { rows } = await tx.query(sql`
    select distinct h.table_id as id from plinth.row_history h where ${belongs(deletion)} and h.operation = 'delete'`);
  return rows.map(({ id }) => id);
}

/**
 * Deleted rows of a table in the order in which they were noted, so that parents come before their children.
 *
 * @param {Transaction} tx @param {Deletion} deletion @param {string} table @returns {AsyncGenerator<DeletionEntry[]>}
 */
export async function* deletedRows(tx, deletion, table) {
  for (let last = null; ;) {
    const { rows } = await tx.query(sql`
      select h.id, h.table_id, h.row_key, h.before, h.after, h.taken_by from plinth.row_history h
      where ${belongs(deletion)} and h.table_id = ${table} and h.operation = 'delete' and ${gone}
        and (${last}::uuid is null or h.id > ${last}::uuid)
      order by h.id limit ${CHUNK}`);
    if (rows.length > 0) yield rows;
    if (rows.length < CHUNK) return;
    last = rows[rows.length - 1].id;
  }
}

/**
 * Rows that lost what they pointed at.
 *
 * @param {Transaction} tx @param {Deletion} deletion @returns {AsyncGenerator<DeletionEntry[]>}
 */
export async function* emptiedRows(tx, deletion) {
  for (let last = null; ;) {
    const { rows } = await tx.query(sql`
      select h.id, h.table_id, h.row_key, h.before, h.after, h.taken_by from plinth.row_history h
      where ${belongs(deletion)} and h.operation = 'update' and (${last}::uuid is null or h.id > ${last}::uuid)
      order by h.id limit ${CHUNK}`);
    if (rows.length > 0) yield rows;
    if (rows.length < CHUNK) return;
    last = rows[rows.length - 1].id;
  }
}
