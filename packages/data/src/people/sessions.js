/** @import { Database } from '../postgres/database.js' */
/** @import { Catalog } from '@plinth/plugin' */
import { sql } from '../sql/index.js';
import { createActors } from './actors.js';
import { isToken, newToken, tokenHash } from './tokens.js';

const MINUTE = 60_000;
const MOST_KEPT = 10_000;
/**
 * @typedef {{ sessionId: string, createdAt: number, seenAt: number, authenticatedAt: number, rotate: boolean,
 *   user: { id: string, name: string, email: string, locale: string | null }, roleIds: string[] }} Known
 */

/**
 * Sessions: an opaque token in the browser, its hash in the database. Known ones are kept in memory, until a trigger
 * on any of the people's tables says that something about their user has changed, or while nobody could tell us.
 *
 * @param {{ db: Database, catalog: () => Catalog, settings: { current(): { idle: number, absolute: number, adminIdle: number } },
 *   clock: () => number | Date, log: { warn(event: string, fields?: object): void } }} parts
 */
export function createSessions({ db, catalog, settings, clock, log }) {
  const actorOf = createActors();
  /** @type {Map<string, Known>} by the token's hash */
  const known = new Map();
  let generation = 0;

  /** @param {string} userId */
  function forget(userId) {
    generation++;
    for (const [key, entry] of known) if (entry.user.id === userId) known.delete(key);
  }
  function forgetAll() {
    generation++;
    known.clear();
  }

  /** @param {Buffer} hash @param {string} key @returns {Promise<Known | null>} */
  async function load(hash, key) {
    const before = generation;
    const entry = await readSession(db, hash);
    // Something changed while we read: this answer serves once and is not kept.
    if (entry && before === generation && db.hearing()) {
      if (known.size >= MOST_KEPT) known.delete(/** @type {string} */ (known.keys().next().value));
      known.set(key, entry);
    }
    return entry;
  }

  /** @param {Known} entry */
  function isOver(entry) {
    const { idle, absolute, adminIdle } = settings.current();
    const now = Number(clock());
    const isAdmin = actorOf(catalog(), entry.user.id, entry.roleIds).roles.includes('admin');
    return now - entry.seenAt > (isAdmin ? Math.min(idle, adminIdle) : idle) || now - entry.createdAt > absolute;
  }

  /** @param {Known} entry */
  function touch(entry) {
    if (Number(clock()) - entry.seenAt < MINUTE) return;
    entry.seenAt = Number(clock());
    db.query(sql`update plinth.sessions set seen_at = now() where id = ${entry.sessionId}`).catch((error) =>
      log.warn('session not touched', { error }),
    );
  }

  return {
    forget,
    forgetAll,

    /**
     * @param {string} userId @param {{ address?: string, userAgent?: string }} client
     * @returns {Promise<string>} the token
     */
    async begin(userId, { address = '', userAgent = '' }) {
      const { token, hash } = newToken();
      await db.query(sql`
        insert into plinth.sessions (token_hash, user_id, address, user_agent)
        values (${hash}, ${userId}, ${address}, ${userAgent.slice(0, 300)})`);
      return token;
    },

    /** Whose token this is; null when it is nobody's any more. @param {unknown} token */
    async find(token) {
      if (!isToken(token)) return null;
      const hash = tokenHash(token);
      const key = hash.toString('base64url');
      let entry = db.hearing() ? known.get(key) : undefined;
      // Another process may have seen this session since: look before ending it.
      if (!entry || isOver(entry)) entry = (await load(hash, key)) ?? undefined;
      if (!entry) return null;
      if (isOver(entry)) {
        known.delete(key);
        await db.query(sql`delete from plinth.sessions where id = ${entry.sessionId}`);
        return null;
      }
      touch(entry);
      const { sessionId, rotate, authenticatedAt, user, roleIds } = entry;
      return {
        actor: actorOf(catalog(), user.id, roleIds),
        user,
        sessionId,
        session: { id: sessionId, rotate, authenticatedAt },
      };
    },

    /** A new token for a session; the old one is dead. @param {string} sessionId @returns {Promise<string | null>} */
    async rotate(sessionId) {
      const { token, hash } = newToken();
      const { rows } = await db.query(sql`
        update plinth.sessions
           set token_hash = ${hash}, rotate = false
         where id = ${sessionId}
        returning user_id`);
      if (rows.length === 0) return null;
      forget(rows[0].user_id);
      return token;
    },

    /** @param {unknown} token */
    async end(token) {
      if (!isToken(token)) return;
      const { rows } = await db.query(sql`
        delete from plinth.sessions where token_hash = ${tokenHash(token)} returning user_id`);
      for (const row of rows) forget(row.user_id);
    },

    /** Ends a user's sessions, but perhaps one. @param {string} userId @param {string | null} [keep] session id */
    async endAll(userId, keep = null) {
      await db.query(sql`
        delete from plinth.sessions
         where user_id = ${userId}
           and id is distinct from ${keep}::uuid`);
      forget(userId);
    },

    /** @param {string} sessionId */
    async markAuthenticated(sessionId) {
      const { rows } = await db.query(sql`
        update plinth.sessions set authenticated_at = now() where id = ${sessionId} returning user_id`);
      for (const row of rows) forget(row.user_id);
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

    /** @param {string} userId @param {string} sessionId @returns {Promise<boolean>} */
    async revoke(userId, sessionId) {
      const { rowCount } = await db.query(sql`
        delete from plinth.sessions where user_id = ${userId} and id::text = ${sessionId}`);
      forget(userId);
      return rowCount === 1;
    },

    async purge() {
      const { idle, absolute } = settings.current();
      await db.query(sql`
        delete from plinth.sessions
         where seen_at < now() - ${idle / 1000} * interval '1 second'
            or created_at < now() - ${absolute / 1000} * interval '1 second'`);
    },
  };
}

/** @param {Database} db @param {Buffer} hash @returns {Promise<Known | null>} */
async function readSession(db, hash) {
  const { rows } = await db.query({
    name: 'plinth_session',
    text: `select s.id as "sessionId", s.created_at, s.seen_at, s.authenticated_at, s.rotate,
                  u.id, u.name, u.email, u.locale,
                  array(select role_id from plinth.user_roles where user_id = u.id) as "roleIds"
             from plinth.sessions s
             join plinth.users u on u.id = s.user_id
            where s.token_hash = $1
              and u.disabled_at is null`,
    values: [hash],
  });
  if (rows.length === 0) return null;
  const { sessionId, created_at, seen_at, authenticated_at, rotate, id, name, email, locale, roleIds } = rows[0];
  return {
    sessionId,
    createdAt: Date.parse(created_at),
    seenAt: Date.parse(seen_at),
    authenticatedAt: Date.parse(authenticated_at),
    rotate,
    user: Object.freeze({ id, name, email, locale }),
    roleIds,
  };
}
