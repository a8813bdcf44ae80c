/** @import { ChangeStream } from '../../postgres/changes/types.d.ts' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Catalog } from '@plinth/plugin' */
/** @import { Known } from './session-memory.js' */
import { isAdmin } from '@plinth/plugin';
import { k, prepare, slot } from '../../postgres/sql/index.js';
import { createActors } from '../../rules/rights/actors.js';
import { createSessionMemory } from './session-memory.js';
import { createSessionStore } from './session-store.js';
import { isToken, tokenHash, tokenKey } from './tokens.js';

const MINUTE = 60_000;
const TOUCH = prepare(k('plinth.sessions').where('id', slot('id')).update({ seen_at: k.fn.now() }));

/**
 * Sessions: a random token in the browser, its hash in the database. Sessions are cached in memory until the change
 * stream reports a change of the session or its user.
 *
 * @param {{ db: Database, catalog: () => Catalog, stream: ChangeStream | null, clock: () => number | Date,
 *   log: { warn(event: string, fields?: object): void } }} parts
 */
export function createSessions({ db, catalog, stream, clock, log }) {
  const actorOf = createActors();
  const memory = createSessionMemory({ db, stream, clock });
  const store = createSessionStore(db, memory);

  /** The session's user, with the current Catalog. @param {Known} entry */
  function found(entry) {
    const now = catalog();
    if (entry.found?.catalog === now) return entry.found.value;
    const { sessionId, rotate, authenticatedAt, user, roleIds, groups } = entry;
    const actor = actorOf(now, user.id, roleIds, { ...user, groups });
    const strict = entry.adminStrict && isAdmin(actor);
    const seconds = entry.limits.absolute / 1000;
    const session = { id: sessionId, rotate, authenticatedAt, strict, seconds };
    const value = Object.freeze({ actor, user, sessionId, session });
    entry.found = { catalog: now, value };
    return value;
  }

  const isOver = (/** @type {Known} */ entry) => hasEnded(entry, found(entry).actor.roles, Number(clock()));

  /** @param {Known} entry */
  function touch(entry) {
    // Also if the clock was set back: for the database, time has passed.
    if (Math.abs(Number(clock()) - entry.seenAt) < MINUTE) return;
    entry.seenAt = Number(clock());
    db.query(TOUCH.bind({ id: entry.sessionId })).catch((error) => log.warn('session not touched', { error }));
  }

  /**
   * From the cache only, for use after the freshness barrier; null means: ask the database.
   *
   * @param {string | null} key of keyOf()
   */
  function rememberedByKey(key) {
    const entry = key === null ? undefined : memory.get(key);
    if (!entry || isOver(entry)) return null;
    touch(entry);
    return found(entry);
  }

  return {
    ...store,
    forget: memory.forget,
    close: memory.close,

    keyOf,
    remembered: (/** @type {unknown} */ token) => rememberedByKey(keyOf(token)),
    rememberedByKey,

    /**
     * The token's user, without counting as activity: an open stream alone must not keep a session alive.
     *
     * @param {unknown} token
     */
    async whose(token) {
      if (!isToken(token)) return null;
      const known = (await stream?.caughtUp()) ? memory.get(tokenKey(token)) : undefined;
      const entry = known && !isOver(known) ? known : await memory.load(tokenKey(token), tokenHash(token));
      return entry && !isOver(entry) ? found(entry) : null;
    },

    /**
     * The token's user; null if the token is not valid.
     *
     * @param {unknown} token @param {boolean} [isFresh] whether the caller has already waited for the freshness barrier
     */
    async find(token, isFresh) {
      if (!isToken(token)) return null;
      const known = (isFresh ?? (await stream?.caughtUp())) ? rememberedByKey(keyOf(token)) : null;
      if (known) return known;
      const key = tokenKey(token);
      // Another process may have used this session since, and this one's clock may be wrong, so the database reports
      // its age.
      const entry = await memory.load(key, tokenHash(token));
      if (!entry) return null;
      if (isOver(entry)) {
        memory.drop(key);
        await store.endUnused(entry.sessionId, Number(clock()) - entry.seenAt);
        return null;
      }
      touch(entry);
      return found(entry);
    },
  };
}

/** @param {Known} entry @param {readonly string[]} roles @param {number} now */
function hasEnded({ limits: { idle, absolute, adminIdle }, seenAt, createdAt }, roles, now) {
  const unused = now - seenAt;
  return unused > (isAdmin({ roles }) ? Math.min(idle, adminIdle) : idle) || now - createdAt > absolute;
}

/** The cache key; null if the token is malformed. @param {unknown} token */
const keyOf = (token) => (isToken(token) ? tokenKey(token) : null);
