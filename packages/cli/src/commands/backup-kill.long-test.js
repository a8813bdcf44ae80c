import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PLINTH = fileURLToPath(new URL('../../bin/plinth.js', import.meta.url));
/** Of each command, in a run of all long tests; PLINTH_KILLS=25 for the fifty of the check. */
const KILLS = Number(process.env.PLINTH_KILLS ?? 5);

/** @type {string} */
let folder;
before(async () => (folder = await mkdtemp(path.join(tmpdir(), 'plinth-kill-'))));
after(() => rm(folder, { recursive: true, force: true }));

/** @param {string} data @param {string[]} args @param {string} [input] */
function start(data, args, input = '') {
  const env = { ...process.env, PLINTH_DATA: path.join(folder, data), DATABASE_URL: '', LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, [PLINTH, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => (out += text));
  child.stderr.on('data', (text) => (err += text));
  child.stdin.end(input);
  return { child, ended: once(child, 'exit').then(([code, signal]) => ({ code, signal, out, err })) };
}

/** @param {string} data @param {string[]} args @param {string} [input] */
async function run(data, args, input) {
  const { code, out, err } = await start(data, args, input).ended;
  assert.equal(code, 0, err);
  return out;
}

/** What a data folder holds: the app in it, with its rows. @param {string} data */
const contents = (data) => run(data, ['export-app', '-']);

it('B2: kill -9 at any moment of a backup or a restore leaves the old state or the new one, and the next try works', async (t) => {
  const password = 'correct horse battery';
  for (const [data, app] of [
    ['old', 'inventory'],
    ['new', 'crm'],
  ])
    await run(data, ['setup', `${data}@example.com`, '--app', app, '--password-stdin'], password);
  const [oldApp, newApp] = [await contents('old'), await contents('new')];
  assert.notEqual(oldApp, newApp);
  const file = path.join(folder, 'site.tar.gz');
  const began = performance.now();
  await run('new', ['backup', file, '--no-test']);
  const backupMs = performance.now() - began;
  const { size } = await stat(file);

  for (let i = 0; i < KILLS; i++) {
    const { child, ended } = start('new', ['backup', file, '--no-test']);
    await sleep((backupMs * 1.1 * (i + 1)) / KILLS);
    child.kill('SIGKILL');
    await ended;
    // The file of before or the one after: always whole.
    assert.ok(Math.abs((await stat(file)).size - size) < size / 5);
    if (i % 8 === 0) await run('probe', ['restore', file, '--yes', '--replace']);
  }
  assert.equal(await contents('probe'), newApp);

  const restoring = performance.now();
  await run('old', ['restore', file, '--yes', '--replace']);
  const restoreMs = performance.now() - restoring;
  assert.equal(await contents('old'), newApp);
  const oldFile = path.join(folder, 'old.tar.gz');
  await run('other', ['setup', 'other@example.com', '--app', 'inventory', '--password-stdin'], password);
  const otherApp = await contents('other');
  await run('other', ['backup', oldFile, '--no-test']);
  let [olds, news] = [0, 0];
  for (let i = 0; i < KILLS; i++) {
    await run('old', ['restore', oldFile, '--yes', '--replace']);
    const { child, ended } = start('old', ['restore', file, '--yes', '--replace']);
    await sleep((restoreMs * 1.1 * (i + 1)) / KILLS);
    child.kill('SIGKILL');
    await ended;
    const found = await contents('old');
    assert.ok([otherApp, newApp].includes(found), 'a mix');
    if (found === otherApp) olds++;
    else news++;
  }
  t.diagnostic(`${olds} times the old state, ${news} times the new one`);
  const plugins = path.join(folder, 'old', 'plugins');
  assert.deepEqual(existsSync(plugins) ? (await readdir(plugins)).filter((name) => name.startsWith('.')) : [], []);
});
