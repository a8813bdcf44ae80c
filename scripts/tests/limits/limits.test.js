import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { inBatches } from '../batches/batches.js';
import { isAlive } from './processes.js';

/** A program that writes its process id to a file, and waits for ever. */
const FOREVER = `require('node:fs').writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1000);`;
const HEAD = `import { spawn, spawnSync } from 'node:child_process';
  import { once } from 'node:events';
  import { before, it } from 'node:test';
  const args = (name) => ['-e', ${JSON.stringify(FOREVER)}, new URL(name + '.pid', import.meta.url).pathname];
  const start = (name, options) => spawn(process.execPath, args(name), options);`;

/** What each does that never ends. */
const FILES = {
  'promise.test.js': `it('waits for nothing', () => new Promise((resolve) => setInterval(resolve, 1e9)));
    it('is run all the same', () => console.log('said: after it'));`,
  'hook.test.js': `before(() => new Promise((resolve) => setInterval(resolve, 1e9)));
    it('never begins', () => {});`,
  'loop.test.js': `it('goes round in circles', () => { for (;;); });`,
  'sync.test.js': `it('waits for a program', () => { spawnSync(process.execPath, args('sync'), { stdio: 'inherit' }); });`,
  'child.test.js': `it('waits for a child', async () => { await once(start('child'), 'exit'); });`,
  'held.test.js': `import { existsSync } from 'node:fs';
    it('leaves a grandchild that holds the output', async () => {
      const code = "require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit', detached: true }).unref()";
      spawn(process.execPath, ['-e', code, '--', ...args('held')], { stdio: 'inherit' });
      while (!existsSync(args('held')[2])) await new Promise((resolve) => setTimeout(resolve, 5));
    });`,
};

/** In a process of its own: node:test runs no files from within a test. */
const RUNNER = `const { runNode } = await import(${JSON.stringify(new URL('../run-node.js', import.meta.url).href)});
  const { files, options } = JSON.parse(process.argv[2]);
  process.exitCode = (await runNode(files, { ...options, env: process.env })) ? 0 : 1;`;

/** @type {string} */
let root;
before(() => {
  root = mkdtempSync(join(tmpdir(), 'plinth-limits-'));
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(root, 'runner.js'), RUNNER);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, name), `${HEAD}\n${text}`);
});
after(() => rmSync(root, { recursive: true, force: true }));

/** @param {(keyof typeof FILES)[]} names @returns {Promise<{ passed: boolean, said: string, failed: string }>} */
function run(...names) {
  const folder = mkdtempSync(join(root, 'lists-'));
  const failed = join(folder, 'failed');
  const files = inBatches(names, { root, folder, processes: 2 });
  const asked = JSON.stringify({ files, options: { root, failed, limit: 1000, patience: 2000 } });
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, PLINTH_TEST_COSTS: '', PLINTH_TEST_PATIENCE: '300' };
  const options = { cwd: root, env: { ...env, PLINTH_TEST_BEAT: '200' } };
  const args = [join(root, 'runner.js'), asked];
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, said) =>
      resolve({ passed: !error, said, failed: readFileSync(failed, 'utf8') }),
    );
  });
}

/** @param {string} name @returns {boolean} whether the program that a file started is still there */
const isThere = (name) => {
  const path = join(root, `${name}.pid`);
  return existsSync(path) && isAlive(Number(readFileSync(path, 'utf8')));
};

describe('a test run with a file that never ends', () => {
  it('fails a test or hook that does not end, and runs those after it', async () => {
    const { passed, said, failed } = await run('promise.test.js', 'hook.test.js');
    assert.equal(passed, false);
    assert.match(said, /said: after it/);
    assert.match(said, /✖ waits for nothing[^]*timed out after 1000ms/);
    assert.match(failed, /promise\.test\.js\n/);
    assert.match(failed, /hook\.test\.js\n/);
  });

  it('ends a process that does nothing any more, with what it started', async () => {
    const { passed, said } = await run('loop.test.js', 'sync.test.js');
    assert.equal(passed, false);
    assert.match(said, /loop\.test\.js: no sign of life for 2 s\. Ended: one process\n/);
    assert.match(said, /sync\.test\.js: no sign of life for 2 s\. Ended: 2 processes\n/);
    await until(() => !isThere('sync'));
  });

  it('ends what is left behind, and waits for no output that it holds', async () => {
    const { passed, said } = await run('child.test.js');
    assert.equal(passed, false);
    assert.match(said, /✖ waits for a child/);
    assert.match(said, /still open: .*ProcessWrap/);
    assert.match(said, /never closed: .*ProcessWrap.* of .*child\.test\.js/);
    await until(() => !isThere('child'));
    // Whose children those were whose parent has ended is seen only there.
    if (process.platform !== 'linux') return;
    const held = await run('held.test.js');
    assert.equal(held.passed, true, held.said);
    assert.match(held.said, /held\.test\.js, or a file before it .*left something running\. Ended: one process\n/);
    await until(() => !isThere('held'));
  });
});
