/** @import { Transaction } from '../postgres/transaction.js' */
import { k } from '../sql/index.js';

/**
 * Users that an app's rows refer to. An existing user with the same e-mail is taken; others are created disabled and
 * without a role, so that a document can't give anybody access.
 *
 * @param {Transaction} tx
 * @param {readonly { email: string, name: string }[]} users
 * @returns {Promise<Map<string, string>>} ids by e-mail as the document writes it
 */
export async function placeUsers(tx, users) {
  const ids = new Map();
  for (const { email, name } of users) {
    const known = await tx.query(k('plinth.users').select('id').whereRaw('lower(email) = lower(?)', [email]));
    const { rows } = known.rows.length
      ? known
      : await tx.query(k('plinth.users').insert({ email, name, disabled_at: k.fn.now() }).returning('id'));
    ids.set(email, rows[0].id);
  }
  return ids;
}

/**
 * @param {Transaction} tx @param {Set<string>} ids
 * @returns {Promise<{ users: { email: string, name: string }[], emails: Map<string, string> }>} ordered by e-mail
 */
export async function readUsers(tx, ids) {
  if (ids.size === 0) return { users: [], emails: new Map() };
  const { rows } = await tx.query(
    k('plinth.users')
      .select('id', 'email', 'name')
      .whereRaw('id = any (?::uuid[])', [[...ids]])
      .orderByRaw('lower(email)'),
  );
  return {
    users: rows.map(({ email, name }) => ({ email, name })),
    emails: new Map(rows.map(({ id, email }) => [id, email])),
  };
}
