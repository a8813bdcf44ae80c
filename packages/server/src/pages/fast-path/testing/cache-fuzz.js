/** @import { Ask, Told } from '../../../testing/pipelined.js' */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { admin } from '@plinth/admin';
import { until } from '@plinth/data/testing';
import pg from 'pg';
import { createLog } from '../../../http/log/log.js';
import { startServer } from '../../../start-server.js';
import { createClient, startTestServer } from '../../../testing/index.js';
import { pipelined } from '../../../testing/pipelined.js';
import { defineSite, SLOW, USERS } from './fuzz-site.js';
import { memoryInUse } from './memory-in-use.js';
import { createRandom } from './random.js';

/** Everybody who asks: the admin looks at the site as herself, as a role, and as anna, too. */
const PEOPLE = ['public', ...Object.keys(USERS), 'admin', 'as-role', 'as-anna'];
/** Whose pages are kept. */
const ALIKE = PEOPLE.slice(0, -2);
const PLAIN = ['/', '/page/both', '/page/greeting', '/page/staff', '/view/plain', '/view/mine', '/view/no'];
const QUERIES = ['', '?title.contains=a', '?x=%22%3E%3Cb%3E&sort=-title'];
const PAGES = [...PLAIN.flatMap((path) => QUERIES.map((query) => path + query)), '/view/plain/saved'];
const RANGES = ['bytes=0-9', 'bytes=5-', 'bytes=-3', 'bytes=999999999-', 'bytes=0-1,4-5'];
/** A browser's cookies of 8 KB. */
const MANY_COOKIES = Array.from({ length: 8 }, (_, i) => `; other${i}=${'x'.repeat(1000)}`).join('');
/** How many ETags are sent back, of those that anybody got. */
const MOST_TAGS = 200;
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
  const { data, files } = /** @type {any} */ (bare.runtime());
  // Its files are not kept either.
  files.answerOf = () => null;
  files.find = data.files.get;
  const psql = new pg.Client(first.database.connection);
  await psql.connect();
  try {
    const paths = [...PAGES, ...(await defineSite(first))];
    await until(() => first.runtime.pages?.state() === 'live');
    const game = { first, bare: `http://127.0.0.1:${bare.port}`, psql, paths, rounds, random: createRandom(seed) };
    return await createFuzz(game).play(answers);
  } finally {
    await psql.end();
    await bare.close();
    await first.close();
  }
}

/** @param {{ first: any, bare: string, psql: pg.Client, paths: string[], rounds: number, random: (below: number) => number }} game */
function createFuzz({ first, bare, psql, paths, rounds, random }) {
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
      .then(({ status, text, headers }) => ({ status, text, headers: { etag: headers.get('etag') ?? '' } }));
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
    if (random(20) === 0) headers.cookie = `padding=1; ${cookie}${MANY_COOKIES}`;
    if (random(4) > 0) headers['accept-encoding'] = pick(ENCODINGS);
    if (tags.length > 0) {
      if (random(6) === 0) headers['if-none-match'] = `${pick(tags)}, ${pick(tags)} , "x",${pick(tags)}`;
      if (random(30) === 0) headers['if-range'] = pick(tags);
    }
    if (random(200) === 0) headers['if-none-match'] = '*';
    if (random(10) === 0) headers.range = pick(RANGES);
    const method = random(10) === 0 ? 'HEAD' : 'GET';
    const version = random(20) === 0 ? '1.0' : '1.1';
    return { name, ask: { path: random(100) > 0 ? pick(paths) : '/view/large', method, version, headers } };
  }

  /** @param {string} name @param {Ask} ask @param {Told} told @param {readonly Told[]} allowed */
  function check(name, { path, method, headers = {} }, told, allowed) {
    given++;
    const about = `${name} ${method} ${path}, step ${count}: ${JSON.stringify(headers)}`;
    // Too much at once for one person: in the name of admins as somebody else no answer comes from memory.
    if (told.status === 429) return void tell('429');
    const isOfWhole = [206, 304, 416].includes(told.status);
    const fits = allowed.filter((one) => one.status === (isOfWhole ? 200 : told.status));
    assert.ok(fits.length > 0, `${told.status} instead of ${allowed.map(({ status }) => status)} for ${about}`);
    tell(isOfWhole ? String(told.status) : `${method} ${told.headers['content-encoding'] ?? 'plain'}`);
    const isFile = /^\/(files|assets)\//.test(path);
    const tagOf = (/** @type {Told} */ one) =>
      isFile ? one.headers.etag : `W/"${hash('sha1', one.text, 'base64url')}"`;
    if (told.status === 304) {
      const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
      assert.ok(known[0] === '*' || fits.some((one) => known.includes(tagOf(one))), about);
    } else if (told.status === 206) {
      const range = told.headers['content-range'];
      assert.ok(isFile && headers.range && fits.some(({ text }) => partOf(text, range) === told.text), about);
    } else if (told.status === 416) {
      assert.ok(isFile && headers.range === 'bytes=999999999-', about);
    } else if (method === 'GET' && told.status === 200) {
      const isRight = fits.some(({ text }) => text === told.text);
      assert.ok(isRight, `${about}\n${told.text}\n\nright:\n${fits[0].text}`);
    }
    if (told.status === 200) {
      const isPrivate = name !== 'public' && !path.startsWith('/assets/');
      assert.match(told.headers['cache-control'], isPrivate ? /private/ : /./, about);
    }
    const { etag } = told.headers;
    if (!etag) return;
    tags.push(etag);
    if (tags.length > MOST_TAGS) tags.shift();
    const isTagRight = fits.some((one) => tagOf(one) === etag);
    assert.ok(isTagRight, about);
    const tellsTime = !isFile && ['admin', 'boss'].includes(name) && isAdmin(name);
    assert.equal('server-timing' in told.headers, tellsTime, about);
  }

  let bossIsAdmin = true;
  const isAdmin = (/** @type {string} */ name) => name !== 'boss' || bossIsAdmin;

  /** Some requests of anybody on one connection. @param {Promise<unknown>} [between] after which the second half is sent */
  async function burst(between) {
    const asks = Array.from({ length: 1 + random(12) }, anyAsk);
    const now = right;
    const leaves = random(30) === 0;
    if (leaves) tell('left');
    if (between) tell('in two halves');
    const sent = asks.map(({ ask }) => ask);
    const told = await pipelined(port, sent, { leaves, between });
    if (leaves) return;
    const later = right === now ? [] : [right];
    for (const [i, answer] of told.entries()) {
      const { name, ask } = asks[i];
      const allowed = [await rightFor(name, ask.path)];
      for (const other of [now, ...later]) {
        const one = await other.get(`${name} ${ask.path}`);
        if (one) allowed.push(one);
      }
      check(name, ask, answer, allowed);
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
      for (let i = 0; i < rounds; i++) {
        const one = burst();
        await Promise.all([one, burst(), burst(), burst(random(5) === 0 ? one : undefined)]);
      }
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
      for (const [i, answer] of told.entries()) {
        const { name, ask } = asks[i];
        const old = /** @type {Told} */ (await before.get(`${name} ${ask.path}`));
        check(name, ask, answer, [old, await rightFor(name, ask.path)]);
      }
    };
  }

  return { play };
}

/** @param {string} text @param {string} range @returns {string} */
function partOf(text, range) {
  const [start, end] = (/^bytes (\d+)-(\d+)\//.exec(range) ?? []).slice(1).map(Number);
  return Buffer.from(text).toString('utf8', start, end + 1);
}
