/** @import { Ask, Told } from '../../../testing/pipelined.js' */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { admin } from '@plinth/admin';
import { until } from '@plinth/data/testing';
import { node } from '@plinth/plugin';
import pg from 'pg';
import { createLog } from '../../../http/log/log.js';
import { startServer } from '../../../start-server.js';
import { createClient, startTestServer } from '../../../testing/index.js';
import { pipelined } from '../../../testing/pipelined.js';
import { memoryInUse } from './memory-in-use.js';
import { createRandom } from './random.js';

/** Name to roles. */
const USERS = { anna: ['user'], bob: ['user'], carl: ['user', 'staff'], boss: ['admin'] };
/** Everybody who asks: the admin looks at the site as herself, as a role, and as anna, too. */
const PEOPLE = ['public', ...Object.keys(USERS), 'admin', 'as-role', 'as-anna'];
/** Who reads slowly, and asks for nothing else: whoever has not taken a large answer is not given another meanwhile. */
const SLOW = 'sam';
/** Whose pages are kept. */
const ALIKE = PEOPLE.slice(0, -2);
const PLAIN = ['/', '/page/both', '/page/greeting', '/page/staff', '/view/plain', '/view/mine', '/view/no'];
const QUERIES = ['', '?title.contains=a', '?x=%22%3E%3Cb%3E&sort=-title'];
const PATHS = [...PLAIN.flatMap((path) => QUERIES.map((query) => path + query)), '/view/plain/saved'];
const ENCODINGS = ['br', 'gzip', 'gzip, deflate, br', 'identity', 'br;q=0, gzip', '*'];
/** Bytes that memory may grow by in the second half. */
const MOST_GROWTH = 24 * 2 ** 20;

/**
 * Many people ask one server with caches, in every way that HTTP knows, in random order on shared connections, while rows,
 * rights, names, and sessions change; each answer is compared with that of a server without caches.
 *
 * @param {{ answers: number, seed: number, rounds: number }} options rounds: of four connections each, between two changes
 * @returns {Promise<{ answers: number, hits: number, growth: number, kinds: Record<string, number> }>}
 */
export async function runCacheFuzz({ answers, seed, rounds }) {
  const first = await startTestServer({ users: { ...USERS, [SLOW]: ['user'] }, logLevel: 'error' });
  const log = createLog({ level: 'error', write: () => {} });
  const config = { ...first.runtime.config, port: 0, dataDir: first.dataDir, pageCache: false };
  const bare = await startServer(config, { admin, log, database: first.database });
  const psql = new pg.Client(first.database.connection);
  await psql.connect();
  try {
    await defineSite(first);
    await until(() => first.runtime.pages?.state() === 'live');
    const game = { first, bare: `http://127.0.0.1:${bare.port}`, psql, rounds, random: createRandom(seed) };
    return await createFuzz(game).play(answers);
  } finally {
    await psql.end();
    await bare.close();
    await first.close();
  }
}

