import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { runHere } from '../testing/run-here.js';

const folder = mkdtempSync(join(tmpdir(), 'plinth-phone-'));
after(() => rmSync(folder, { recursive: true, force: true }));
// A folder of its own for the lock too.
process.env.TMPDIR = folder;

it('browser-page opens and uses each screen as on a phone', { timeout: 600_000 }, async () => {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: folder };
  const args = ['run-benchmark', 'browser-page', '--quick', '--json', '--out', 'results'];
  const { exitCode, out, err } = await runHere(args, { cwd: folder, env });
  assert.equal(exitCode, 0, err);
  const { phone, builder } = JSON.parse(out).others['browser-page'];
  assert.deepEqual(
    phone.map((/** @type {any} */ { screen }) => screen),
    ['list', 'grid', 'board', 'form', 'builder'],
  );
  for (const row of phone) {
    // How fast this machine is at the moment is not what is tested.
    for (const what of ['LCP ms', 'ready ms', 'again ms', 'CPU ms', 'requests', 'KB', 'wait p50 ms', 'wait p95 ms'])
      assert.ok(row[what] > 0, `${row.screen}: ${what}`);
    assert.ok(row.shift < 0.01, `${row.screen}: moves by ${row.shift}`);
    assert.equal(row['against Back'], 'nothing', row.screen);
  }
  assert.deepEqual(
    builder.map((/** @type {any} */ { cache }) => cache),
    ['cold', 'warm'],
  );
  assert.ok(builder.every((/** @type {any} */ row) => row['ready ms'] > 0));
});
