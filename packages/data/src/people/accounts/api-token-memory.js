/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { ChangeStream } from '../../postgres/changes/types.d.ts' */
/** @import { Database } from '../../postgres/database/database.js' */
import { k, prepare, slot } from '../../postgres/sql/index.js';
import { createTokenMemory } from './token-memory.js';
import { isOfMany, TABLES_OF_ROLES } from './tables-of-roles.js';

const TABLES = ['plinth.api_tokens', 'plinth.users', ...TABLES_OF_ROLES];

const FIND = prepare(
  k('plinth.api_tokens as t')
    .join('plinth.users as u', 'u.id', 't.user_id')
    .select('t.id', 't.tables', 't.operations', 't.expires_at', 'u.name', 'u.email', 'u.locale', { user_id: 'u.id' })
    .select({ roleIds: k.raw('plinth.roles_of(u.id)'), groups: k.raw('plinth.groups_of(u.id)') })
    .select({ snapshot: k.raw('pg_current_snapshot()::text') })
    .where('t.token_hash', slot('hash'))
    .whereNull('t.revoked_at')
    .whereRaw('(t.expires_at is null or t.expires_at > now())')
    .whereNull('u.disabled_at'),
);

/**
 * A cached token with its user. Times in ms since 1970.
 *
 * @typedef {{ id: string, expiresAt: number | null, tables: string[] | null, operations: string[] | null, roleIds:
 *   string[], groups: string[],
 *   user: { id: string, name: string, email: string, locale: string | null },
 *   found?: { catalog: Catalog, value: TokenOwner } }} KnownToken
 * @typedef {{ actor: Actor, user: KnownToken['user'], tokenId: string }} TokenOwner
 */

/** The API tokens cached in this process. @param {{ db: Database, stream: ChangeStream | null }} parts */
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
  const { rows } = await db.query(FIND.bind({ hash }));
  if (rows.length === 0) return null;
  const { id, tables, operations, expires_at, user_id, name, email, locale, roleIds, groups, snapshot } = rows[0];
  const user = Object.freeze({ id: user_id, name, email, locale });
  const expiresAt = expires_at === null ? null : Date.parse(expires_at);
  return { entry: { id, expiresAt, tables, operations, roleIds, groups, user }, snapshot };
}
