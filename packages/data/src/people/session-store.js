/** @import { Database } from '../postgres/database.js' */
/** @import { Fragment } from '../sql/index.js' */
/** @import { AppError } from '@plinth/plugin' */
/** @import { createSessionMemory } from './session-memory.js' */
import { sql } from '../sql/index.js';
import { loginFailed } from './login-failed.js';
import { isToken, newToken, tokenHash } from './tokens.js';

const MINUTE = 60_000;

/**
 * Writing sessions. This process forgets at once what it changed; the others hear of it from the change stream.
 *
 * @param {Database} db @param {Pick<ReturnType<typeof createSessionMemory>, 'forget'>} memory
 */
export function createSessionStore(db, { forget }) {
  /** @param {{ rows: { user_id: string }[] }} changed */
  const forgetUsers = ({ rows }) => rows.forEach((row) => forget(row.user_id));

  /** @param {Fragment} where at most one session @returns {Promise<string | null>} the new token; null: there is no such session */
  async function replaceToken(where) {
    const { token, hash } = newToken();
    const changed = await db.query(sql`
      update plinth.sessions
         set token_hash = ${hash}, rotate = false
       where ${where}
      returning user_id`);
    forgetUsers(changed);
    return changed.rows.length === 1 ? token : null;
  }

  return {
    /**
     * The user is held meanwhile: whoever ends all sessions for a new password, or disables him, finds this one, too.
     *
     * @param {string} userId @param {{ address?: string, userAgent?: string }} client
     * @param {string | null} password the hash of what was typed; null: he has none
     * @returns {Promise<string>} the token
     * @throws {AppError} LOGIN_FAILED (401): by now he has another password, or may not log in
     */
    async begin(userId, { address = '', userAgent = '' }, password) {
      const { token, hash } = newToken();
      const { rowCount } = await db.query(sql`
        with person as (
          select id from plinth.users
           where id = ${userId} and password_hash is not distinct from ${password} and disabled_at is null
             for share
        ), begun as (
          insert into plinth.sessions (token_hash, user_id, address, user_agent)
          select ${hash}, id, ${address}, ${userAgent.slice(0, 300)} from person
          returning user_id
        )
        insert into plinth.user_logins (user_id)
        select user_id from begun
        on conflict (user_id) do update set last_login_at = excluded.last_login_at`);
      if (rowCount !== 1) throw loginFailed();
      return token;
    },

    /** A new token for a session; the old one is dead. @param {string} sessionId */
    rotate: (sessionId) => replaceToken(sql`id = ${sessionId}`),

    /**
     * The same where the session waits for one. A browser asks for several things at once and keeps the token that comes
     * last: of those requests one alone brings a token, the others go on with what they had.
     *
     * @param {string} sessionId
     */
    rotateWhenDue: (sessionId) => replaceToken(sql`id = ${sessionId} and rotate`),

    /** @param {unknown} token @returns {Promise<string | null>} whose it was */
    async end(token) {
      if (!isToken(token)) return null;
      const hash = tokenHash(token);
      const ended = await db.query(sql`delete from plinth.sessions where token_hash = ${hash} returning user_id`);
      forgetUsers(ended);
      return ended.rows[0]?.user_id ?? null;
    },

    /** One that is over, unless it was used since. @param {string} sessionId @param {number} unused for so many ms */
    async endUnused(sessionId, unused) {
      await db.query(sql`
        delete from plinth.sessions
         where id = ${sessionId}
           and seen_at <= now() - (${unused}::float8 - ${MINUTE}) * interval '1 millisecond'`);
    },

    /** The password was typed again. @param {string} sessionId */
    async markAuthenticated(sessionId) {
      const changed = await db.query(sql`
        update plinth.sessions set authenticated_at = now() where id = ${sessionId} returning user_id`);
      forgetUsers(changed);
    },

    ...createUsersSessions(db, forget),

    async purge() {
      await db.query(sql`
        delete from plinth.sessions s using plinth.people_settings p
         where s.seen_at < now() - p.idle_minutes * interval '1 minute'
            or s.created_at < now() - p.absolute_minutes * interval '1 minute'`);
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
     * Ends a user's sessions, but perhaps one. In a transaction they have to be forgotten again when it is through.
     *
     * @param {string} userId @param {string | null} [keep] session id @param {{ query(statement: Fragment): Promise<any> }} [on]
     */
    async endAll(userId, keep = null, on = db) {
      await on.query(sql`
        delete from plinth.sessions
         where user_id = ${userId}
           and id is distinct from ${keep}::uuid`);
      forget(userId);
    },

    /** @param {string} userId @param {string} sessionId @returns {Promise<boolean>} */
    async revoke(userId, sessionId) {
      const { rowCount } = await db.query(sql`
        delete from plinth.sessions where user_id = ${userId} and id::text = ${sessionId}`);
      forget(userId);
      return rowCount === 1;
    },

    /** @param {string} userId */
    async list(userId) {
      const { rows } = await db.query(sql`
        select id, created_at as "createdAt", seen_at as "seenAt", address, user_agent as "userAgent"
          from plinth.sessions
         where user_id = ${userId}
         order by seen_at desc, id
         limit 100`);
      return rows;
    },
  };
}
