/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Knex } from 'knex' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
/** @import { AppError } from '@plinth/plugin' */
/** @import { createSessionMemory } from './session-memory.js' */
import { asUuid, k } from '../../postgres/sql/index.js';
import { loginFailed } from './login-failed.js';
import { isToken, newToken, tokenHash } from './tokens.js';

const MINUTE = 60_000;
const NO_FORMER = { former_hash: null, former_until: null };
/** How long the previous token is accepted after a renewal, for requests that were sent with it at the same time. */
const GRACE = k.raw("now() + interval '10 seconds'");

const sessions = () => k('plinth.sessions');

/** @param {string} id @param {string | null} password hash of what was entered; null: the user has no password */
const mayLogIn = (id, password) => k('plinth.users').where({ id, password_hash: password }).whereNull('disabled_at');

/**
 * Writing sessions. This process drops its own changes from the cache immediately; other processes are told by the
 * change stream.
 *
 * @param {Database} db @param {Pick<ReturnType<typeof createSessionMemory>, 'forget'>} memory
 */
export function createSessionStore(db, { forget }) {
  /** @param {{ rows: { user_id: string }[] }} changed */
  const forgetUsers = ({ rows }) => rows.forEach((row) => forget(row.user_id));

  return {
    /**
     * Locks the user, so that ending all sessions (for a new password, or to disable the user) also ends this one.
     *
     * @param {string} userId @param {{ address?: string, userAgent?: string }} client
     * @param {string | null} password the hash of what was entered; null: the user has no password
     * @returns {Promise<string>} the token
     * @throws {AppError} LOGIN_FAILED (401): the password has changed meanwhile, or the user may not log in
     */
    async begin(userId, { address = '', userAgent = '' }, password) {
      const { token, hash } = newToken();
      const { rowCount } = await db.query(
        k(k.raw('plinth.user_logins (user_id)'))
          .with('person', mayLogIn(userId, password).select('id').forShare())
          .with(
            'begun',
            k(k.raw('plinth.sessions (token_hash, user_id, address, user_agent)'))
              .insert(k('person').select(k.raw('?::bytea, id, ?, ?', [hash, address, userAgent.slice(0, 300)])))
              .returning('user_id'),
          )
          .insert(k('begun').select('user_id'))
          .onConflict('user_id')
          .merge(['last_login_at']),
      );
      if (rowCount !== 1) throw loginFailed();
      return token;
    },

    /** @param {unknown} token @returns {Promise<string | null>} the user's id */
    async end(token) {
      if (!isToken(token)) return null;
      const ended = await db.query(
        sessions()
          .where(isSessionOf(tokenHash(token)))
          .delete('user_id'),
      );
      forgetUsers(ended);
      return ended.rows[0]?.user_id ?? null;
    },

    /** Ends an expired session, unless it was used meanwhile. @param {string} sessionId @param {number} unused in ms */
    async endUnused(sessionId, unused) {
      const seen = "seen_at <= now() - (?::float8 - ?) * interval '1 millisecond'";
      await db.query(sessions().where('id', sessionId).whereRaw(seen, [unused, MINUTE]).delete());
    },

    /** The password was entered again. @param {string} sessionId */
    async markAuthenticated(sessionId) {
      const changed = await db.query(
        sessions().where('id', sessionId).update({ authenticated_at: k.fn.now() }).returning('user_id'),
      );
      forgetUsers(changed);
    },

    ...createRenewals(db, forgetUsers),
    ...createUsersSessions(db, forget),

    async purge() {
      await db.query(
        sessions()
          .using(['plinth.people_settings as p'])
          .whereRaw("seen_at < now() - p.idle_minutes * interval '1 minute'")
          .orWhereRaw("created_at < now() - p.absolute_minutes * interval '1 minute'")
          .delete(),
      );
    },
  };
}

/**
 * New tokens for existing sessions.
 *
 * @param {Database} db @param {(changed: { rows: { user_id: string }[] }) => void} forgetUsers
 */
function createRenewals(db, forgetUsers) {
  /**
   * @param {Knex.QueryBuilder} one selects at most one session @param {Record<string, unknown>} former what happens to
   *   the previous token
   * @returns {Promise<string | null>} the new token; null if there is no such session
   */
  async function replaceToken(one, former) {
    const { token, hash } = newToken();
    const changed = await db.query(one.update({ token_hash: hash, rotate: false, ...former }).returning('user_id'));
    forgetUsers(changed);
    return changed.rows.length === 1 ? token : null;
  }

  return {
    /** A new token for a session; all previous ones are invalid at once. @param {string} sessionId */
    rotate: (sessionId) => replaceToken(sessions().where('id', sessionId), NO_FORMER),

    /**
     * A new token for a session that is due for one after a change of roles. A browser sends several requests at once
     * and keeps the last token it gets, so only one of them brings a new token. The others are accepted with the old
     * one for a few seconds, with the current rights.
     *
     * @param {unknown} token the session's current one: a former token renews nothing
     * @returns {Promise<string | null>}
     */
    async rotateWhenDue(token) {
      if (!isToken(token)) return null;
      const due = sessions().where({ token_hash: tokenHash(token), rotate: true });
      return replaceToken(due, { former_hash: k.ref('token_hash'), former_until: GRACE });
    },
  };
}

/**
 * The sessions of one user.
 *
 * @param {Database} db @param {(userId: string) => void} forget
 */
function createUsersSessions(db, forget) {
  return {
    /**
     * Ends a user's sessions, except perhaps one, of which only the current token remains valid. Inside a transaction,
     * call `forget` again once it has committed.
     *
     * @param {string} userId @param {string | null} [keep] session id @param {Pick<Transaction, 'query'>} [on]
     */
    async endAll(userId, keep = null, on = db) {
      const others = sessions().where('user_id', userId).whereRaw('id is distinct from ?::uuid', [keep]);
      await on.query(others.delete());
      if (keep) await on.query(sessions().where({ id: keep, user_id: userId }).update(NO_FORMER));
      forget(userId);
    },

    /** @param {string} userId @param {string} sessionId @returns {Promise<boolean>} */
    async revoke(userId, sessionId) {
      const { rowCount } = await db.query(
        sessions()
          .where({ user_id: asUuid(userId), id: asUuid(sessionId) })
          .delete(),
      );
      forget(userId);
      return rowCount === 1;
    },

    /** @param {string} userId */
    async list(userId) {
      const { rows } = await db.query(
        sessions()
          .select('id', 'address', { createdAt: 'created_at', seenAt: 'seen_at', userAgent: 'user_agent' })
          .where('user_id', userId)
          .orderBy([{ column: 'seen_at', order: 'desc' }, 'id'])
          .limit(100),
      );
      return rows;
    },
  };
}

/** @param {Buffer} hash of the current token, or of the previous one while it is accepted */
const isSessionOf = (hash) => k.raw('(token_hash = :hash or (former_hash = :hash and former_until > now()))', { hash });
