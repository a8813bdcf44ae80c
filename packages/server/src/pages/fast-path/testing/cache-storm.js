import assert from 'node:assert/strict';
import { admin } from '@plinth/admin';
import { createChangeStream } from '@plinth/data';
import { node } from '@plinth/plugin';
import pg from 'pg';
import { createLog } from '../../../http/log/log.js';
import { startServer } from '../../../start-server.js';
import { startTestServer } from '../../../testing/index.js';
import { createRawClient } from './raw-client.js';
import { createStormWriters } from './storm-writers.js';

const CONNECTIONS = 8;
const READERS = ['public', 'anna'];

/**
 * A growing number that pages show: a request sent after n was confirmed must show at least n.
 *
 * @typedef {{ begun: number, confirmed: number, pattern: RegExp }} Fact
 * @typedef {{ answers: number, hits: number, notFresh: number, writes: number, kills: number, seconds: number }} Storm
 */

/** Which facts each page shows, to whom. */
const PAGES = {
  '/view/plain': { public: ['psql', 'one', 'two', 'name'], anna: ['psql', 'one', 'two', 'name'] },
  '/page/both': { public: ['title', 'psql', 'one', 'two'], anna: ['title', 'psql', 'one', 'two', 'own'] },
  '/view/mine': { anna: ['own', 'name'] },
};

/**
 * Two servers on one database respond as fast as they can while users write through either, psql writes, metadata and
 * rights change by edits and by psql, and the connections of the change stream are killed. Each response is compared
 * with what had been confirmed to writers before it was requested: an older state is an error, and so is another user's
 * page.
 *
 * @param {{ answers: number, hits: number, every?: number, killEvery?: number, changes?: 'logical' | 'notify' }} options
 *   hits: it goes on until so many answers came from memory; takes longer on a machine that is too busy for freshness barriers;
 *   every: so many answers between two writes of one kind; killEvery: and between two kills
 * @returns {Promise<Storm>}
 */
export async function runCacheStorm({ answers, hits, every = 100, killEvery = 1000, changes = 'logical' }) {
  const first = await startTestServer({ logLevel: 'error', changes, users: { anna: ['user'], bob: ['user'] } });
  const config = { ...first.runtime.config, port: 0, dataDir: first.dataDir };
  const log = createLog({ level: 'error', write: () => {} });
  const stream = await createChangeStream({ connection: first.database.connection, log, kind: changes });
  const second = await startServer(config, { admin, log, database: first.database, stream });
  const psql = await openPsql(first.database.connection);
  const servers = [
    { port: Number(new URL(first.url).port), url: first.url, runtime: () => first.runtime },
    { port: second.port, url: `http://127.0.0.1:${second.port}`, runtime: second.runtime },
  ];
  try {
    await defineSite(first);
    return await play({ first, servers, psql: psql.as, answers, hits, every, killEvery });
  } finally {
    await psql.close();
    await second.close();
    await first.close();
  }
}

/** Each manual writer has a separate connection. @param {any} connection */
async function openPsql(connection) {
  /** @type {Map<string, pg.Client>} */
  const clients = new Map();
  for (const name of ['psql', 'name', 'title', 'roles', 'kill']) {
    const client = new pg.Client(connection);
    await client.connect();
    clients.set(name, client);
  }
  return {
    as: (/** @type {string} */ name) => /** @type {pg.Client} */ (clients.get(name)),
    close: () => Promise.all([...clients.values()].map((client) => client.end())),
  };
}

