import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { canGroup, createControlGroup } from '../testing/control-group.js';
import { logIn, ownServers } from '../testing/own-servers.js';

const ROWS = 1_000_000;
const MEMORY_MB = 512;
const PASSWORD = 'a Long-enough pass phrase';
/** Lines of the file that no table takes, with what is wrong. @type {Map<number, [string, RegExp]>} */
const WRONG = new Map([
  [2, ['a,x,2026-01-01', /Pieces must be a whole number/]],
  [500_000, ['b,5,2026-01-01,x', /Cells in the line: 4/]],
  [700_001, [',7,2026-01-01', /Name is required/]],
  [ROWS, ['"c,7,2026-01-01', /unclosed quotation mark/]],
  [ROWS + 1, ['d,7,2026-02-30', /Day must be a date/]],
]);

describe('an import of a million rows within 512 MB', { timeout: 850_000 }, () => {
  // Only root may make such a group.
  if (!canGroup()) return;

  const own = ownServers('import');
  const group = createControlGroup(MEMORY_MB);
  /** @type {string} */
  let url;
  /** @type {Record<string, string>} */
  let headers;
  /** @type {() => Promise<void>} */
  let stop;
  /** @type {() => string} */
  let errors;
  before(async () => {
    await own.plinth(['setup', 'ada@example.com', '--password-stdin'], { input: `${PASSWORD}\n` });
    ({ url, stop, errors } = await own.serve({}, group.inside));
    headers = { cookie: await logIn(url, 'ada@example.com', PASSWORD), 'sec-fetch-site': 'same-origin' };
  });
  after(async () => {
    await stop?.();
    await group.remove();
    own.close();
  });

  /** @param {string} path @param {FormData | URLSearchParams} body */
  const post = (path, body) =>
    fetch(new URL(path, url), {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(800_000),
    });

  /** @param {string} label */
  async function makeTable(label) {
    await post('/admin/tables', new URLSearchParams({ label }));
    for (const [type, name] of [
      ['text', 'Name'],
      ['integer', 'Pieces'],
      ['date', 'Day'],
    ]) {
      const field = { type, label: name, ...(name === 'Name' && { required: 'true' }) };
      await post(`/admin/tables/${label.toLowerCase()}/new-field`, new URLSearchParams(field));
    }
  }

  /** @param {string} table @param {string} mode @param {number} status a refused one shows the review again */
  async function importInto(table, mode, status) {
    // A body of this size can't be sent again: it must not go down a connection that is being closed as idle.
    await sleep(6000);
    const form = new FormData();
    form.set('file', new Blob([...file()], { type: 'text/csv' }), 'big.csv');
    const kept = await post(`/admin/tables/${table}/import`, form).catch((error) =>
      assert.fail(`${error.cause ?? error}; killed ${group.kills()}; ${errors().slice(-500)}`),
    );
    const next = String(kept.headers.get('location'));
    const columns = ['Name', 'Pieces', 'Day'].flatMap((header, i) => [
      [`c.${i}.header`, header],
      [`c.${i}.field`, header.toLowerCase()],
    ]);
    const answer = await post(next, new URLSearchParams([['mode', mode], ...columns]));
    assert.equal(answer.status, status);
    return answer.text();
  }

  /** @param {string} table */
  async function count(table) {
    const { connection } = JSON.parse(readFileSync(join(own.dataDir, 'postgres.json'), 'utf8'));
    const client = new pg.Client(connection);
    await client.connect();
    const { rows } = await client.query(`select count(*)::int as n from app.${pg.escapeIdentifier(table)}`);
    await client.end();
    return rows[0].n;
  }

  it('L4: imports the valid rows, names the invalid ones exactly, and serves others meanwhile', async () => {
    await makeTable('Big');
    let [slowest, asked] = [0, 0];
    const work = { done: false };
    const started = performance.now();
    const others = (async () => {
      for (; !work.done; asked++, await sleep(100)) {
        const began = performance.now();
        assert.equal((await fetch(new URL('/readyz', url))).status, 200);
        slowest = Math.max(slowest, performance.now() - began);
      }
    })();
    const page = await importInto('big', 'good-rows', 200).finally(() => (work.done = true));
    await others;
    const share = slowest / (performance.now() - started);
    assert.equal(await count('big'), ROWS - WRONG.size);
    const report = /href="([^"]*import-report[^"]*)"/.exec(page)?.[1] ?? assert.fail('no report');
    const lines = (await (await fetch(new URL(report, url), { headers })).text()).trim().split('\r\n').slice(1);
    assert.equal(lines.length, WRONG.size);
    for (const [line, [, reason]] of WRONG) {
      const told = lines.find((one) => one.includes(`,${line},`));
      assert.match(String(told), reason, `line ${line}`);
    }
    assert.ok(asked > 20 && share < 1 / 4, `${asked} asked, the slowest waited for ${share} of the time`);
    assert.equal(group.kills(), 0);
  });

  it('L4: takes none when all are wanted', async () => {
    await makeTable('None');
    assert.match(await importInto('none', 'all-or-nothing', 422), /unclosed quotation mark/);
    assert.equal(await count('none'), 0);
    assert.equal(group.kills(), 0);
  });
});

/** The file in parts; lines are counted from 1, the first one names the columns. */
function* file() {
  let text = 'Name,Pieces,Day\n';
  for (let line = 2; line <= ROWS + 1; line++) {
    text += `${WRONG.get(line)?.[0] ?? `Thing number ${line},${line % 100},2026-05-${String((line % 28) + 1).padStart(2, '0')}`}\n`;
    if (text.length < 1_000_000) continue;
    yield text;
    text = '';
  }
  yield text;
}
