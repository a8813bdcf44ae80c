import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openDatabase } from './open-database.js';
import { namedUser, nobody } from './os-user.js';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const isRoot = process.getuid?.() === 0;
/** The user of a service: another one where we may be it. */
const service = isRoot ? nobody() : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const folder = mkdtempSync(join(tmpdir(), 'plinth-owner-'));
chmodSync(folder, 0o755);
after(() => rmSync(folder, { recursive: true, force: true }));

/** A data folder of the service. @param {string} name */
function dataFolder(name) {
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { mode: 0o700 });
  chownSync(dataDir, service.uid, service.gid);
  return dataDir;
}

/** What a server of the service says. @param {string} dataDir */
function asService(dataDir) {
  const script = fileURLToPath(new URL('./testing/open-as.js', import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, [script, dataDir, String(service.uid)], { encoding: 'utf8' });
  return stdout ? JSON.parse(stdout) : assert.fail(stderr);
}

/** @param {string} dataDir @param {string} sql */
async function asRoot(dataDir, sql) {
  const { connection, close } = await openDatabase({ config: { dataDir }, purpose: 'command', log: quiet });
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  writeFileSync(join(dataDir, 'left'), 'x');
  await close();
  return rows;
}

const names = (/** @type {string} */ dataDir) => readdirSync(dataDir).toSorted();

describe('a data folder that belongs to the user of a service', () => {
  it('is theirs after root worked on it, and their server starts on it', async () => {
    const dataDir = dataFolder('shared');
    await asRoot(dataDir, 'create table kept (id int)');
    for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' }))
      assert.equal(lstatSync(join(dataDir, name)).uid, service.uid, name);
    assert.deepEqual(asService(dataDir), { opened: true });
    assert.deepEqual(await asRoot(dataDir, 'select count(*)::int as n from kept'), [{ n: 0 }]);
  });

  it('is refused with one message if its database is another’s, and no new one is made beside it', async () => {
    const dataDir = dataFolder('foreign');
    const place = join(dataDir, 'postgres');
    mkdirSync(place, { mode: isRoot ? 0o700 : 0 });
    const before = names(dataDir);
    const said = asService(dataDir);
    assert.equal(said.code, 'DATA_OWNER_WRONG');
    assert.ok(said.message.startsWith(`${place} belongs to another user (number `), said.message);
    assert.ok(said.hint.includes(`chown -R `) && said.hint.includes(dataDir), said.hint);
    assert.deepEqual(names(dataDir), before);
    chmodSync(place, 0o700);
  });

  it('is given to them by root if an earlier version made its database for a user of its own', async () => {
    const dataDir = dataFolder('earlier');
    await asRoot(dataDir, 'create table kept (id int)');
    // As it was made, before it was the folder's owner who runs it.
    const other = isRoot ? namedUser({ uid: 1, gid: 1 }) : service;
    for (const name of readdirSync(join(dataDir, 'postgres'), { recursive: true, encoding: 'utf8' }))
      chownSync(join(dataDir, 'postgres', name), other.uid, other.gid);
    chownSync(join(dataDir, 'postgres'), other.uid, other.gid);
    assert.deepEqual(await asRoot(dataDir, 'select count(*)::int as n from kept'), [{ n: 0 }]);
    assert.deepEqual(asService(dataDir), { opened: true });
  });

  it('gets no new database where an old one lies under another name, or only a part of one', async () => {
    const dataDir = dataFolder('moved');
    await asRoot(dataDir, 'create table kept (id int)');
    renameSync(join(dataDir, 'postgres'), join(dataDir, 'postgres.old'));
    assert.equal(asService(dataDir).code, 'DATA_OLD_DATABASE');
    renameSync(join(dataDir, 'postgres.old'), join(dataDir, 'postgres'));
    renameSync(join(dataDir, 'postgres', 'PG_VERSION'), join(dataDir, 'version'));
    assert.equal(asService(dataDir).code, 'DATA_INCOMPLETE');
    assert.equal(names(dataDir).includes('postgres.new'), false);
    renameSync(join(dataDir, 'version'), join(dataDir, 'postgres', 'PG_VERSION'));
    assert.deepEqual(await asRoot(dataDir, 'select count(*)::int as n from kept'), [{ n: 0 }]);
  });
});
