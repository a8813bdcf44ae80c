/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { ChangeStream } from '../changes/types.d.ts' */
/** @import { Database } from '../postgres/database.js' */
import { createTokenMemory } from './token-memory.js';
import { isOfMany, TABLES_OF_ROLES } from './tables-of-roles.js';

const MINUTE = 60_000;
const TABLES = ['plinth.sessions', 'plinth.users', 'plinth.people_settings', ...TABLES_OF_ROLES];

/**
 * A session with its user, as a process remembers it. Times in ms since 1970, limits in ms.
 *
 * @typedef {{ sessionId: string, createdAt: number, seenAt: number, authenticatedAt: number, rotate: boolean,
 *   user: { id: string, name: string, email: string, locale: string | null }, roleIds: string[], groups: string[],
 *   limits: { idle: number, absolute: number, adminIdle: number }, adminStrict: boolean, found?: { catalog: Catalog, value: Found } }} Known
 * @typedef {{ actor: Actor, user: Known['user'], sessionId: string,
 *   session: { id: string, rotate: boolean, authenticatedAt: number, strict: boolean, seconds: number } }} Found
 */

/**
 * The sessions that this process knows.
 *
 * @param {{ db: Database, stream: ChangeStream | null }} parts
 */
export function createSessionMemory({ db, stream }) {
  const { forgetWhere, ...memory } = createTokenMemory({
    stream,
    tables: TABLES,
    read: (hash) => readSession(db, hash),
    isOf(/** @type {Known} */ { sessionId, user }, table, ids) {
      if (table === 'people_settings' || isOfMany(table)) return true;
      return ids.includes(table === 'sessions' ? sessionId : user.id);
    },
  });
  return {
    ...memory,
    /** At once, for what this process itself changed. @param {string} userId */
    forget: (userId) => forgetWhere(({ user }) => user.id === userId),
  };
}

/** @param {Database} db @param {Buffer} hash @returns {Promise<{ entry: Known, snapshot: string } | null>} */
async function readSession(db, hash) {
  const { rows } = await db.query({
    name: 'plinth_session',
    text: `select s.id as "sessionId", s.created_at, s.seen_at, s.authenticated_at, s.rotate,
                  u.id, u.name, u.email, u.locale,
                  plinth.roles_of(u.id) as "roleIds", plinth.groups_of(u.id) as groups,
                  p.idle_minutes, p.absolute_minutes, p.admin_idle_minutes, p.admin_strict,
                  pg_current_snapshot()::text as snapshot
             from plinth.sessions s
             join plinth.users u on u.id = s.user_id
            cross join plinth.people_settings p
            where s.token_hash = $1
              and u.disabled_at is null`,
    values: [hash],
  });
  if (rows.length === 0) return null;
  const { sessionId, created_at, seen_at, authenticated_at, rotate, id, name, email, locale, ...row } = rows[0];
  const entry = {
    sessionId,
    createdAt: Date.parse(created_at),
    seenAt: Date.parse(seen_at),
    authenticatedAt: Date.parse(authenticated_at),
    rotate,
    user: Object.freeze({ id, name, email, locale }),
    roleIds: row.roleIds,
    groups: row.groups,
    limits: {
      idle: row.idle_minutes * MINUTE,
      absolute: row.absolute_minutes * MINUTE,
      adminIdle: row.admin_idle_minutes * MINUTE,
    },
    adminStrict: row.admin_strict,
  };
  return { entry, snapshot: row.snapshot };
}
