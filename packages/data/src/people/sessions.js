/** @import { Database } from '../postgres/database.js' */
/** @import { Catalog } from '@plinth/plugin' */
/** @import { Known } from './session-memory.js' */
import { sql } from '../sql/index.js';
import { createActors } from './actors.js';
import { createSessionMemory } from './session-memory.js';
import { createSessionStore } from './session-store.js';
import { isToken, tokenHash } from './tokens.js';

const MINUTE = 60_000;

/**
 * Sessions: an opaque token in the browser, its hash in the database. Known ones are kept in memory, until a trigger
 * on any of the people's tables says that something about their user has changed, or while nobody could tell us.
 *
 * @param {{ db: Database, catalog: () => Catalog, settings: { current(): { idle: number, absolute: number, adminIdle: number } },
 *   clock: () => number | Date, log: { warn(event: string, fields?: object): void } }} parts
 */
export function createSessions({ db, catalog, settings, clock, log }) {
  const actorOf = createActors();
  const memory = createSessionMemory(db);

  /** @param {Known} entry */
  function isOver({ user, roleIds, seenAt, createdAt }) {
    const { idle, absolute, adminIdle } = settings.current();
    const now = Number(clock());
    const isAdmin = actorOf(catalog(), user.id, roleIds).roles.includes('admin');
    return now - seenAt > (isAdmin ? Math.min(idle, adminIdle) : idle) || now - createdAt > absolute;
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
    ...createSessionStore(db, memory),
    forget: memory.forget,
    forgetAll: memory.forgetAll,

    /** Whose token this is; null when it is nobody's any more. @param {unknown} token */
    async find(token) {
      if (!isToken(token)) return null;
      const hash = tokenHash(token);
      const key = hash.toString('base64url');
      let entry = memory.get(key) ?? null;
      // Another process may have seen this session since: look before ending it.
      if (!entry || isOver(entry)) entry = await memory.load(key, hash);
      if (!entry) return null;
      const { sessionId, rotate, authenticatedAt, user, roleIds } = entry;
      if (isOver(entry)) {
        memory.drop(key);
        await db.query(sql`delete from plinth.sessions where id = ${sessionId}`);
        return null;
      }
      touch(entry);
      const actor = actorOf(catalog(), user.id, roleIds);
      return { actor, user, sessionId, session: { id: sessionId, rotate, authenticatedAt } };
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

    async purge() {
      const { idle, absolute } = settings.current();
      await db.query(sql`
        delete from plinth.sessions
         where seen_at < now() - ${idle / 1000} * interval '1 second'
            or created_at < now() - ${absolute / 1000} * interval '1 second'`);
    },
  };
}
