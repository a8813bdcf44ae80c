import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { costsAtMost } from '@plinth/plugin/testing';
import pg from 'pg';
import { startTestServer } from '../src/testing/index.js';

/*
 * What costs the sender little must not cost the server much: less than reading ten times 1.8 MB of JSON, the client's
 * part included, which is about 100 ms of CPU.
 */
const MOST = 10;
/** A million rows made and counted: a tenth of a second of PostgreSQL. */
const HARMLESS = 'select count(*) from generate_series(1, 1000000)';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Record<string, string>} */
let own;
/** @type {Record<string, string>} */
let neighbour;
const ROWS = '/api/v1/tables/notes/rows';

before(async () => {
  server = await startTestServer({ users: { ada: ['staff'], bob: ['staff'] } });
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  const fields = [
    { name: 'title', type: 'text' },
    { name: 'body', type: 'long_text' },
    { name: 'score', type: 'integer' },
    { name: 'extra', type: 'json' },
  ];
  await edit('add-table', { name: 'notes', fields });
  await edit('add-field', {
    table: 'notes',
    field: { name: 'parent', type: 'relation', attributes: { table: 'notes' } },
  });
  const access = { staff: { read: 'all', create: 'all', update: 'all', delete: 'all' } };
  await edit('set-access', { table: 'notes', access });
  await edit('generate-views', { table: 'notes', roles: ['staff'] });
  await edit('add-table', { name: 'others', fields: [{ name: 'title', type: 'text' }], access });
  await server.data.db.query(
    `insert into app.notes (title, body, score, parent) select 'n' || i, repeat('ab', 200), i, nullif(i - 1, 0) from generate_series(1, 2000) i`,
  );
  const { user } = await server.as('ada');
  const { token } = await server.data.people.apiTokens.create(server.system, user.id, { name: 'load' });
  own = { authorization: `Bearer ${token}` };
  const bob = (await server.as('bob')).user;
  const { token: second } = await server.data.people.apiTokens.create(server.system, bob.id, { name: 'quiet' });
  neighbour = { authorization: `Bearer ${second}` };
});
after(() => server?.close());

/** @typedef {{ method?: string, headers?: Record<string, string>, body?: string | Buffer }} How */

/** @param {string} path @param {How} [how] @returns {Promise<{ status: number, text: string }>} */
function send(path, { method = 'GET', headers = {}, body } = {}) {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const sent = request({ hostname, port, path, method, headers: { ...own, ...headers }, agent: false }, (answer) => {
      let text = '';
      isAnswered = true;
      answer.on('data', (chunk) => (text += chunk));
      answer.on('end', () => resolve({ status: Number(answer.statusCode), text }));
      answer.on('error', () => resolve({ status: Number(answer.statusCode), text }));
    });
    // A body that is refused is not read to its end.
    sent.on('error', (error) => isAnswered || reject(error));
    sent.end(body);
  });
}

