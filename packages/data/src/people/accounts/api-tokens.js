/** @import { ChangeStream } from '../../postgres/changes/types.d.ts' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { SecurityEvents } from '../../gate/security/security-events.js' */
/** @import { ApiToken, ApiTokenInput } from './api-token-input.js' */
import { AppError, createCache } from '@plinth/plugin';
import { accessLevel } from '../../rules/rights/index.js';
import { asUuid, k, prepare, slot, sql } from '../../postgres/sql/index.js';
import { createActors } from '../../rules/rights/actors.js';
import { OPERATIONS, checkApiToken } from './api-token-input.js';
import { createApiTokenMemory } from './api-token-memory.js';
import { userNotFound } from './read-users.js';
import { requireAdmin } from '../../rules/rights/require-admin.js';
import { newToken, tokenHash, tokenKey } from './tokens.js';

/** API tokens; links, which were also given the prefix of tokens at first. */
const FORM = /^(plt|pll)_[A-Za-z0-9_-]{43}$/;
const MINUTE = 60_000;
/** What may be done by a secret link. */
const READING = Object.freeze({ tables: null, operations: Object.freeze(['read']) });
const NOTE_USE = prepare(
  k(k.raw('plinth.api_token_uses (token_id, used_at)'))
    .insert(k('plinth.api_tokens').select('id', k.fn.now()).where('id', slot('id')))
    .onConflict('token_id')
    .merge({ used_at: k.ref('excluded.used_at') }),
);

/**
 * API tokens let programs act as a user, optionally with fewer rights. The token itself is shown once, when it is
 * created. Like sessions, tokens are cached in memory.
 *
 * @param {{ db: Database, catalog: () => Catalog, stream: ChangeStream | null, clock: () => number | Date,
 *   log: { warn(event: string, fields?: object): void }, events: SecurityEvents }} parts
 */
export function createApiTokens({ db, catalog, stream, clock, log, events }) {
  const actorOf = createActors();
  const memory = createApiTokenMemory({ db, stream });
  /** When this process last recorded that a token was used. @type {import('@plinth/plugin').Cache<string, number>} */
  const noted = createCache({ max: 10_000 });

  /** @param {string} id */
  function noteUse(id) {
    const now = Number(clock());
    if (now - (noted.get(id) ?? 0) < MINUTE) return;
    noted.set(id, now);
    db.query(NOTE_USE.bind({ id })).catch((error) => log.warn('use of a token not noted', { error }));
  }

  /** @param {string} token @param {boolean} [knownFresh] */
  async function ownerOf(token, knownFresh) {
    if (!FORM.test(token)) return null;
    const key = tokenKey(token);
    const isFresh = knownFresh ?? (await stream?.caughtUp()) ?? false;
    const entry = (isFresh && memory.get(key)) || (await memory.load(key, tokenHash(token)));
    if (!entry || (entry.expiresAt !== null && entry.expiresAt <= Number(clock()))) return null;
    noteUse(entry.id);
    const now = catalog();
    if (entry.found?.catalog !== now) {
      const actor = actorOf(now, entry.user.id, entry.roleIds, { ...entry.user, groups: entry.groups });
      const scope = scopeOf(now, entry);
      const limited = scope ? Object.freeze({ ...actor, scope }) : actor;
      entry.found = { catalog: now, value: Object.freeze({ actor: limited, user: entry.user, tokenId: entry.id }) };
    }
    return entry.found.value;
  }

  return {
    close: memory.close,
    /**
     * Whose secret link it is, who may then read what they may read themselves; null if it is not valid, or for something else.
     *
     * @param {string} token @param {string} purpose
     */
    async readerOf(token, purpose) {
      const found = await ownerOf(token);
      if (!found?.actor.scope?.operations?.includes(purposeText(purpose))) return null;
      return Object.freeze({ ...found.actor, scope: READING });
    },
    ...createTokenStore({ db, catalog, clock, events }, memory),

    /**
     * The user and scope of an API token; null if it is not valid, or is the key of a secret link, which opens nothing else.
     *
     * @param {string} token @param {boolean} [knownFresh] whether the caller has already waited for the freshness
     *   barrier
     */
    async actorOf(token, knownFresh) {
      const found = await ownerOf(token, knownFresh);
      return found?.actor.scope?.operations?.some(isPurpose) ? null : found;
    },
  };
}

/**
 * Creating, listing and revoking tokens.
 *
 * @param {Omit<Parameters<typeof createApiTokens>[0], 'stream' | 'log'>} parts
 * @param {Pick<ReturnType<typeof createApiTokenMemory>, 'forgetWhere'>} memory
 */
