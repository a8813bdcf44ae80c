/** @import { PeopleParts } from './index.js' */
import { k } from '../../postgres/sql/index.js';
import { emailTaken, isEmailClash } from './person-input.js';

/**
 * @param {PeopleParts} parts
 * @param {{ name: string, email: string, hash: string | null, locale?: string | null, roleIds: string[] }} user
 * @param {import('../../postgres/database/transaction.js').Transaction} [inside] a transaction to run in
 * @returns {Promise<string>} id
 */
export async function insertUser({ db }, { name, email, hash, locale = null, roleIds }, inside) {
  /** @param {import('../../postgres/database/transaction.js').Transaction} tx */
  const work = async (tx) => {
    const { rows } = await tx.query(
      k('plinth.users').insert({ name, email, password_hash: hash, locale }).returning('id'),
    );
    await replaceRoles(tx, rows[0].id, roleIds);
    return rows[0].id;
  };
  try {
    return await (inside ? work(inside) : db.transaction(work));
  } catch (error) {
    throw isEmailClash(error) ? emailTaken() : error;
  }
}

/** @param {import('../../postgres/database/transaction.js').Transaction} tx @param {string} userId @param {string[]} ids */
export async function replaceRoles(tx, userId, ids) {
  const roles = k('plinth.user_roles');
  await tx.query(roles.clone().where('user_id', userId).whereRaw('role_id <> all (?::uuid[])', [ids]).delete());
  if (ids.length === 0) return;
  const rows = ids.map((id) => ({ user_id: userId, role_id: id }));
  await tx.query(roles.insert(rows).onConflict().ignore());
}
