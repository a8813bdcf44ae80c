/** @import { AppDocument } from '@plinth/plugin' */
/** @import { Client } from './client.js' */
/** @import { Data } from '@plinth/data' */
import { createChangeStream } from '@plinth/data';
import { admin } from '@plinth/admin';
import assert from 'node:assert/strict';
import { createTestDatabase } from '@plinth/data/testing';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { createLog } from '../http/log/log.js';
import { startServer } from '../start-server.js';
import { createClient } from './client.js';
import { migrateEmpty } from './migrate-empty.js';

const PASSWORD = 'correct horse battery';
/** Of the password, as the product hashes it: to hash it for every user of every test would take longer than many. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$Jk6RRtzTf5WV/C+2XYALpg$u7aObBKaWbdfmyFsV8llk/VOg5KAwPTRo+J4YDLbd/4';
/** Servers of all tests send the same assets: to compress those of the admin takes two seconds of CPU. */
const COMPRESSED = path.join(tmpdir(), `plinth-test-assets-${userInfo().uid}`);
/** Tests of the server can be run behind the second wall, too; those that count statements count more then. */
const ROW_SECURITY = process.env.ROW_SECURITY === 'on';
const SYSTEM = Object.freeze({ userId: null, roles: Object.freeze([]), system: true });

/**
 * It always has a stream of changes.
 *
 * @typedef {Data & { feed: NonNullable<Data['feed']>, stream: NonNullable<Data['stream']> }} TestData
 */

/**
 * A whole Plinth on a database of its own, with a first admin. `as(role)` gives a client that is logged in as a user of
 * that role ('public': not logged in).
 *
 * @param {{ app?: AppDocument, users?: Record<string, string[]>, fresh?: boolean, safeMode?: boolean, baseUrl?: string,
 *   logLevel?: string, pageCache?: boolean, metricsToken?: string, visitorLimit?: number, trustProxy?: number,
 *   changes?: 'logical' | 'notify', database?: Awaited<ReturnType<typeof createTestDatabase>>,
 *   limits?: { maxConnections?: number, port?: number, streamLimits?: Record<string, number>,
 *   lowered?: Partial<import('@plinth/data').Limits> } }} [options]
 *   changes: by what they are heard; users: further people, name to roles, for `as(name)`; fresh: without the admin, to test the first run;
 *   database: one that is there already, closed with the server
 */
export async function startTestServer({
  app,
  users = {},
  fresh = false,
  safeMode,
  baseUrl,
  logLevel = 'info',
  pageCache = true,
  metricsToken,
  visitorLimit = 0,
  trustProxy = 0,
  changes,
  database: given,
  limits = {},
} = {}) {
  const database = given ?? (await createTestDatabase({ migrate: migrateEmpty, reader: ROW_SECURITY }));
  // The test cluster answers commits before they are in the log; who keeps anything in memory waits for the log.
  Object.assign(database.connection, { options: '-c synchronous_commit=on' });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-test-'));
  await mkdir(COMPRESSED, { recursive: true, mode: 0o700 });
  await mkdir(path.join(dataDir, 'cache'));
  await symlink(COMPRESSED, path.join(dataDir, 'cache', 'assets'));
  /** @type {string[]} */
  const lines = [];
  const log = createLog({ level: logLevel, write: (line) => lines.push(line) });
  const config = {
    port: 0,
    host: '127.0.0.1',
    databaseUrl: null,
    dataDir,
    baseUrl: baseUrl ?? 'http://127.0.0.1:0',
    workers: 1,
    trustProxy,
    visitorLimit,
    logLevel,
    safeMode,
    pageCache,
    metricsToken,
    rowSecurity: ROW_SECURITY,
    ...limits,
  };
  const { connection } = database;
  const stream = changes && (await createChangeStream({ connection, log, kind: changes }));
  const server = await startServer(config, { admin, log, database, stream });
  const url = `http://127.0.0.1:${server.port}`;
  /** @type {Map<string, Promise<Client>>} */
  const clients = new Map();

  /** @param {string} name a role, or a name of `users` */
  async function logIn(name) {
    if (name === 'public') return createClient(url);
    const { people, db } = server.runtime().data;
    const email = `${name}@example.com`;
    const { id } = await people.users.create(SYSTEM, { name, email, roles: users[name] ?? [name] });
    await db.query(`update plinth.users set password_hash = '${PASSWORD_HASH}' where id = '${id}'`);
    // To check the password that was just set would take longer than most tests.
    const { token, user } = await people.loginVerified(email, { address: `test-${name}`, userAgent: 'test' });
    return createClient(url, { cookies: { plinth_session: token }, user });
  }

  /** @param {string} name @returns {Promise<Client>} */
  function as(name) {
    let client = clients.get(name);
    if (!client) clients.set(name, (client = logIn(name)));
    return client;
  }

  try {
    if (!fresh) await as('admin');
    if (app) await server.runtime().data.apps.install(SYSTEM, app, { rows: true });
  } catch (error) {
    // Whoever waits for a server that never comes can't close it: its open port would keep the test file alive.
    await server.close();
    throw error;
  }
  return {
    url,
    dataDir,
    database,
    password: PASSWORD,
    system: SYSTEM,
    as,
    /** The data layer; asked for anew after plugins have changed. */
    get data() {
      return /** @type {TestData} */ (server.runtime().data);
    },
    get runtime() {
      return server.runtime();
    },
    /** Everything logged so far. */
    log: () => lines.join(''),
    async close() {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
      checkSeen(lines);
    },
  };
}

/**
 * Whatever a test looked at: no screen may have shown a key instead of its text, or what the browser had to block.
 *
 * @param {readonly string[]} lines of the log
 */
function checkSeen(lines) {
  const told = (/** @type {string} */ event) => lines.filter((line) => line.includes(`"event":"${event}"`));
  assert.deepEqual(
    told('text missing').map((line) => JSON.parse(line).key),
    [],
    'keys without a text',
  );
  // As browsers report it, and not a test.
  const blocked = told('content blocked by CSP').filter((line) => line.includes('csp-report'));
  assert.deepEqual(blocked, [], 'blocked by our own policy');
}
