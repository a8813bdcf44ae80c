/** @import { ChangeStream } from '../../postgres/changes/types.d.ts' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Catalog } from '@plinth/plugin' */
/** @import { Tell } from '../../catalog/types.d.ts' */
/** @import { MailQueue } from './mails.d.ts' */
/** @import { SecurityEvents } from '../../gate/security/security-events.js' */
import { createSecurityEvents } from '../../gate/security/security-events.js';
import { k } from '../../postgres/sql/index.js';
import { createApiTokens } from './api-tokens.js';
import { createGroups } from './groups.js';
import { createInvitations } from './invitations.js';
import { createLogin } from './login.js';
import { createNames } from './names.js';
import { createOwnSessions } from './own-sessions.js';
import { divideMemory } from '../../postgres/memory/index.js';
import { createPasswordHasher } from './password/password-hash.js';
import { createPasswordResets } from './password-resets.js';
import { createPictures } from './pictures.js';
import { createProfile } from './profile.js';
import { createRateLimits } from './rate-limits.js';
import { createRequestLimit } from './request-limit.js';
import { createRequestShares } from './request-shares.js';
import { createVault } from '../../postgres/sealing/vault.js';
import { createSecrets } from './secrets.js';
import { createSessions } from './sessions.js';
import { createPeopleSettings } from './settings.js';
import { createSignUp } from './sign-up.js';
import { createVerifiedLogin } from './verified-login.js';
import { createUsers } from './users.js';

/**
 * @typedef {{ debug?: Function, info(event: string, fields?: object): void, warn(event: string, fields?: object): void }} PeopleLog
 * @typedef {{ db: Database, catalog: () => Catalog, hasher: ReturnType<typeof createPasswordHasher>,
 *   limits: ReturnType<typeof createRateLimits>, sessions: ReturnType<typeof createSessions>, log: PeopleLog, events: SecurityEvents, outbox: MailQueue, tell: Tell }} PeopleParts
 * @typedef {ReturnType<typeof createAccounts>} People
 */

/**
 * Users, their sessions and the ways to log in.
 *
 * @param {{ db: Database, catalog: () => Catalog, log: PeopleLog, stream?: ChangeStream | null, clock?: () => number |
 *   Date,
 *   events?: SecurityEvents, outbox: MailQueue, tell?: Tell, vault?: import('../../postgres/sealing/vault.js').Vault,
 *   memory?: import('../../postgres/memory/divide.js').Memory }} options
 *   without a stream nothing is cached; `clock` returns a Date or milliseconds since 1970
 */
export function createAccounts({
  db,
  catalog,
  log,
  stream = null,
  clock = Date.now,
  events = createSecurityEvents({ db, log }),
  outbox,
  tell = async () => {},
  vault = createVault({ dataDir: '' }),
  memory = divideMemory(),
}) {
  const sessions = createSessions({ db, catalog, stream, clock, log });
  const apiTokens = createApiTokens({ db, catalog, stream, clock, log, events });
  /** @type {PeopleParts} */
  const parts = {
    db,
    catalog,
    sessions,
    log,
    events,
    outbox,
    tell,
    hasher: createPasswordHasher({ fairness: db.fairness, parallel: memory.worker.passwords }),
    limits: createRateLimits(db),
  };
  const login = createLogin(parts);
  const { list, get, create, update, disable, remove, setPassword } = createUsers(parts);

  return {
    close() {
      sessions.close();
      apiTokens.close();
    },
    apiTokens,
    users: { list, get, create, update, disable, remove, setPassword, names: createNames(db) },
    groups: createGroups(parts),
    ...login,
    ...createVerifiedLogin(parts),
    ...createInvitations(parts),
    ...createPasswordResets(parts),
    ...createSignUp(parts),
    ...createProfile(parts, login),
    pictures: createPictures(parts),
    settings: createPeopleSettings(db, events),
    secrets: createSecrets(db, events, vault),
    limitRequests: createRequestLimit(db),
    limitCalls: createRequestShares(db),

    ...createOwnSessions(parts),
    ...asOfSessions(sessions),

    /** Deletes what has expired. */
    async maintenance() {
      await sessions.purge();
      await apiTokens.purge();
      await events.purge();
      await deleteExpired(db);
    },
  };
}

/** @param {ReturnType<typeof createSessions>} sessions */
const asOfSessions = (sessions) => ({
  session: sessions.find,
  whoseSession: sessions.whose,
  rememberedSession: sessions.remembered,
  sessionKey: sessions.keyOf,
  rememberedByKey: sessions.rememberedByKey,
  rotateWhenDue: sessions.rotateWhenDue,
  markAuthenticated: sessions.markAuthenticated,
});

/** @param {Database} db */
async function deleteExpired(db) {
  await db.query(older('plinth.password_resets', 'expires_at', '1 day').delete());
  await db.query(older('plinth.invitations', 'expires_at', '30 days').delete());
  await db.query(older('plinth.request_counts', 'window_start', '1 hour').delete());
  await db.query(
    older('plinth.login_attempts', 'window_start', '2 hours')
      .whereRaw("coalesce(blocked_until, window_start) < now() - interval '2 hours'")
      .whereRaw("(key not like 'known:%' or window_start < now() - interval '90 days')")
      .delete(),
  );
}

/** Deletes expired rows. @param {string} table @param {string} column @param {string} age an interval */
const older = (table, column, age) => k(table).whereRaw('?? < now() - ?::interval', [column, age]);
