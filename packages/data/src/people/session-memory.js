/** @import { Database } from '../postgres/database.js' */

const MOST_KEPT = 10_000;

/**
 * A session with its user, as a process remembers it. Times in ms since 1970.
 *
 * @typedef {{ sessionId: string, createdAt: number, seenAt: number, authenticatedAt: number, rotate: boolean,
 *   user: { id: string, name: string, email: string, locale: string | null }, roleIds: string[] }} Known
 */

/**
 * The sessions that this process knows, by the hash of their token. Good only while somebody would tell us of changes:
 * while the listening connection stands.
 *
 * @param {Database} db
 */
export function createSessionMemory(db) {
  /** @type {Map<string, Known>} */
  const known = new Map();
  let generation = 0;

  return {
    /** @param {string} key */
    get: (key) => (db.hearing() ? known.get(key) : undefined),
    /** @param {string} key */
    drop: (key) => known.delete(key),

    /** @param {string} key @param {Buffer} hash @returns {Promise<Known | null>} */
    async load(key, hash) {
      const before = generation;
      const entry = await readSession(db, hash);
      // Something changed while we read: this answer serves once and is not kept.
      if (entry && before === generation && db.hearing()) {
        if (known.size >= MOST_KEPT) known.delete(/** @type {string} */ (known.keys().next().value));
        known.set(key, entry);
      }
      return entry;
    },

    /** @param {string} userId */
    forget(userId) {
      generation++;
      for (const [key, entry] of known) if (entry.user.id === userId) known.delete(key);
    },
    forgetAll() {
      generation++;
      known.clear();
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