function createTokenStore({ db, catalog, clock, events }, memory) {
  return {
    /**
     * Locks the user and the session, so that whoever ends them finds this token too.
     *
     * @param {Actor} actor @param {string} userId the actor's own; admins may name any user @param {ApiTokenInput}
     *   asked
     * @param {{ sessionId?: string | null, purpose?: string | null }} [by] the session that asks, where there is one;
     *   purpose: makes a secret link that is good for this and for nothing else
     * @returns {Promise<ApiToken & { token: string }>} with the token itself, which can't be read again
     * @throws {AppError} INPUT_INVALID, USER_NOT_FOUND
     */
    async create(actor, userId, asked, { sessionId = null, purpose = null } = {}) {
      requireOwn(actor, userId);
      const known = knownTo(actor, catalog());
      const { name, tables, expiresAt, ...checked } = checkApiToken(known, asked, Number(clock()));
      const operations = purpose === null ? checked.operations : [purposeText(purpose)];
      const { token: secret } = newToken();
      const token = `${purpose === null ? 'plt' : 'pll'}_${secret}`;
      const made = await db.transaction(async (tx) => {
        const by = { actor, sessionId };
        const rows = await insertToken(tx, { hash: tokenHash(token), userId, name, tables, operations, expiresAt }, by);
        if (rows.length === 0) throw userNotFound();
        await events.add('token-made', { by: actor.userId, address: actor.address, about: userId, what: name }, tx);
        return rows[0];
      });
      const shown = { name, tables: namesOf(catalog(), tables), operations, expiresAt, usedAt: null };
      return { ...made, ...shown, token };
    },

    /** Valid tokens, newest first. @param {Actor} actor @param {string} userId @returns {Promise<ApiToken[]>} */
    async list(actor, userId) {
      requireOwn(actor, userId);
      const { rows } = await db.query(
        k('plinth.api_tokens as t')
          .leftJoin('plinth.api_token_uses as u', 'u.token_id', 't.id')
          .select('t.id', 't.name', 't.tables', 't.operations')
          .select({ createdAt: 't.created_at', expiresAt: 't.expires_at', usedAt: 'u.used_at' })
          .where('t.user_id', asUuid(userId))
          .whereNull('t.revoked_at')
          .whereRaw('(t.expires_at is null or t.expires_at > now())')
          .orderBy([{ column: 't.created_at', order: 'desc' }, 't.id'])
          .limit(200),
      );
      return rows.map((row) => ({ ...row, tables: namesOf(catalog(), row.tables), ...purposeOf(row.operations) }));
    },

    /** @param {Actor} actor @param {string} userId @param {string} id @throws {AppError} TOKEN_NOT_FOUND (404) */
    async revoke(actor, userId, id) {
      requireOwn(actor, userId);
      await db.transaction(async (tx) => {
        const { rows } = await tx.query(
          k('plinth.api_tokens')
            .where({ user_id: asUuid(userId), id: asUuid(id) })
            .whereNull('revoked_at')
            .update({ revoked_at: k.fn.now() })
            .returning('name'),
        );
        if (rows.length !== 1) throw new AppError('TOKEN_NOT_FOUND', 'This token does not exist', { status: 404 });
        const what = rows[0].name;
        await events.add('token-revoked', { by: actor.userId, address: actor.address, about: userId, what }, tx);
      });
      memory.forgetWhere((entry) => entry.id === id);
    },

    async purge() {
      const over = "least(revoked_at, expires_at) < now() - interval '30 days'";
      await db.query(k('plinth.api_tokens').whereRaw(over).delete());
    },
  };
}

/**
 * Locks the user first, then the session, in the same order as the code that ends them.
 *
 * @param {import('../../postgres/database/transaction.js').Transaction} tx
 * @param {{ hash: Buffer, userId: string, name: string, tables: readonly string[] | null, operations: readonly string[]
 *   | null,
 *   expiresAt: string | null }} token
 * @param {{ actor: Actor, sessionId: string | null }} by
 * @returns {Promise<any[]>} no row if the user does not exist or the session has ended
 */
async function insertToken(tx, { hash, userId, name, tables, operations, expiresAt }, { actor, sessionId }) {
  const { rows } = await tx.query(sql`
    with person as materialized (
      select id from plinth.users where id = ${asUuid(userId)}::uuid and disabled_at is null for share
    ), session as materialized (
      select s.id from plinth.sessions s
       where s.id = ${sessionId}::uuid and exists (select from person)
         for share
    )
    insert into plinth.api_tokens (token_hash, user_id, name, tables, operations, expires_at, created_by)
    select ${hash}, id, ${name}, ${tables}::uuid[], ${operations}::text[], ${expiresAt}::timestamptz, ${actor.userId}::uuid
      from person
     where ${sessionId}::uuid is null or exists (select from session)
    returning id, created_at as "createdAt"`);
  return rows;
}

const PURPOSE = 'link:';

/** @param {string} purpose */
const purposeText = (purpose) => `${PURPOSE}${purpose}`;

/** @param {string} operation as stored */
const isPurpose = (operation) => operation.startsWith(PURPOSE);

/** @param {readonly string[] | null} operations as stored */
function purposeOf(operations) {
  const text = operations?.find(isPurpose);
  return text === undefined ? { operations, purpose: null } : { operations: null, purpose: text.slice(PURPOSE.length) };
}

/** @param {Actor} actor @param {string} userId */
function requireOwn(actor, userId) {
  if (actor.userId !== userId || actor.scope) requireAdmin(actor);
}

/** Revokes all tokens of a user whose password was changed. @param {{ query: Function }} on @param {string} userId */
export async function revokeApiTokens(on, userId) {
  const standing = k('plinth.api_tokens').where('user_id', userId).whereNull('revoked_at');
  await on.query(standing.update({ revoked_at: k.fn.now() }));
}

/** @param {Catalog} catalog @param {{ tables: readonly string[] | null, operations: readonly string[] | null }} token */
function scopeOf(catalog, { tables, operations }) {
  if (tables === null && operations === null) return null;
  return Object.freeze({ tables: namesOf(catalog, tables), operations: operations && Object.freeze([...operations]) });
}

/**
 * Names of the tables that still exist; null means all.
 *
 * @param {Catalog} catalog @param {readonly string[] | null} ids
 */
function namesOf(catalog, ids) {
  if (ids === null) return null;
  return catalog.tables.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
}

/**
 * The tables on which the actor has any right; others don't exist for them.
 *
 * @param {Actor} actor @param {Catalog} catalog @returns {Pick<Catalog, 'hasTable' | 'table'>}
 */
function knownTo(actor, catalog) {
  const may = (/** @type {string} */ name) =>
    OPERATIONS.some((operation) => accessLevel(actor, catalog.table(name), operation) !== 'none');
  return { hasTable: (name) => catalog.hasTable(name) && may(name), table: catalog.table };
}
