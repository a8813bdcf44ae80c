/** @import { Actor } from '@plinth/plugin' */
/** @import { Change } from '../catalog/types.d.ts' */
/** @import { Database } from '../postgres/database.js' */
/** @import { Transaction } from '../postgres/transaction.js' */
import { AppError } from '@plinth/plugin';
import { UUID } from '../field-types/base/read-uuid.js';
import { sql } from '../sql/index.js';

/**
 * @typedef {{ id: string, version: number, trash: number, edit: string, summary: string, changes: Change[], undoes: string | null }} NewRevision
 * @typedef {NewRevision & { at: string, userId: string | null, userName: string | null, undoneBy: string | null }} Revision
 */

/** @param {Transaction} tx @param {Actor} actor @param {NewRevision} revision */
export async function insertRevision(tx, actor, { id, version, trash, edit, summary, changes, undoes }) {
  await tx.query(sql`
    insert into plinth.revisions (id, version, user_id, edit, summary, changes, trash, undoes)
    values (${id}::uuid, ${version}::int, ${actor.userId}::uuid, ${edit}, ${summary}, ${JSON.stringify(changes)}::jsonb, ${trash}::int, ${undoes}::uuid)`);
}

/** @param {Pick<Database | Transaction, 'query'>} on @param {string} id @returns {Promise<Revision>} */
export async function readRevision(on, id) {
  const { rows } = !UUID.test(id)
    ? { rows: [] }
    : await on.query(sql`
    select r.id, r.version, r.trash, r.at, r.user_id as "userId", u.name as "userName", r.edit, r.summary, r.changes,
           r.undoes, r.undone_by as "undoneBy"
      from plinth.revisions r
      left join plinth.users u on u.id = r.user_id
     where r.id = ${id}::uuid`);
  if (rows.length > 0) return rows[0];
  throw new AppError('REVISION_NOT_FOUND', 'There is no such revision', {
    status: 404,
    hint: 'Look at the history again',
  });
}

/**
 * Newest first, a page at a time; without the changes themselves.
 *
 * @param {Database} db @param {{ after?: number | null, limit?: number }} options `after`: version of the last one seen
 */
export async function listRevisions(db, { after = null, limit = 50 }) {
  const most = Math.min(Math.max(1, limit), 200);
  const { rows } = await db.query(sql`
    select r.id, r.version, r.at, r.user_id as "userId", u.name as "userName", r.edit, r.summary, r.undoes, r.undone_by as "undoneBy"
      from plinth.revisions r
      left join plinth.users u on u.id = r.user_id
     where ${after}::int is null or r.version < ${after}::int
     order by r.version desc
     limit ${most + 1}::int`);
  const page = rows.slice(0, most);
  return { revisions: page, next: rows.length > most ? page[page.length - 1].version : null };
}
