/** @import { Actor, Message } from '@plinth/plugin' */
/** @import { Change } from '../../catalog/types.d.ts' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
import { AppError } from '@plinth/plugin';
import { asUuid, k } from '../../postgres/sql/index.js';
import { readSentence, storedSentence } from '../../postgres/words/stored-sentence.js';

/**
 * @typedef {{ id: string, version: number, trash: number, edit: string, says: Message, changes: Change[], undoes: string | null }} NewRevision
 * @typedef {NewRevision & { summary: string, at: string, userId: string | null, userName: string | null, undoneBy: string | null }} Revision
 */

/** @param {Transaction} tx @param {Actor} actor @param {NewRevision} revision */
export async function insertRevision(tx, actor, { id, version, trash, edit, says, changes, undoes }) {
  const { sentence, phrase } = storedSentence(says);
  await tx.query(
    k('plinth.revisions').insert({
      id,
      version,
      user_id: actor.userId,
      edit,
      summary: sentence,
      phrase,
      changes: JSON.stringify(changes),
      trash,
      undoes,
    }),
  );
}

/** Revisions with who made them, without their changes. */
const revisions = () =>
  k('plinth.revisions as r')
    .leftJoin('plinth.users as u', 'u.id', 'r.user_id')
    .select('r.id', 'r.version', 'r.at', 'r.edit', 'r.summary', 'r.phrase', 'r.undoes')
    .select({ userId: 'r.user_id', userName: 'u.name', undoneBy: 'r.undone_by' });

/** `summary` is the English sentence, `says` what is shown. @param {any} row @returns {Revision} */
const read = ({ phrase, ...row }) => ({ ...row, says: readSentence(row.summary, phrase) });

/** @param {Pick<Database | Transaction, 'query'>} on @param {string} id @returns {Promise<Revision>} */
export async function readRevision(on, id) {
  const { rows } = await on.query(revisions().select('r.trash', 'r.changes').where('r.id', asUuid(id)));
  if (rows.length > 0) return read(rows[0]);
  throw new AppError('REVISION_NOT_FOUND', 'This change does not exist', {
    status: 404,
    hint: 'Check the history again',
  });
}

/**
 * Newest first, a page at a time; without the changes themselves.
 *
 * @param {Database} db @param {{ after?: number | null, limit?: number }} options `after`: version of the last one seen
 */
export async function listRevisions(db, { after = null, limit = 50 }) {
  const most = Math.min(Math.max(1, limit), 200);
  const query = revisions()
    .orderBy('r.version', 'desc')
    .limit(most + 1);
  if (after !== null) query.where('r.version', '<', after);
  const { rows } = await db.query(query);
  const page = rows.slice(0, most).map(read);
  return { revisions: page, next: rows.length > most ? page[page.length - 1].version : null };
}
