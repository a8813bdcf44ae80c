import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';

const ROWS = Number(process.env.EXPORT_ROWS ?? 1_000_000);
const MB = 2 ** 20;

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
  await data.db.transaction((/** @type {any} */ tx) => tx.query(insert), { statementTimeout: 300_000 });
  const { user } = await server.as('user');
  ({ token } = await data.people.apiTokens.create(system, user.id, { name: 'x' }));
});
after(() => server?.close());

/** Reads a stream to its end: its lines, and by how much memory grew in its second half. @param {string} accept */
async function exported(accept) {
  const started = performance.now();
  const answer = await fetch(`${server.url}/api/v1/tables/readings/rows?fields=n,note`, {
    headers: { authorization: `Bearer ${token}`, accept },
  });
  assert.equal(answer.status, 200);
  let lines = 0;
  /** Most memory in each tenth. */
  const tenths = new Array(10).fill(0);
  for await (const chunk of /** @type {any} */ (answer.body)) {
    for (const byte of chunk) if (byte === 10) lines++;
    const at = Math.min(9, Math.floor((lines / ROWS) * 10));
    tenths[at] = Math.max(tenths[at], process.memoryUsage.rss());
  }
  const took = (performance.now() - started) / 1000;
  console.log(
    `${accept}: ${lines} lines in ${took.toFixed(1)} s, MB: ${tenths.map((rss) => Math.round(rss / MB)).join(' ')}`,
  );
  // What is garbage already is thrown away when there is enough of it: the first half shows how much that is.
  return { lines, grown: Math.max(...tenths.slice(5)) - Math.max(...tenths.slice(0, 5)) };
}

describe(`the export of ${ROWS} rows`, () => {
  for (const [accept, head] of /** @type {[string, number][]} */ ([
    ['application/x-ndjson', 0],
    ['text/csv', 1],
  ])) {
    it(`L4: takes no more memory at its end than at its beginning (${accept})`, async () => {
      const { lines, grown } = await exported(accept);
      assert.equal(lines, ROWS + head);
      assert.ok(grown < 50 * MB, `${(grown / MB).toFixed(0)} MB more`);
    });
  }
});
