import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findTests } from './find-tests.js';

/** @type {string} */
let root;
before(() => {
  root = mkdtempSync(join(tmpdir(), 'plinth-find-'));
  for (const path of [
    'packages/a/src/x.js',
    'packages/a/src/x.test.js',
    'plugins/b/y.test.js',
    'packages/a/z.long-test.js',
    'packages/a/node_modules/n.test.js',
    'other/o.test.js',
  ]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
  }
});
after(() => rmSync(root, { recursive: true, force: true }));

describe('findTests', () => {
  it('finds the quick ones of the repository, none of what npm installed', () => {
    assert.deepEqual(findTests(root, {}), ['packages/a/src/x.test.js', 'plugins/b/y.test.js']);
  });

  it('adds the long ones when asked', () =>
    assert.ok(findTests(root, { long: true }).includes('packages/a/z.long-test.js')));

  it('takes files and folders, also a long test by its name', () => {
    assert.deepEqual(findTests(root, { paths: [join(root, 'plugins'), join(root, 'packages/a/z.long-test.js')] }), [
      'packages/a/z.long-test.js',
      'plugins/b/y.test.js',
    ]);
  });

  it('finds nothing where nothing is', () => assert.deepEqual(findTests(root, { paths: [join(root, 'nowhere')] }), []));
});