/** @param {any} first */
async function defineSite(first) {
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => first.data.edit(first.system, name, input);
  const all = { read: 'all', create: 'all', update: 'all', delete: 'all' };
  const own = { read: 'own', create: 'all', update: 'own', delete: 'own' };
  const columns = ['title', 'created_by'].map((field) => ({ kind: 'field', field }));
  for (const [table, access] of Object.entries({
    notes: { public: { ...all, create: 'none' }, user: all },
    diary: { user: own },
  })) {
    await edit('add-table', { name: table, label: table, fields: [{ name: 'title', label: 'Title', type: 'text' }] });
    await edit('set-access', { table, access, owner: table === 'diary' ? 'created_by' : null });
    const isPublic = table === 'notes';
    const list = {
      template: 'list',
      roles: [isPublic ? 'public' : 'user'],
      config: { columns, sort: [{ field: 'id' }] },
    };
    await edit('add-view', { view: { name: isPublic ? 'plain' : 'mine', label: table, table, ...list } });
    const layout = node('form_field', { field: 'title' });
    await edit('add-view', {
      view: { name: `${table}_form`, label: table, template: 'edit', table, roles: ['user'], config: { layout } },
    });
  }
  const layout = node('stack', {}, [node('embed', { view: 'plain' }), node('embed', { view: 'mine' })]);
  await edit('add-page', { page: { name: 'both', title: 'Both 0.', roles: ['public'], layout } });
  await edit('add-page', {
    page: { name: 'staff', title: 'Staff', roles: ['staff'], layout: node('heading', { text: 'Staff' }) },
  });
}

/**
 * @param {{ first: any, servers: { port: number, url: string, runtime(): any }[], psql(name: string): pg.Client, answers:
 *   number, hits: number, every: number, killEvery: number }} game
 * @returns {Promise<Storm>}
 */
async function play({ first, servers, psql, answers, hits, every, killEvery }) {
  const writers = await createStormWriters({ first, servers, psql, every, killEvery });
  /** @type {Record<string, Fact>} */
  const facts = writers.facts;
  const anna = await first.as('anna');
  const cookies = { public: '', anna: `plinth_session=${anna.cookies.get('plinth_session')}` };
  const began = performance.now();
  const game = { over: false, given: 0 };

  const sum = (/** @type {'hits' | 'notFresh'} */ key) =>
    servers.reduce((total, { runtime }) => total + runtime().pages.counts()[key], 0);

  /** @param {number} at @param {number} turn */
  async function read(at, turn) {
    const client = await createRawClient(servers[at % 2].port);
    try {
      for (; !game.over; turn++) {
        const paths = Object.keys(PAGES);
        const path = /** @type {keyof typeof PAGES} */ (paths[turn % paths.length]);
        const reader = READERS[(turn + at) % READERS.length];
        const shown = /** @type {Record<string, string[]>} */ (PAGES[path])[reader];
        if (!shown) continue;
        const floors = shown.map((name) => facts[name].confirmed);
        const answer = await client.get(path, cookies[/** @type {'public'} */ (reader)]);
        judge({ answer, path, reader, shown, floors, facts });
        if (++game.given >= answers && sum('hits') >= hits) game.over = true;
      }
    } finally {
      game.over = true;
      client.close();
    }
  }

  const reading = Array.from({ length: 2 * CONNECTIONS }, (_, i) => read(i, i * 7));
  await Promise.all([...reading, ...writers.run(game)]);
  return {
    answers: game.given,
    hits: sum('hits'),
    notFresh: sum('notFresh'),
    ...writers.counts,
    seconds: Math.round((performance.now() - began) / 1000),
  };
}

/**
 * @param {{ answer: { status: number, text: string }, path: string, reader: string, shown: string[], floors: number[],
 *   facts: Record<string, Fact> }} of
 */
function judge({ answer: { status, text }, path, reader, shown, floors, facts }) {
  assert.equal(status, 200, `${reader} ${path}: ${text.slice(0, 300)}`);
  shown.forEach((name, i) => {
    const found = Number(facts[name].pattern.exec(text)?.[1] ?? NaN);
    assert.ok(
      found >= floors[i],
      `stale: ${reader} was shown ${name} ${found} at ${path}; ${floors[i]} was confirmed before`,
    );
    assert.ok(found <= facts[name].begun, `${reader} was shown ${name} ${found}, which nobody wrote`);
  });
  assert.ok(!text.includes('canary-bob'), `${reader} was shown what is bob's`);
  assert.equal(text.includes('canary-anna'), shown.includes('own'), `${reader} ${path}`);
}
