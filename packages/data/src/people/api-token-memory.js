/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { ChangeStream } from '../changes/types.d.ts' */
/** @import { Database } from '../postgres/database.js' */
import { createTokenMemory } from './token-memory.js';
import { isOfMany, TABLES_OF_ROLES } from './tables-of-roles.js';

const TABLES = ['plinth.api_tokens', 'plinth.users', ...TABLES_OF_ROLES];

/**
 * A token with its user, as a process remembers it. Times in ms since 1970.
 *
 * @typedef {{ id: string, expiresAt: number | null, tables: string[] | null, operations: string[] | null, roleIds: string[], groups: string[],
 *   user: { id: string, name: string, email: string, locale: string | null },
 *   found?: { catalog: Catalog, value: TokenOwner } }} KnownToken
 * @typedef {{ actor: Actor, user: KnownToken['user'], tokenId: string }} TokenOwner
 */

/** The API tokens that this process knows. @param {{ db: Database, stream: ChangeStream | null }} parts */
export function createApiTokenMemory({ db, stream }) {
  return createTokenMemory({
    stream,
    tables: TABLES,
    read: (hash) => readToken(db, hash),
    isOf: (/** @type {KnownToken} */ { id, user }, table, ids) =>
      isOfMany(table) || ids.includes(table === 'api_tokens' ? id : user.id),
  });
}

/** @param {Database} db @param {Buffer} hash @returns {Promise<{ entry: KnownToken, snapshot: string } | null>} */
async function readToken(db, hash) {
  const { rows } = await db.query({
    name: 'plinth_api_token',
    text: `select t.id, t.tables, t.operations, t.expires_at,
                  u.id as user_id, u.name, u.email, u.locale,
                  plinth.roles_of(u.id) as "roleIds", plinth.groups_of(u.id) as groups,
                  pg_current_snapshot()::text as snapshot
             from plinth.api_tokens t
             join plinth.users u on u.id = t.user_id
            where t.token_hash = $1
              and t.revoked_at is null
              and (t.expires_at is null or t.expires_at > now())
              and u.disabled_at is null`,
    values: [hash],
  });
  if (rows.length === 0) return null;
  const { id, tables, operations, expires_at, user_id, name, email, locale, roleIds, groups, snapshot } = rows[0];
  const user = Object.freeze({ id: user_id, name, email, locale });
  const expiresAt = expires_at === null ? null : Date.parse(expires_at);
  return { entry: { id, expiresAt, tables, operations, roleIds, groups, user }, snapshot };
}
