import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { canGroup, createControlGroup } from '../testing/control-group.js';
import { logIn, ownServers } from '../testing/own-servers.js';

const ROWS = 100_000;
const MEMORY_MB = 512;
const PASSWORD = 'a Long-enough pass phrase';

describe('an import of 100,000 rows and a backup at once, on one core and 512 MB', { timeout: 850_000 }, () => {
  // Only root may make such a group.
  if (!canGroup()) return;

  const own = ownServers('heavy');
  const group = createControlGroup(MEMORY_MB);
  const small = [...group.inside, 'taskset', '--cpu-list', '0'];
  /** @type {Awaited<ReturnType<typeof own.serve>>} */
  let server;
  /** @type {Record<string, string>} */
  let headers;
  before(async () => {
    await own.plinth(['setup', 'ada@example.com', '--password-stdin', '--app', 'forum'], { input: `${PASSWORD}\n` });
    server = await own.serve({}, small);
    headers = { cookie: await logIn(server.url, 'ada@example.com', PASSWORD), 'sec-fetch-site': 'same-origin' };
  });
  after(async () => {
    await server?.stop();
    await group.remove();
    own.close();
  });

  /** @param {string} path @param {FormData | URLSearchParams} body */
  const post = (path, body) => fetch(new URL(path, server.url), { method: 'POST', headers, body, redirect: 'manual' });

  /** @param {string} sql */
  async function query(sql) {
    const { connection } = JSON.parse(readFileSync(join(own.dataDir, 'postgres.json'), 'utf8'));
    const client = new pg.Client(connection);
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows;
  }

  it('take turns, and both are done: nobody is killed for memory', async (t) => {
    // As after a load: pages were asked for, and their caches are filled.
    for (let i = 0; i < 300; i++) await (await fetch(new URL('/', server.url), { headers })).text();
    await post('/admin/tables', new URLSearchParams({ label: 'Big' }));
    for (const [type, label] of [
      ['text', 'Name'],
      ['integer', 'Pieces'],
    ])
      await post('/admin/tables/big/new-field', new URLSearchParams({ type, label }));
    // A body of this size can't be sent again: it must not go down a connection that is being closed as idle.
    await sleep(6000);
    const form = new FormData();
    const lines = Array.from({ length: ROWS }, (_, i) => `Thing number ${i} of a longer name,${i % 100}\n`);
    form.set('file', new Blob(['Name,Pieces\n', ...lines], { type: 'text/csv' }), 'big.csv');
    const next = String((await post('/admin/tables/big/import', form)).headers.get('location'));
    const columns = ['Name', 'Pieces'].flatMap((header, i) => [
      [`c.${i}.header`, header],
      [`c.${i}.field`, header.toLowerCase()],
    ]);
    const importing = post(next, new URLSearchParams([['mode', 'good-rows'], ...columns])).then((answer) =>
      answer.text(),
    );
    const made = own.plinth(['backup', '--json'], { ahead: small });
    await importing;
    assert.equal(JSON.parse(await made).tested, true);
    t.diagnostic(`peak ${Math.round(group.peak() / 2 ** 20)} MB of ${MEMORY_MB}, killed ${group.kills()}`);
    assert.equal(group.kills(), 0);
    assert.deepEqual(await query('select count(*)::int as n from app.big'), [{ n: ROWS }]);
    assert.equal((await fetch(new URL('/readyz', server.url))).status, 200);
  });
});
