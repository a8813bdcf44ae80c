import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { logIn, ownServers } from '../testing/own-servers.js';

const ROWS = 200_000;
const PASSWORD = 'a Long-enough pass phrase';
const own = ownServers('import-kill');
after(own.close);

/** @param {string} sql */
async function query(sql) {
  const { connection } = JSON.parse(readFileSync(join(own.dataDir, 'postgres.json'), 'utf8'));
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** @param {() => Promise<boolean>} is @param {string} what */
async function soon(is, what) {
  for (let tries = 0; tries < 1200; tries++, await sleep(50)) if (await is().catch(() => false)) return;
  assert.fail(what);
}

/** An import of a file into a new table, up to its answer. @param {string} url @param {string} cookie @param {number} rows */
async function importNew(url, cookie, rows) {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const post = (/** @type {string} */ path, /** @type {FormData | URLSearchParams} */ body) =>
    fetch(new URL(path, url), { method: 'POST', headers, body, redirect: 'manual' });
  const form = new FormData();
  const lines = Array.from({ length: rows }, (_, i) => `Thing number ${i},${i % 100}\n`);
  form.set('file', new Blob(['Name,Pieces\n', ...lines], { type: 'text/csv' }), 'half.csv');
  const next = String((await post('/admin/start/csv', form)).headers.get('location'));
  const columns = Object.entries({ Name: 'text', Pieces: 'integer' }).flatMap(([header, type], i) => [
    ...[
      ['use', 'on'],
      ['header', header],
      ['label', header],
      ['type', type],
    ].map(([key, value]) => [`c.${i}.${key}`, value]),
  ]);
  return () =>
    post(next, new URLSearchParams([['label', 'Half'], ['mode', 'good-rows'], ['sharing', 'write'], ...columns]));
}

it(
  'a table that an import was making when the server was killed (-9) is gone when it is back',
  { timeout: 600_000 },
  async () => {
    await own.plinth(['setup', 'ada@example.com', '--password-stdin'], { input: `${PASSWORD}\n` });
    const first = await own.serve();
    const cookie = await logIn(first.url, 'ada@example.com', PASSWORD);
    const start = await importNew(first.url, cookie, ROWS);
    const answer = start().then(
      (one) => assert.fail(`${one.status}: the import had ended`),
      () => 'broken off',
    );
    await soon(async () => (await query('select count(*)::int as n from app.half'))[0].n >= 5000, 'no rows came in');
    const closed = once(first.server, 'close');
    first.server.kill('SIGKILL');
    await closed;
    assert.equal(await answer, 'broken off');

    const second = await own.serve();
    const tables = () => query("select name from plinth.objects where kind = 'table' and name like 'half%'");
    await soon(async () => (await tables()).length === 0, 'the table stays');
    assert.deepEqual(await query("select to_regclass('app.half') as found"), [{ found: null }]);
    assert.deepEqual(await query('select * from plinth.unfinished_tables'), []);

    const again = await importNew(second.url, await logIn(second.url, 'ada@example.com', PASSWORD), 3000);
    assert.equal((await again()).status, 303);
    assert.deepEqual(
      [await query('select count(*)::int as n from app.half'), await tables()],
      [[{ n: 3000 }], [{ name: 'half' }]],
    );
    await second.stop();
    const third = await own.serve();
    assert.equal((await fetch(new URL('/readyz', third.url))).status, 200);
    assert.deepEqual(await query('select count(*)::int as n from app.half'), [{ n: 3000 }]);
    await third.stop();
  },
);
