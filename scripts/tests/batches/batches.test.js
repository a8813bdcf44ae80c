import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { inBatches } from './batches.js';
import { slowestFiles } from './costs.js';

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

/** @param {string[]} files @param {Record<string, string>} [more] @returns {Promise<{ out: string, code: number }>} */
const run = (files, more = {}) =>
  new Promise((resolve) => {
    const args = ['--test', '--test-reporter=spec', ...files];
    // Inside a test run, node --test would report to the run around it.
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined, PLINTH_TEST_COSTS: '', ...more };
    execFile(process.execPath, args, { cwd: root, env }, (error, out) =>
      resolve({ out, code: Number(error?.code ?? 0) }),
    );
  });

describe('batches of test files', () => {
  it('leave a test of the process itself alone, and a long one', () => {
    const files = inBatches(Object.keys(FILES), { root, folder: mkdtempSync(join(root, 'lists-')), processes: 0.5 });
    const lists = files.map((file) => [...readFileSync(file, 'utf8').matchAll(/(\w)\.(?:long-)?test\.js/g)]);
    assert.deepEqual(
      lists.map((list) => list.map(([, letter]) => letter).join('')),
      ['e', 'f', 'ab', 'cd'],
    );
  });

  it('are not made of a few files, which then run side by side', () => {
    const few = Object.keys(FILES);
    assert.equal(inBatches(few, { root, folder: mkdtempSync(join(root, 'lists-')), processes: 2 }).length, few.length);
  });

  it('begin with what takes longest, which is not the last to end then', () => {
    const folder = mkdtempSync(join(root, 'lists-'));
    mkdirSync(join(root, 'scripts'));
    writeFileSync(join(root, 'scripts', 'clone.long-test.js'), '');
    const files = inBatches(['f.long-test.js', 'scripts/clone.long-test.js'], { root, folder, processes: 2 });
    assert.match(readFileSync(files[0], 'utf8'), /clone\.long-test\.js/);
    assert.match(readFileSync(files[1], 'utf8'), /f\.long-test\.js/);
  });

  it('have what starts a server or a browser before what ends at once', () => {
    const folder = mkdtempSync(join(root, 'lists-'));
    const texts = { 'x.test.js': '', 'y.test.js': 'await startTestServer()', 'z.test.js': 'await launchBrowser()' };
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(root, name), text);
    const lists = inBatches([...Object.keys(texts), 'e.test.js'], { root, folder, processes: 2 });
    const names = lists.map((list) => /(\w)\.test\.js/.exec(readFileSync(list, 'utf8'))?.[1]);
    assert.deepEqual(names, ['e', 'z', 'y', 'x']);
  });

  it('run each file as if it were alone: what is at its top holds for it only, what fails fails', async () => {
    const folder = mkdtempSync(join(root, 'lists-'));
    const { out, code } = await run(inBatches(Object.keys(FILES), { root, folder, processes: 0.5 }).slice(2));
    assert.deepEqual(
      [...out.matchAll(/said: (.*)/g)].map(([, text]) => text),
      ['a before', 'a first', 'a second', 'a after', 'b before each', 'b one', 'b before each', 'b two'],
    );
    assert.equal(code, 1);
    for (const line of ['pass 4', 'fail 2', 'skipped 1']) assert.match(out, new RegExp(`^ℹ ${line}$`, 'm'));
    assert.match(out, /as it should/);
    assert.match(out, /nothing-here/);
  });

  it('give a file back what the one before it has put something else in the place of', async () => {
    const texts = {
      'k.test.js': `import { it, mock } from 'node:test'; it('leaves', () => { mock.method(globalThis, 'fetch', () => 'other'); });`,
      'l.test.js': `import { it } from 'node:test'; import { said } from './said.js';
        it('sees', () => said(String(globalThis.fetch.mock === undefined)));`,
    };
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(root, name), text);
    const folder = mkdtempSync(join(root, 'lists-'));
    const lists = inBatches(Object.keys(texts), { root, folder, processes: 0.25 });
    assert.equal(lists.length, 1);
    assert.match((await run(lists)).out, /said: true/);
  });

  it('end, failed, though a file whose setup failed keeps a server open', async () => {
    const open = `import { createServer } from 'node:http'; import { after, before, it } from 'node:test';
      let server; let browser;
      before(() => { server = createServer().listen(0); throw new Error('the setup failed'); });
      after(() => { browser.close(); server.close(); });
      it('never runs', () => {});`;
    const lists = [];
    for (const names of [['i.test.js'], ['j.test.js', 'a.test.js']]) {
      writeFileSync(join(root, names[0]), open);
      lists.push(...inBatches(names, { root, folder: mkdtempSync(join(root, 'lists-')), processes: 0.25 }));
    }
    for (const list of lists) {
      const { out, code } = await run([list], { PLINTH_TEST_PATIENCE: '500' });
      assert.equal(code, 1);
      assert.match(out, /the setup failed/);
      assert.match(out, /All tests have ended, but these are still open: .*TCPServerWrap/);
      assert.match(out, /never closed: .*TCPServerWrap.* of \S*[ij]\.test\.js/);
    }
  });

  it('are larger where the files are quick', () => {
    const folder = mkdtempSync(join(root, 'lists-'));
    const names = Array.from({ length: 200 }, (_, i) => `many-${i}.test.js`);
    for (const [i, name] of names.entries())
      writeFileSync(join(root, name), i < 40 ? 'await launchBrowser()' : i < 100 ? 'await startTestServer()' : '');
    const lists = inBatches(names, { root, folder, processes: 0.5 });
    const sizes = lists.map((list) => [...readFileSync(list, 'utf8').matchAll(/many-/g)].length);
    assert.deepEqual(sizes, [16, 16, 16, 24, 24, 24, 32, 32, 16]);
  });

  it('say what each file took', async () => {
    const folder = mkdtempSync(join(root, 'lists-'));
    const costs = join(folder, 'costs');
    await run(inBatches(['a.test.js', 'b.test.js'], { root, folder, processes: 2 }), { PLINTH_TEST_COSTS: costs });
    const text = slowestFiles(costs);
    assert.match(text, /^The slowest of 2 test files \(in all \d+ s of CPU in Node; at most \d+ MB\):$/m);
    assert.match(text, /^ +[\d.]+ +[\d.]+ +\d+ .*a\.test\.js$/m);
    assert.equal(slowestFiles(join(folder, 'none')), '');
  });

  it('fail by a promise that is rejected unheard, though it is not known in which test', async () => {
    const left = `import { it } from 'node:test';
      it('leaves a promise behind', () => { setTimeout(() => Promise.reject(new Error('nobody heard')), 5); });
      it('is still there', () => new Promise((resolve) => setTimeout(resolve, 50)));`;
    for (const name of ['g.test.js', 'h.test.js']) writeFileSync(join(root, name), left);
    const lists = inBatches(['g.test.js', 'h.test.js'], {
      root,
      folder: mkdtempSync(join(root, 'lists-')),
      processes: 0.25,
    });
    const { out, code } = await run(lists);
    assert.equal(lists.length, 1);
    assert.match(out, /Error: nobody heard\n +at .*g\.test\.js:2/);
    assert.equal(code, 1);
  });
});
