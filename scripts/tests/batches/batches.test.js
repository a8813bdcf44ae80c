import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { inBatches } from './batches.js';

// In two parts, so that nothing takes the fixture for a skipped test of this file.
const SKIPPED = `it.${'skip'}`;
const FILES = {
  'a.test.js': `
    import { after, before, describe, it } from 'node:test';
    import { said } from './said.js';
    before(() => said('a before'));
    after(() => said('a after'));
    it('is first', () => said('a first'));
    describe('more', () => { it('is second', () => said('a second')); });`,
  'b.test.js': `
    import { beforeEach, it, test } from 'node:test';
    import { said } from './said.js';
    beforeEach(() => said('b before each'));
    it('is one', () => said('b one'));
    test('is two', () => said('b two'));
    ${SKIPPED}('is three', () => said('b three'));`,
  'c.test.js': `import { it } from 'node:test'; it('fails', () => { throw new Error('as it should'); });`,
  'd.test.js': `import './nothing-here.js';`,
  'e.test.js': `import { it } from 'node:test'; import { spawn } from 'node:child_process'; it('is alone', () => {});`,
  'f.long-test.js': `import { it } from 'node:test'; it('is long', () => {});`,
};

/** @type {string} */
let root;
before(() => {
  root = mkdtempSync(join(tmpdir(), 'plinth-batches-'));
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(root, 'said.js'), `export const said = (text) => console.log('said: ' + text);`);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, name), text);
});
after(() => rmSync(root, { recursive: true, force: true }));

/** @param {string[]} files @returns {Promise<{ out: string, code: number }>} */
const run = (files) =>
  new Promise((resolve) => {
    const args = ['--test', '--test-reporter=spec', ...files];
    // Inside a test run, node --test would report to the run around it.
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
    execFile(process.execPath, args, { cwd: root, env }, (error, out) =>
      resolve({ out, code: Number(error?.code ?? 0) }),
    );
  });

describe('batches of test files', () => {
  it('leave a test of the process itself alone, and a long one', () => {
    const files = inBatches(Object.keys(FILES), { root, folder: mkdtempSync(join(root, 'lists-')), processes: 0.5 });
    assert.deepEqual(files.slice(-2), ['e.test.js', 'f.long-test.js']);
    assert.equal(files.length, 4, 'two batches of two files');
  });

  it('are not made of a few files, which then run side by side', () => {
    const few = Object.keys(FILES);
    assert.deepEqual(inBatches(few, { root, folder: root, processes: 2 }), few);
  });

  it('begin with what takes longest, which is not the last to end then', () => {
    const folder = mkdtempSync(join(root, 'lists-'));
    mkdirSync(join(root, 'scripts'));
    writeFileSync(join(root, 'scripts', 'clone.long-test.js'), '');
    const files = inBatches(['f.long-test.js', 'scripts/clone.long-test.js'], { root, folder, processes: 2 });
    assert.deepEqual(files.slice(1), ['f.long-test.js']);
    assert.match(readFileSync(files[0], 'utf8'), /clone\.long-test\.js/);
  });

  it('run each file as if it were alone: what is at its top holds for it only, what fails fails', async () => {
    const folder = mkdtempSync(join(root, 'lists-'));
    const { out, code } = await run(inBatches(Object.keys(FILES), { root, folder, processes: 0.5 }).slice(0, 2));
    assert.deepEqual(
      [...out.matchAll(/said: (.*)/g)].map(([, text]) => text),
      ['a before', 'a first', 'a second', 'a after', 'b before each', 'b one', 'b before each', 'b two'],
    );
    assert.equal(code, 1);
    for (const line of ['pass 4', 'fail 2', 'skipped 1']) assert.match(out, new RegExp(`^ℹ ${line}$`, 'm'));
    assert.match(out, /as it should/);
    assert.match(out, /nothing-here/);
  });
});
