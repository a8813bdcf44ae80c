/** @import { PeopleParts } from './index.js' */
/** @import { Actor } from '@plinth/plugin' */
/** @import { Composed } from './mails.d.ts' */
/** @typedef {{ token: string, expiresAt: string, user: { name: string, email: string, locale: string | null } }} ResetMade */
import { asUuid, k } from '../../postgres/sql/index.js';
import { endOtherWays } from './end-other-ways.js';
import { activeUser } from './login.js';
import { linkInvalid } from './invitations.js';
import { checkNewPassword, normaliseEmail } from './person-input.js';
import { userNotFound } from './read-users.js';
import { requireAdmin } from '../../rules/rights/require-admin.js';
import { isToken, newToken, tokenHash } from './tokens.js';

const MINUTES = 30;

/** Links for setting a new password. @param {PeopleParts} parts */
export function createPasswordResets({ db, hasher, sessions, limits, events, outbox }) {
  return {
    /** A link that an admin passes on personally. @param {Actor} actor @param {string} userId */
    async resetToken(actor, userId) {
      requireAdmin(actor);
      const { rows } = await db.query(k('plinth.users').select('id').where('id', asUuid(userId)));
      if (rows.length === 0) throw userNotFound();
      return db.transaction(async (tx) => {
        await events.add('reset-link-made', { by: actor.userId, address: actor.address, about: userId }, tx);
        return make(tx, rows[0].id);
      });
    },

    /**
     * Starts a reset for somebody who forgot the password: `send` makes the link and puts the mail with it into the outbox,
     * both or neither. Not awaited before the response, which must be the same whether or not the user exists.
     *
     * @param {unknown} email @param {{ address?: string }} [client]
     * @returns {Promise<{ send(compose: (made: ResetMade) => Composed): Promise<void> } | null>}
     */
    async requestReset(email, client = {}) {
      const address = normaliseEmail(email).slice(0, 300);
      await limits.take('token', client.address ?? '');
      await limits.take('reset', address);
      const { rows } = await db.query(activeUser(address).select('id', 'name', 'email', 'locale'));
      if (rows.length === 0) return null;
      const [{ id, ...user }] = rows;
      return {
        async send(compose) {
          await db.transaction(async (tx) => {
            const made = await make(tx, id);
            await outbox.add(
              { ...compose({ ...made, user }), to: user.email, kind: 'reset', secret: true, expiresAt: made.expiresAt },
              tx,
            );
          });
          outbox.wake();
        },
      };
    },

    /** Whether a link can still be used. @param {unknown} token @param {{ address?: string }} [client] */
    async checkReset(token, { address = '' } = {}) {
      await limits.take('token', address);
      await find(db, token);
    },

    /**
     * Also ends all sessions of the user.
     *
     * @param {unknown} token @param {unknown} password @param {{ address?: string }} [client]
     */
    async reset(token, password, { address = '' } = {}) {
      await limits.take('token', address);
      const found = await find(db, token);
      checkNewPassword(password, found);
      const hash = await hasher.hash(password);
      await db.transaction(async (tx) => {
        await useReset(tx, found, hash);
        await events.add('password-reset', { by: found.userId, address }, tx);
      });
      sessions.forget(found.userId);
    },
  };
}

/** @param {import('../../postgres/database/transaction.js').Transaction} tx @param {{ id: string, userId: string }} reset @param {string} hash */
async function useReset(tx, { id, userId }, hash) {
  // Locks the user first, in the same order as everything that ends a user's sessions.
  await tx.query(k('plinth.users').where('id', userId).update({ password_hash: hash }));
  const { rowCount } = await tx.query(
    k('plinth.password_resets').where({ id }).whereNull('used_at').update({ used_at: k.fn.now() }),
  );
  if (rowCount !== 1) throw linkInvalid();
  await tx.query(k('plinth.sessions').where('user_id', userId).delete());
  await endOtherWays(tx, userId);
}

/** @param {Pick<import('../../postgres/database/transaction.js').Transaction, 'query'>} on @param {string} userId @returns {Promise<{ token: string, expiresAt: string }>} */
async function make(on, userId) {
  const { token, hash } = newToken();
  const { rows } = await on.query(
    k('plinth.password_resets')
      .insert({ token_hash: hash, user_id: userId, expires_at: k.raw("now() + ? * interval '1 minute'", [MINUTES]) })
      .returning('expires_at as expiresAt'),
  );
  return { token, expiresAt: rows[0].expiresAt };
}

/** @param {PeopleParts['db']} db @param {unknown} token @returns {Promise<{ id: string, userId: string, name: string, email: string }>} */
async function find(db, token) {
  if (!isToken(token)) throw linkInvalid();
  const { rows } = await db.query(
    k('plinth.password_resets as r')
      .join('plinth.users as u', 'u.id', 'r.user_id')
      .select('r.id', 'u.name', 'u.email', { userId: 'r.user_id' })
      .where('r.token_hash', tokenHash(token))
      .whereNull('r.used_at')
      .where('r.expires_at', '>', k.fn.now())
      .whereNull('u.disabled_at'),
  );
  if (rows.length === 0) throw linkInvalid();
  return rows[0];
}