/** @param {unknown} body @returns {How} */
const json = (body) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const nested = (/** @type {number} */ levels) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const many = (/** @type {number} */ count) => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join()}}`;
const parameters = (/** @type {number} */ count) => Array.from({ length: count }, (_, i) => `a${i}=`).join('&');
const bomb = gzipSync(Buffer.alloc(50_000_000, '['));

describe('L5: a request that is made to cost much', () => {
  const targets = [ROWS, '/api/v1/transactions', '/api/v1/edits', '/mcp'];
  const cases = /** @type {[string, string, How][]} */ ([
    ...targets.map((path) => [`1,000 levels of JSON to ${path}`, path, json(nested(1000))]),
    ...targets.map((path) => [`150,000 keys to ${path}`, path, json(many(150_000))]),
    ...targets.map((path) => [
      `a gzip bomb to ${path}`,
      path,
      { ...json(''), headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' }, body: bomb },
    ]),
    ...targets.map((path) => [
      `100 MB announced to ${path}`,
      path,
      { ...json('{'), headers: { 'content-type': 'application/json', 'content-length': '100000000' } },
    ]),
    ...[ROWS, '/api/v1/changes', '/view/notes_list', '/page/none', '/auth/login'].map((path) => [
      `3,000 parameters to ${path}`,
      `${path}?${parameters(3000).slice(0, 14_000)}`,
      {},
    ]),
    [
      'a form of 10,000 fields',
      '/auth/login',
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
        body: parameters(10_000),
      },
    ],
    [
      'a form with names of 1,000 levels',
      '/auth/login',
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
        body: `email${'[a]'.repeat(1000)}=1`,
      },
    ],
  ]);
  for (const [name, path, how] of cases) {
    it(`${name} is refused or answered at little cost`, async () => {
      const ask = async () => {
        const { status, text } = await send(path, how);
        assert.ok(status < 500, `${status} ${text.slice(0, 300)}`);
        if (how.body) assert.ok(status >= 400, `${status}`);
      };
      await costsAtMost(name, ask, { times: MOST });
    });
  }
});

describe('L6: a list that is made to cost much', () => {
  const encode = encodeURIComponent;
  const wide = Array.from({ length: 400 }, () => 'title,score').join();
  const cases = /** @type {[string, string][]} */ ([
    ['a page of a billion rows', `limit=1000000000`],
    ['400 sorts', `sort=${wide}`],
    ['400 times the same field', `fields=${wide}`],
    ['twenty steps to the parent', `expand=${Array(20).fill('parent').join('.')}`],
    ['a filter over twenty steps', `${Array(20).fill('parent').join('.')}.title=x`],
    ['500 conditions', Array.from({ length: 500 }, (_, i) => `score.ne=${i}`).join('&')],
    ['an expression of 1,000 levels', `filter=${encode('('.repeat(1000) + 'true' + ')'.repeat(1000))}`],
    ['a long chain of or', `filter=${encode(Array(400).fill('row.score > 1').join(' || '))}`],
    ['nested quantifiers', `filter=${encode('row.title.contains("a") && '.repeat(100) + 'true')}`],
    ['a search of 10,000 letters', `q=${'ab%20'.repeat(2500)}`],
    ['a pattern of many wild cards', `title.contains=${encode('%a_'.repeat(500))}`],
    ['a far cursor', `after=${'A'.repeat(8000)}`],
    ['5,000 values', `score.in=${Array.from({ length: 2500 }, (_, i) => i).join()}`],
  ]);
  for (const [name, query] of cases) {
    it(`${name}: is refused, or answered soon, and the next request is answered`, async () => {
      const ask = async () => {
        const { status, text } = await send(`${ROWS}?${query.slice(0, 15_000)}`);
        assert.ok(status === 200 || (status >= 400 && status < 500), `${status} ${text.slice(0, 300)}`);
      };
      const count = () => server.data.db.query(HARMLESS);
      await costsAtMost(name, ask, { times: 10, than: count, clock: () => performance.now() });
      assert.equal((await send(`${ROWS}?limit=1`)).status, 200);
    });
  }

  it('many at once leave the pool able to answer', async () => {
    const heavy = `${ROWS}?sort=-title,score&q=ab&count=exact&limit=50&title.contains=n&body.contains=ba`;
    const heavies = Promise.all(Array.from({ length: 30 }, () => send(heavy)));
    const { status } = await send(`${ROWS}/1`);
    assert.equal(status, 200);
    for (const one of await heavies)
      assert.ok([200, 429, 503].includes(one.status), `${one.status} ${one.text.slice(0, 200)}`);
  });
});

describe('Y1: one person and the others', () => {
  const nested = encodeURIComponent('row.notes.exists(a, a.notes.exists(b, b.body.contains(row.title)))');
  const OTHERS = '/api/v1/tables/others/rows';

  it('Y1: twenty queries that take long leave others answered, and a write too', async () => {
    const client = new pg.Client(/** @type {any} */ (server.database.connection));
    await client.connect();
    try {
      // As long as this lasts, whatever reads the table waits.
      await client.query('begin; lock table app.notes in access exclusive mode');
      let isOver = false;
      const asked = Array.from({ length: 20 }, (_, i) => send(`${ROWS}?count=exact&filter=${nested}&limit=${i + 1}`));
      void Promise.all(asked).then(() => (isOver = true));
      const title = { ...json({ title: 'quiet' }) };
      for (const how of [{}, {}, title, {}]) {
        const headers = { ...how.headers, ...neighbour };
        const { status, text } = await send(how === title ? OTHERS : `${OTHERS}?limit=5&count=exact`, {
          ...how,
          headers,
        });
        assert.ok(status < 300, `${status} ${text.slice(0, 200)}`);
      }
      assert.equal(isOver, false);
      await client.query('commit');
      for (const { status, text } of await Promise.all(asked))
        assert.ok([200, 429, 503].includes(status), `${status} ${text.slice(0, 200)}`);
    } finally {
      await client.end();
    }
  });
});