/** @param {any} first */
async function defineSite(first) {
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => first.data.edit(first.system, name, input);
  const all = { read: 'all', create: 'all', update: 'all', delete: 'all' };
  const own = { ...all, read: 'own', update: 'own', delete: 'own' };
  const columns = ['title', 'created_by'].map((field) => ({ kind: 'field', field }));
  const tables = { notes: { public: all, user: all }, diary: { user: own }, large: { public: all } };
  for (const [table, access] of Object.entries(tables)) {
    await edit('add-table', { name: table, label: table, fields: [{ name: 'title', label: 'Title', type: 'text' }] });
    await edit('set-access', { table, access, owner: table === 'diary' ? 'created_by' : null });
    const name = { notes: 'plain', diary: 'mine', large: 'large' }[table];
    const more = table === 'large' ? { pageSize: 200 } : {};
    const settings = { columns, sort: [{ field: 'id' }], ...more };
    const roles = [table === 'diary' ? 'user' : 'public'];
    await edit('add-view', { view: { name, label: table, table, template: 'list', roles, config: settings } });
  }
  const when = (/** @type {string} */ condition, /** @type {string} */ text) => ({
    ...node('text', { text }),
    visible: { when: condition },
  });
  const both = [node('embed', { view: 'plain' }), node('embed', { view: 'mine' })];
  const greeting = Object.keys(USERS).map((name) => when(`user.name == "${name}"`, `canary-${name} hello`));
  const pages = [
    { name: 'both', role: 'public', content: both },
    { name: 'greeting', role: 'user', content: greeting },
    { name: 'staff', role: 'staff', content: [node('text', { text: 'x' })] },
  ];
  for (const { name, role, content } of pages) {
    await edit('add-page', { page: { name, title: name, roles: [role], layout: node('stack', {}, content) } });
  }
  for (const name of Object.keys(USERS)) {
    const { user } = await first.as(name);
    const actor = { userId: user.id, roles: ['user', 'public'], system: false };
    await first.data.rows.insert(actor, 'diary', { title: `canary-${name} diary` });
    await first.data.rows.insert(actor, 'notes', { title: `a ${name}` });
  }
  await first.as(SLOW);
  await first.data.db.query(
    `insert into app.large (title) select repeat(md5(i::text), 60) from generate_series(1, 200) i`,
  );
}

