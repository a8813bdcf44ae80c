/** @import { PeopleParts } from './index.js' */
/** @import { Actor } from '@plinth/plugin' */
import { asUuid, sql } from '../sql/index.js';
import { endOtherWays } from './end-other-ways.js';
import { linkInvalid } from './invitations.js';
import { checkPerson, normaliseEmail } from './person-input.js';
import { userNotFound } from './read-users.js';
import { requireAdmin } from './require-admin.js';
import { isToken, newToken, tokenHash } from './tokens.js';

const MINUTES = 30;

/** Links by which somebody who forgot his password gets a new one. @param {PeopleParts} parts */
export function createPasswordResets({ db, hasher, sessions, limits, events }) {
  return {
    /** A link that an admin hands over himself. @param {Actor} actor @param {string} userId */
    async resetToken(actor, userId) {
      requireAdmin(actor);
      const { rows } = await db.query(sql`select id from plinth.users where id = ${asUuid(userId)}::uuid`);
      if (rows.length === 0) throw userNotFound();
      return db.transaction(async (tx) => {
        await events.add('reset-link-made', { by: actor.userId, address: actor.address, about: userId }, tx);
        return make(tx, rows[0].id);
      });
    },

    /**
     * Somebody says that he forgot his password. What comes back is for the mail only: the answer to the browser must
     * be the same whether there is such a user or not.
     *
     * @param {unknown} email @param {{ address?: string }} [client]
     * @returns {Promise<{ token: string, user: { name: string, email: string } } | null>}
     */
    async requestReset(email, client = {}) {
      const address = normaliseEmail(email).slice(0, 300);
      await limits.take('token', client.address ?? '');
      await limits.take('reset', address);
      const { rows } = await db.query(sql`
        select id, name, email
          from plinth.users
         where lower(email) = lower(${address})
           and disabled_at is null`);
      if (rows.length === 0) return null;
      const { token } = await make(db, rows[0].id);
      return { token, user: { name: rows[0].name, email: rows[0].email } };
    },

    /** Whether a link still works. @param {unknown} token @param {{ address?: string }} [client] */
    async checkReset(token, { address = '' } = {}) {
      await limits.take('token', address);
      await find(db, token);
    },

    /** Ends all sessions of the user. @param {unknown} token @param {string} password @param {{ address?: string }} [client] */
    async reset(token, password, { address = '' } = {}) {
      await limits.take('token', address);
      const found = await find(db, token);
      checkPerson({ password });
      const hash = await hasher.hash(password);
      await db.transaction(async (tx) => {
        await useReset(tx, found, hash);
        await events.add('password-reset', { by: found.userId, address }, tx);
      });
      sessions.forget(found.userId);
    },
  };
}

/** @param {import('../postgres/transaction.js').Transaction} tx @param {{ id: string, userId: string }} reset @param {string} hash */
async function useReset(tx, { id, userId }, hash) {
  // First the user, as whoever else ends his ways in does.
  await tx.query(sql`update plinth.users set password_hash = ${hash} where id = ${userId}`);
  const { rowCount } = await tx.query(sql`
    update plinth.password_resets set used_at = now() where id = ${id} and used_at is null`);
  if (rowCount !== 1) throw linkInvalid();
  await tx.query(sql`delete from plinth.sessions where user_id = ${userId}`);
  await endOtherWays(tx, userId);
}

/** @param {{ query(statement: import('../sql/index.js').Fragment): Promise<any> }} on @param {string} userId @returns {Promise<{ token: string, expiresAt: string }>} */
async function make(on, userId) {
  const { token, hash } = newToken();
  const { rows } = await on.query(sql`
    insert into plinth.password_resets (token_hash, user_id, expires_at)
    values (${hash}, ${userId}, now() + ${MINUTES} * interval '1 minute')
    returning expires_at as "expiresAt"`);
  return { token, expiresAt: rows[0].expiresAt };
}

/** @param {PeopleParts['db']} db @param {unknown} token @returns {Promise<{ id: string, userId: string }>} */
async function find(db, token) {
  if (!isToken(token)) throw linkInvalid();
  const { rows } = await db.query(sql`
    select r.id, r.user_id as "userId"
      from plinth.password_resets r
      join plinth.users u on u.id = r.user_id
     where r.token_hash = ${tokenHash(token)}
       and r.used_at is null
       and r.expires_at > now()
       and u.disabled_at is null`);
  if (rows.length === 0) throw linkInvalid();
  return rows[0];
}
