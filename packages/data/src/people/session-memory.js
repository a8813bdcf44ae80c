/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { ChangeEvent, ChangeStream } from '../changes/types.d.ts' */
/** @import { Database } from '../postgres/database.js' */
import { tableVersionsOf } from '../changes/index.js';

const MOST_KEPT = 10_000;
const MINUTE = 60_000;
const TABLES = ['plinth.sessions', 'plinth.users', 'plinth.user_roles', 'plinth.people_settings'];

/**
 * A session with its user, as a process remembers it. Times in ms since 1970, limits in ms.
 *
 * @typedef {{ sessionId: string, createdAt: number, seenAt: number, authenticatedAt: number, rotate: boolean,
 *   user: { id: string, name: string, email: string, locale: string | null }, roleIds: string[],
 *   limits: { idle: number, absolute: number, adminIdle: number }, found?: { catalog: Catalog, value: Found } }} Known
 * @typedef {{ actor: Actor, user: Known['user'], sessionId: string,
 *   session: { id: string, rotate: boolean, authenticatedAt: number } }} Found
 */

/**
 * The sessions that this process knows, by the hash of their token. An entry goes when the change stream tells of
 * anything that it was read from; it is good only for who has a proof of the stream. Without a stream nothing is kept.
 *
 * @param {{ db: Database, stream: ChangeStream | null }} parts
 */
export function createSessionMemory({ db, stream }) {
  /** @type {Map<string, Known>} */
  const known = new Map();
  const versions = stream ? tableVersionsOf(stream) : null;
  const off = stream?.subscribe((event) => hear(known, event));

  return {
    /** @param {string} key */
    get: (key) => known.get(key),
    /** @param {string} key */
    drop: (key) => known.delete(key),

    /** @param {string} key @param {Buffer} hash @returns {Promise<Known | null>} */
    async load(key, hash) {
      const since = versions?.generation() ?? 0;
      const read = await readSession(db, hash);
      if (!read) return null;
      // Kept only if it shows every change that was heard of: the log may tell of a commit before anybody can see it.
      if (stream?.state() === 'live' && versions?.stamp(TABLES, read.snapshot, since)) {
        if (known.size >= MOST_KEPT) known.delete(/** @type {string} */ (known.keys().next().value));
        known.set(key, read.entry);
      }
      return read.entry;
    },

    /** At once, for what this process itself changed. @param {string} userId */
    forget: (userId) => forgetWhere(known, ({ user }) => user.id === userId),
    close: () => off?.(),
  };
}

/** @param {Map<string, Known>} known @param {ChangeEvent} event */
function hear(known, event) {
  if (event.kind === 'reset') return known.clear();
  for (const { schema, table, key, oldKey } of event.changes) {
    if (schema !== 'plinth' || !TABLES.includes(`plinth.${table}`)) continue;
    if (key === null || table === 'people_settings') return known.clear();
    const ids = [key[0], oldKey?.[0] ?? null];
    if (table === 'sessions') forgetWhere(known, ({ sessionId }) => ids.includes(sessionId));
    else forgetWhere(known, ({ user }) => ids.includes(user.id));
  }
}

/** @param {Map<string, Known>} known @param {(entry: Known) => boolean} isIt */
function forgetWhere(known, isIt) {
  for (const [key, entry] of known) if (isIt(entry)) known.delete(key);
}

/** @param {Database} db @param {Buffer} hash @returns {Promise<{ entry: Known, snapshot: string } | null>} */
async function readSession(db, hash) {
  const { rows } = await db.query({
    name: 'plinth_session',
    text: `select s.id as "sessionId", s.created_at, s.seen_at, s.authenticated_at, s.rotate,
                  u.id, u.name, u.email, u.locale,
                  array(select role_id from plinth.user_roles where user_id = u.id) as "roleIds",
                  p.idle_minutes, p.absolute_minutes, p.admin_idle_minutes, pg_current_snapshot()::text as snapshot
             from plinth.sessions s
             join plinth.users u on u.id = s.user_id
            cross join plinth.people_settings p
            where s.token_hash = $1
              and u.disabled_at is null`,
    values: [hash],
  });
  if (rows.length === 0) return null;
  const { sessionId, created_at, seen_at, authenticated_at, rotate, id, name, email, locale, roleIds, ...row } =
    rows[0];
  const entry = {
    sessionId,
    createdAt: Date.parse(created_at),
    seenAt: Date.parse(seen_at),
    authenticatedAt: Date.parse(authenticated_at),
    rotate,
    user: Object.freeze({ id, name, email, locale }),
    roleIds,
    limits: {
      idle: row.idle_minutes * MINUTE,
      absolute: row.absolute_minutes * MINUTE,
      adminIdle: row.admin_idle_minutes * MINUTE,
    },
  };
  return { entry, snapshot: row.snapshot };
}