/** @param {{ first: any, bare: string, psql: pg.Client, rounds: number, random: (below: number) => number }} game */
function createFuzz({ first, bare, psql, rounds, random }) {
  const port = Number(new URL(first.url).port);
  const kinds = /** @type {Record<string, number>} */ ({});
  const pick = (/** @type {readonly any[]} */ list) => list[random(list.length)];
  const tell = (/** @type {string} */ kind) => (kinds[kind] = (kinds[kind] ?? 0) + 1);
  /** @type {Map<string, Map<string, string>>} */
  const jars = new Map();
  /** What a server without caches says now. @type {Map<string, Promise<Told>>} */
  let right = new Map();
  /** ETags of all that anybody got. @type {string[]} */
  const tags = [];
  /** Slow readers. @type {Promise<void>[]} */
  let slow = [];
  let given = 0;
  let count = 0;

  const cookiesOf = (/** @type {string} */ name) =>
    [...(jars.get(name) ?? [])].map(([key, value]) => `${key}=${value}`).join('; ');
  const clientOf = (/** @type {string} */ name, url = bare) =>
    createClient(url, { cookies: Object.fromEntries(jars.get(name) ?? []) });

  /** @param {string} name @param {string} path */
  function rightFor(name, path) {
    const key = `${name} ${path}`;
    const known = right.get(key);
    if (known) return known;
    const asked = clientOf(name)
      .get(path)
      .then(({ status, text }) => ({ status, text, headers: {} }));
    right.set(key, asked);
    return asked;
  }

  /** Logs in, or renews what is no longer right. @param {string} name */
  async function enter(name) {
    const of = name.startsWith('as-') ? 'admin' : name;
    if (name === 'public') return void jars.set(name, new Map());
    const { token } = await first.data.people.loginVerified(`${of}@example.com`, { address: name, userAgent: 'fuzz' });
    const jar = new Map([['plinth_session', token]]);
    if (name === 'as-role') jar.set('plinth_as', 'role:user');
    if (name === 'as-anna') jar.set('plinth_as', `user:${(await first.as('anna')).user.id}`);
    jars.set(name, jar);
  }

  /** @returns {{ name: string, ask: Ask }} */
  function anyAsk() {
    const name = pick(random(40) > 0 ? ALIKE : PEOPLE);
    /** @type {Record<string, string>} */
    const headers = {};
    const cookie = cookiesOf(name);
    if (cookie) headers.cookie = cookie;
    if (random(4) > 0) headers['accept-encoding'] = pick(ENCODINGS);
    if (random(6) === 0 && tags.length > 0)
      headers['if-none-match'] = `${pick(tags)}, ${pick(tags)} , "x",${pick(tags)}`;
    if (random(20) === 0)
      headers.range = pick(['bytes=0-9', 'bytes=5-', 'bytes=-3', 'bytes=999999999-', 'bytes=0-1,4-5']);
    const method = random(10) === 0 ? 'HEAD' : 'GET';
    return { name, ask: { path: random(100) > 0 ? pick(PATHS) : '/view/large', method, headers } };
  }

  /** @param {string} name @param {Ask} ask @param {Told} told @param {readonly Told[]} allowed */
  function check(name, { path, method, headers = {} }, told, allowed) {
    given++;
    const about = `${name} ${method} ${path}, step ${count}: ${JSON.stringify(headers)}`;
    // Too much at once for one person: in the name of admins as somebody else no answer comes from memory.
    if (told.status === 429) return void tell('429');
    const fits = allowed.filter((one) => one.status === (told.status === 304 ? 200 : told.status));
    assert.ok(fits.length > 0, `${told.status} instead of ${allowed.map(({ status }) => status)} for ${about}`);
    if (told.headers.etag && told.status === 200) tags[given % 200] = told.headers.etag;
    tell(told.status === 304 ? '304' : `${method} ${told.headers['content-encoding'] ?? 'plain'}`);
    if (told.status === 304) {
      const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
      assert.ok(
        fits.some(({ text }) => known.includes(`W/"${hash('sha1', text, 'base64url')}"`)),
        about,
      );
    } else if (method === 'GET' && told.status === 200) {
      assert.ok(
        fits.some(({ text }) => text === told.text),
        `${about}\n${told.text}\n\nright:\n${fits[0].text}`,
      );
    }
    if (told.status === 200) assert.match(told.headers['cache-control'], name === 'public' ? /./ : /private/, about);
    if (!told.headers.etag) return;
    assert.ok(
      fits.some(({ text }) => `W/"${hash('sha1', text, 'base64url')}"` === told.headers.etag),
      about,
    );
    assert.equal('server-timing' in told.headers, ['admin', 'boss'].includes(name) && isAdmin(name), about);
  }

  let bossIsAdmin = true;
  const isAdmin = (/** @type {string} */ name) => name !== 'boss' || bossIsAdmin;

  /** Some requests of anybody on one connection. @param {readonly Map<string, Promise<Told>>[]} [also] what may be said, too */
  async function burst(also = []) {
    const asks = Array.from({ length: 1 + random(12) }, anyAsk);
    if (random(8) === 0) Object.assign(asks[asks.length - 1].ask, { version: '1.0' });
    const leaves = random(30) === 0;
    const now = right;
    if (leaves) {
      tell('left');
      return void (await pipelined(
        port,
        asks.map(({ ask }) => ask),
        { leaves },
      ));
    }
    const told = await pipelined(
      port,
      asks.map(({ ask }) => ask),
    );
    const later = right === now ? [] : [right];
    for (const [i, { name, ask }] of asks.entries()) {
      const allowed = [await rightFor(name, ask.path)];
      for (const other of [now, ...also, ...later]) {
        const one = await other.get(`${name} ${ask.path}`);
        if (one) allowed.push(one);
      }
      check(name, ask, told[i], allowed);
    }
  }

  /** Asks for large pages, and reads them only when much else was said. @param {Promise<unknown>} later */
  async function readSlowly(later) {
    /** @type {Ask[]} */
    const asks = ['', '', '?x=1', ''].map((query) => ({
      path: `/view/large${query}`,
      method: 'GET',
      headers: { cookie: cookiesOf(SLOW) },
    }));
    const allowed = await Promise.all(asks.map(({ path }) => rightFor(SLOW, path)));
    const told = await pipelined(port, asks, { later });
    asks.forEach((ask, i) => check(SLOW, ask, told[i], [allowed[i]]));
    tell('slow');
  }

  const sql = [
    `update app.notes set title = title || 'a' where id = (select max(id) from app.notes where length(title) < 50)`,
    `insert into app.notes (title) select 'by hand' where (select count(*) from app.notes) < 20`,
    `delete from app.notes where id = (select max(id) from app.notes) and (select count(*) from app.notes) > 5`,
    `update app.diary set title = title || '.' where length(title) < 60`,
    `update plinth.users set locale = case when locale = 'de' then null else 'de' end where email like 'carl%'`,
    `update plinth.users set locale = case when locale = 'de' then null else 'de' end where email like 'admin%'`,
  ];
  const changes = {
    row: () => psql.query(pick(sql)),
    title: () => first.data.edit(first.system, 'change-page', { page: 'both', changes: { title: `Both ${count}` } }),
    home: () =>
      first.data.edit(first.system, 'change-page', { page: 'both', changes: { roles: [pick(['public', 'user'])] } }),
    /** The second admin loses the role, and gets it back. */
    boss: async () => {
      bossIsAdmin = !bossIsAdmin;
      const { id } = (await first.as('boss')).user;
      await first.data.people.users.update(first.system, id, { roles: [bossIsAdmin ? 'admin' : 'user'] });
      if (!bossIsAdmin) {
        const [told] = await pipelined(port, [{ path: '/page/both', headers: { cookie: cookiesOf('boss') } }]);
        assert.ok(!told.text.includes('/admin/build'), 'boss is no admin any more');
      }
      await enter('boss');
    },
    staff: async () => {
      const { id } = (await first.as('carl')).user;
      await first.data.people.users.update(first.system, id, { roles: pick([['user'], ['user', 'staff']]) });
      await enter('carl');
    },
    session: async () => {
      const name = pick(PEOPLE);
      const token = jars.get(name)?.get('plinth_session');
      if (!token) return;
      await first.data.people.logout(token);
      const ask = { path: '/page/greeting', headers: { cookie: cookiesOf(name) } };
      const [told] = await pipelined(port, [ask]);
      assert.doesNotMatch(told.text, /canary-/, `${name} is logged out`);
      await enter(name);
    },
    hidden: async () => {
      const body = JSON.stringify({ columns: [{ key: 'created_by', hidden: random(2) === 0 }] });
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
      const name = pick(['anna', 'bob', 'admin']);
      await clientOf(name, first.url).request('/view/plain/list-settings', { method: 'PATCH', headers, body });
    },
  };
  const during = [changes.row, changes.row, changes.title, changes.home];

  /** @param {number} answers */
  async function play(answers) {
    for (const name of [...PEOPLE, SLOW]) await enter(name);
    let half = 0;
    for (; given < answers; count++) {
      if (half === 0 && given > answers / 2) half = memoryInUse();
      let done = () => {};
      if (random(10) === 0) slow.push(readSlowly(new Promise((go) => (done = () => go(undefined)))));
      for (let i = 0; i < rounds; i++) await Promise.all(Array.from({ length: 4 }, () => burst()));
      done();
      await Promise.all(slow);
      slow = [];
      if (random(2) === 0) await pick(Object.values(changes))();
      else {
        // Whoever asks meanwhile gets what was before or what is after.
        const before = right;
        const asks = Array.from({ length: 4 }, () => Array.from({ length: 10 }, anyAsk));
        for (const { name, ask } of asks.flat()) await rightFor(name, ask.path);
        const asked = asks.map((some) => askMeanwhile(some));
        await pick(during)();
        right = new Map();
        for (const check of await Promise.all(asked)) await check(before);
        continue;
      }
      right = new Map();
    }
    const growth = memoryInUse() - half;
    assert.ok(growth < MOST_GROWTH, `${growth} bytes more after the second half`);
    return { answers: given, hits: first.runtime.pages.counts().hits, growth, kinds };
  }

  /** @param {{ name: string, ask: Ask }[]} asks */
  async function askMeanwhile(asks) {
    const told = await pipelined(
      port,
      asks.map(({ ask }) => ask),
    );
    return async (/** @type {Map<string, Promise<Told>>} */ before) => {
      for (const [i, { name, ask }] of asks.entries()) {
        const old = /** @type {Told} */ (await before.get(`${name} ${ask.path}`));
        check(name, ask, told[i], [old, await rightFor(name, ask.path)]);
      }
    };
  }

  return { play };
}
