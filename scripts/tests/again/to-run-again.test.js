import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { inBatches } from '../batches/batches.js';
import { toRunAgain } from './to-run-again.js';

const FOLDER = 'packages/server/test/browser';
const [ONE, TWO, THREE] = ['one', 'two', 'three'].map((name) => `${FOLDER}/${name}.test.js`);

describe('tests that are run again', () => {
  /** @param {...string} files */
  const again = (...files) => toRunAgain(files.map((file) => `${file}\n`).join(''));

  it('are those of up to two files that ran in a browser', () => {
    assert.deepEqual(again(ONE), [ONE]);
    assert.deepEqual(again(ONE, TWO), [ONE, TWO]);
    assert.deepEqual(again(ONE, TWO, THREE), []);
  });

  it('are none if any other test failed, a file cannot be read, or a process ended', () => {
    assert.deepEqual(again(ONE, 'packages/data/src/rows/rows.test.js'), []);
    assert.deepEqual(again(ONE, `${TWO} can be read`), []);
    assert.deepEqual(again(ONE, '/tmp/plinth-tests-1/batches/001.test.mjs'), []);
    assert.deepEqual(again(), []);
  });

  it('are found by their failed tests, in a list of files and whatever suites they are in', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plinth-again-'));
    try {
      const fails = `it('holds', () => {}); it('does not', () => assert.fail());`;
      writeFileSync(join(folder, 'a.test.mjs'), testFile(`describe('a', () => describe('b', () => { ${fails} }));`));
      writeFileSync(join(folder, 'b.test.mjs'), testFile(fails));
      writeFileSync(join(folder, 'c.test.mjs'), testFile(`it('holds', () => {});`));
      const names = ['a.test.mjs', 'b.test.mjs', 'c.test.mjs'];
      const lists = inBatches(names, { root: folder, folder, processes: 0.1 });
      assert.equal(lists.length, 1);
      const failed = join(folder, 'failed');
      const reporter = new URL('failed-files.js', import.meta.url).href;
      const to = [`--test-reporter=${reporter}`, `--test-reporter-destination=${failed}`];
      const { NODE_TEST_CONTEXT: _, ...env } = process.env;
      assert.equal(spawnSync(process.execPath, ['--test', ...to, ...lists], { env }).status, 1);
      const files = readFileSync(failed, 'utf8').trim().split('\n');
      assert.deepEqual(
        files.map((name) => basename(name)),
        ['a.test.mjs', 'b.test.mjs'],
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** @param {string} tests */
const testFile = (tests) =>
  `import assert from 'node:assert/strict';\nimport { describe, it } from 'node:test';\n${tests}`;
