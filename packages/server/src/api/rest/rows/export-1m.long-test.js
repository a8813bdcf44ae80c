import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startTestServer } from '../../../testing/index.js';

const ROWS = Number(process.env.EXPORT_ROWS ?? 1_000_000);
const MB = 2 ** 20;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
let token = '';
before(async () => {
  server = await startTestServer({ logLevel: 'warn' });
  const { data, system } = server;
  await data.edit(system, 'add-table', {
    name: 'readings',
    history: false,
    access: { user: { read: { rule: 'row.n >= 0' } } },
    fields: [
      { name: 'n', type: 'integer' },
      { name: 'note', type: 'text' },
    ],
  });
  const insert = `insert into app.readings (n, note) select i, '=note ' || i from generate_series(1, ${ROWS}) i`;
  await data.db.transaction((tx) => tx.query(insert), { statementTimeout: 300_000 });
  const { user } = await server.as('user');
  ({ token } = await data.people.apiTokens.create(system, user.id, { name: 'x' }));
});
after(() => server?.close());

/** What is needed at this moment. */
function liveBytes() {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Reads a stream to its end: its lines, and by how much live memory grew in its second half. @param {string} accept */
async function exported(accept) {
  const answer = await fetch(`${server.url}/api/v1/tables/readings/rows?fields=n,note`, {
    headers: { authorization: `Bearer ${token}`, accept },
  });
  assert.equal(answer.status, 200);
  let lines = 0;
  /** @type {number[]} looked at twenty times on the way */
  const held = [];
  for await (const chunk of /** @type {any} */ (answer.body)) {
    for (const byte of chunk) if (byte === 10) lines++;
    if (lines > (held.length * ROWS) / 20) held.push(liveBytes());
  }
  return { lines, grown: Math.max(...held.slice(10)) - Math.max(...held.slice(0, 10)) };
}

describe(`the export of ${ROWS} rows`, () => {
  for (const [accept, head] of /** @type {[string, number][]} */ ([
    ['application/x-ndjson', 0],
    ['text/csv', 1],
  ])) {
    it(`L4: takes no more memory at its end than at its beginning (${accept})`, async () => {
      const { lines, grown } = await exported(accept);
      assert.equal(lines, ROWS + head);
      // What is on its way at the moment, at both ends of the connection, is not always the same.
      assert.ok(grown < 10 * MB, `${(grown / MB).toFixed(0)} MB more`);
    });
  }
});
