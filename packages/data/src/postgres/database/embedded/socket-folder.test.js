import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { makeSocketFolder } from './socket-folder.js';

/** @type {string} */
let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plinth-socket-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** @param {string} dataDir @param {import('./types.d.ts').OsUser} [user] */
function make(dataDir, user) {
  const clusterDir = join(dataDir, 'postgres');
  mkdirSync(clusterDir, { recursive: true });
  return makeSocketFolder({ dataDir, clusterDir, user });
}

describe('the socket’s folder', () => {
  it('is inside the data folder and accessible to nobody else', () => {
    const folder = make(root);
    assert.equal(folder.path, join(root, 'socket'));
    assert.equal(statSync(folder.path).mode & 0o777, 0o700);
    assert.equal(make(root).path, folder.path);
    folder.remove();
    assert.ok(!existsSync(folder.path));
  });

  it('is elsewhere if the path is too long for a socket, always in the same place', () => {
    const deep = join(root, 'a-rather-long-name/'.repeat(6));
    const folder = make(deep);
    assert.ok(Buffer.byteLength(join(folder.path, '.s.PGSQL.65535.lock')) <= 107, folder.path);
    assert.equal(make(deep).path, folder.path);
    folder.remove();
  });

  it('never is a folder that others can enter', () => {
    mkdirSync(join(root, 'socket'));
    chmodSync(join(root, 'socket'), 0o777);
    const folder = make(root);
    assert.notEqual(folder.path, join(root, 'socket'));
    assert.equal(statSync(folder.path).mode & 0o777, 0o700);
  });

  it('belongs to the database’s user when we are root', () => {
    if (process.getuid?.() !== 0) return;
    const folder = make(root, { uid: 54321, gid: 54321 });
    assert.ok(!folder.path.startsWith(root));
    assert.equal(statSync(folder.path).uid, 54321);
    folder.remove();
  });
});
