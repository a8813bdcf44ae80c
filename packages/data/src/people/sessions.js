/** @import { ChangeStream } from '../changes/types.d.ts' */
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
 * Sessions: an opaque token in the browser, its hash in the database. Known ones are kept in memory until
 * the change stream tells that something about them or their user has changed.
 *
 * @param {{ db: Database, catalog: () => Catalog, stream: ChangeStream | null, clock: () => number | Date,
 *   log: { warn(event: string, fields?: object): void } }} parts
 */
export function createSessions({ db, catalog, stream, clock, log }) {
  const actorOf = createActors();
  const memory = createSessionMemory({ db, stream });

  /** @param {Known} entry */
  function isOver({ user, roleIds, seenAt, createdAt, limits: { idle, absolute, adminIdle } }) {
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
    close: memory.close,

    /**
     * Whose token this is; null when it is nobody's any more.
     *
     * @param {unknown} token @param {boolean} [proven] whether the caller has a proof of the change stream already
     */
    async find(token, proven) {
      if (!isToken(token)) return null;
      const hash = tokenHash(token);
      const key = hash.toString('base64url');
      const mayRemember = proven ?? (await stream?.prove()) ?? false;
      let entry = (mayRemember && memory.get(key)) || null;
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
      await db.query(sql`
        delete from plinth.sessions s
         using plinth.people_settings p
         where s.seen_at < now() - p.idle_minutes * interval '1 minute'
            or s.created_at < now() - p.absolute_minutes * interval '1 minute'`);
    },
  };
}
