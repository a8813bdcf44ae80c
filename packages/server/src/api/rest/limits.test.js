import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { costsAtMost } from '@plinth/plugin/testing';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
let token = '';
before(async () => {
  server = await startTestServer({ logLevel: 'warn' });
  const { data, system } = server;
  const fields = [
    { name: 'title', type: 'text', required: true },
    { name: 'n', type: 'integer' },
  ];
  await data.edit(system, 'add-table', { name: 'things', fields });
  const { user } = await server.as('admin');
  ({ token } = await data.people.apiTokens.create(system, user.id, { name: 'x' }));
  for (let i = 0; i < 5; i++) await send('tables/things/rows', '{"title":"warm"}');
});
after(() => server?.close());

/** @param {string} path @param {string | Buffer} [body] @param {Record<string, string>} [headers] */
async function send(path, body, headers = {}) {
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: /** @type {any} */ (body) }),
  });
  const { length } = await answer.text();
  return { status: answer.status, length };
}

/** @param {number} count */
const keys = (count) => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join()}}`;
const rows = 'tables/things/rows';
const strangeRows = JSON.stringify(Array.from({ length: 900 }, () => JSON.parse(keys(50))));

describe('L5: expensive requests are refused cheaply', () => {
  /** Name, path, body, status, length of the answer at most. */
  const cases =
    /** @type {[string, string, string | Buffer | undefined, number, number, Record<string, string>?][]} */ ([
      ['1,000 levels', rows, '['.repeat(1000), 400, 1000],
      ['2,000,000 levels', rows, '['.repeat(2_000_000), 400, 1000],
      ['1,000,000 keys', rows, keys(1_000_000), 413, 1000],
      ['150,000 keys', rows, keys(150_000), 400, 1000],
      ['600,000 empty lists', rows, `[${'[],'.repeat(600_000)}1]`, 400, 1000],
      ['45,000 keys', rows, keys(45_000), 422, 10_000],
      ['900 rows of 50 unknown fields', rows, strangeRows, 200, 3_000_000],
      ['a body of 30 MB', rows, Buffer.alloc(30 * 2 ** 20, 'x'), 413, 1000],
      ['a gzip bomb', rows, gzipSync(Buffer.alloc(20 * 2 ** 20)), 415, 1000, { 'content-encoding': 'gzip' }],
      [
        '10,000 query parameters',
        `${rows}?${Array.from({ length: 10_000 }, (_, i) => `a${i}`).join('=1&')}`,
        undefined,
        431,
        1000,
      ],
      [
        '1,000 query parameters',
        `${rows}?${Array.from({ length: 1000 }, (_, i) => `a${i}`).join('=1&')}`,
        undefined,
        422,
        1000,
      ],
      ['a condition 3,000 deep', `${rows}?filter=${'('.repeat(3000)}true${')'.repeat(3000)}`, undefined, 422, 4000],
      [
        '10,000 steps',
        'transactions',
        JSON.stringify({ steps: new Array(10_000).fill({ op: 'insert', table: 'things' }) }),
        422,
        1000,
      ],
    ]);
  for (const [name, path, body, status, most, headers] of cases) {
    it(name, async () => {
      const ask = async () => {
        const answer = await send(path, body, headers);
        assert.equal(answer.status, status);
        assert.ok(answer.length <= most, `${answer.length} characters come back`);
      };
      // About 1 s of CPU: the client that sends it is in the same process; the limit of 100 ms is the server's.
      await costsAtMost(name, ask, { times: 100 });
    });
  }
});

describe('a call', () => {
  it('that writes a row takes one statement and one question for the end of the log, history included', async () => {
    const { db, stream } = server.data;
    const cost = async () => {
      const { statements, transactions } = db.counters();
      const barriers = stream?.barriers() ?? 0;
      assert.equal((await send(rows, '{"title":"one","n":1}')).status, 201);
      const after = db.counters();
      return [after.statements - statements, after.transactions - transactions, (stream?.barriers() ?? 0) - barriers];
    };
    const costs = [await cost(), await cost(), await cost(), await cost(), await cost()];
    // Timers may ask something between; policies of row-level security take a transaction.
    const [least] = costs.sort((a, b) => a[0] - b[0]);
    if (process.env.ROW_SECURITY !== 'on') assert.deepEqual(least, [1, 0, 1]);
  });
});
