/** @import { PeopleParts } from './index.js' */
import { join, sql } from '../sql/index.js';
import { emailTaken, isEmailClash } from './person-input.js';

/**
 * @param {PeopleParts} parts
 * @param {{ name: string, email: string, hash: string | null, locale?: string | null, roleIds: string[] }} user
 * @param {import('../postgres/transaction.js').Transaction} [inside] a transaction that it belongs to
 * @returns {Promise<string>} id
 */
export async function insertUser({ db }, { name, email, hash, locale = null, roleIds }, inside) {
  /** @param {import('../postgres/transaction.js').Transaction} tx */
  const work = async (tx) => {
    const { rows } = await tx.query(sql`
      insert into plinth.users (name, email, password_hash, locale)
      values (${name}, ${email}, ${hash}, ${locale})
      returning id`);
    await replaceRoles(tx, rows[0].id, roleIds);
    return rows[0].id;
  };
  try {
    return await (inside ? work(inside) : db.transaction(work));
  } catch (error) {
    throw isEmailClash(error) ? emailTaken() : error;
  }
}

/** @param {import('../postgres/transaction.js').Transaction} tx @param {string} userId @param {string[]} ids */
export async function replaceRoles(tx, userId, ids) {
  await tx.query(sql`delete from plinth.user_roles where user_id = ${userId} and role_id <> all (${ids}::uuid[])`);
  if (ids.length === 0) return;
  const rows = join(ids.map((id) => sql`(${userId}::uuid, ${id}::uuid)`));
  await tx.query(sql`insert into plinth.user_roles (user_id, role_id) values ${rows} on conflict do nothing`);
}
