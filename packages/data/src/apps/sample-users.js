/** @import { Transaction } from '../postgres/transaction.js' */
import { sql } from '../sql/index.js';

/**
 * Users that rows of an app name. One with the same e-mail is taken as he is; others are made disabled and without a
 * role, so that a document can't let anybody in.
 *
 * @param {Transaction} tx
 * @param {readonly { email: string, name: string }[]} users
 * @returns {Promise<Map<string, string>>} ids by e-mail as the document writes it
 */
export async function placeUsers(tx, users) {
  const ids = new Map();
  for (const { email, name } of users) {
    const known = await tx.query(sql`select id from plinth.users where lower(email) = lower(${email})`);
    const { rows } = known.rows.length
      ? known
      : await tx.query(sql`
          insert into plinth.users (email, name, disabled_at)
          values (${email}, ${name}, now())
          returning id`);
    ids.set(email, rows[0].id);
  }
  return ids;
}

/**
 * @param {Transaction} tx @param {Set<string>} ids
 * @returns {Promise<{ users: { email: string, name: string }[], emails: Map<string, string> }>} in order of their e-mails
 */
export async function readUsers(tx, ids) {
  if (ids.size === 0) return { users: [], emails: new Map() };
  const { rows } = await tx.query(sql`
    select id, email, name from plinth.users where id = any(${[...ids]}::uuid[]) order by lower(email)`);
  return {
    users: rows.map(({ email, name }) => ({ email, name })),
    emails: new Map(rows.map(({ id, email }) => [id, email])),
  };
}
