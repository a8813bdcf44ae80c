/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { ChangeStream } from '../../postgres/changes/types.d.ts' */
/** @import { Database } from '../../postgres/database/database.js' */
import { createTokenMemory } from './token-memory.js';
import { isOfMany, TABLES_OF_ROLES } from './tables-of-roles.js';

const MINUTE = 60_000;
const TABLES = ['plinth.sessions', 'plinth.users', 'plinth.people_settings', ...TABLES_OF_ROLES];

/**
 * A cached session with its user. groupings: how they last grouped lists, by the view's id. Limits are in ms, times in ms of this process's clock, calculated from the age that
 * the database reports. A wrong clock therefore ends no session.
 *
 * @typedef {{ sessionId: string, createdAt: number, seenAt: number, authenticatedAt: number, rotate: boolean,
 *   user: { id: string, name: string, email: string, locale: string | null, timeZone: string | null,
 *   picture: string | null, groupings: Readonly<Record<string, string>> | null }, roleIds: string[], groups: string[],
 * limits: { idle: number, absolute: number, adminIdle: number }, adminStrict: boolean, found?: { catalog: Catalog,
 *   value: Found } }} Known
 * @typedef {{ actor: Actor, user: Known['user'], sessionId: string,
 *   session: { id: string, rotate: boolean, authenticatedAt: number, strict: boolean, seconds: number } }} Found
 */

/**
 * The sessions cached in this process.
 *
 * @param {{ db: Database, stream: ChangeStream | null, clock: () => number | Date }} parts
 */
export function createSessionMemory({ db, stream, clock }) {
  const { forgetWhere, ...memory } = createTokenMemory({
    stream,
    tables: TABLES,
    read: (hash) => readSession(db, hash, clock),
    isOf(/** @type {Known} */ { sessionId, user }, table, ids) {
      if (table === 'people_settings' || isOfMany(table)) return true;
      return ids.includes(table === 'sessions' ? sessionId : user.id);
    },
  });
  return {
    ...memory,
    /** Immediately, for changes made by this process. @param {string} userId */
    forget: (userId) => forgetWhere(({ user }) => user.id === userId),
  };
}

/** @param {Database} db @param {Buffer} hash @param {() => number | Date} clock @returns {Promise<{ entry: Known, snapshot: string, mayKeep: boolean } | null>} */
async function readSession(db, hash, clock) {
  const { rows } = await db.query({
    name: 'plinth_session',
    text: `select s.id as "sessionId",
                  s.token_hash = $1 as current,
                  s.rotate and s.token_hash = $1 as rotate,
                  (extract(epoch from now() - s.created_at) * 1000)::float8 as age,
                  (extract(epoch from now() - s.seen_at) * 1000)::float8 as unused,
                  (extract(epoch from now() - s.authenticated_at) * 1000)::float8 as "sincePassword",
                  u.id, u.name, u.email, u.locale, u.time_zone as "timeZone", u.picture,
                  (select jsonb_object_agg(l.view, l.settings ->> 'group')
                     from plinth.list_settings l
                    where l.user_id = u.id and l.settings ->> 'group' is not null) as groupings,
                  plinth.roles_of(u.id) as "roleIds", plinth.groups_of(u.id) as groups,
                  p.idle_minutes, p.absolute_minutes, p.admin_idle_minutes, p.admin_strict,
                  pg_current_snapshot()::text as snapshot
             from plinth.sessions s
             join plinth.users u on u.id = s.user_id
            cross join plinth.people_settings p
            where (s.token_hash = $1 or (s.former_hash = $1 and s.former_until > now()))
              and u.disabled_at is null`,
    values: [hash],
  });
  if (rows.length === 0) return null;
  const { sessionId, current, age, unused, sincePassword, rotate, ...row } = rows[0];
  const { id, name, email, locale, timeZone, picture, groupings } = row;
  const now = Number(clock());
  const entry = {
    sessionId,
    createdAt: now - age,
    seenAt: now - unused,
    authenticatedAt: now - sincePassword,
    rotate,
    user: Object.freeze({ id, name, email, locale, timeZone, picture, groupings }),
    roleIds: row.roleIds,
    groups: row.groups,
    limits: {
      idle: row.idle_minutes * MINUTE,
      absolute: row.absolute_minutes * MINUTE,
      adminIdle: row.admin_idle_minutes * MINUTE,
    },
    adminStrict: row.admin_strict,
  };
  // Only the database decides how long a former token is still accepted.
  return { entry, snapshot: row.snapshot, mayKeep: current };
}
