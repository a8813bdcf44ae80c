import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '@plinth/data/testing';
import { openBackups } from '@plinth/data';
import pg from 'pg';
import { readConfig } from '../../http/config/read-config.js';
import { migrateEmpty } from '../../testing/migrate-empty.js';
import { holdPort } from './hold-port.js';
import { makeBackup } from './make-backup.js';
import { readBackup } from './restore.js';
import { restoreHere, settleRestore } from './restore-here.js';
import { noteRestore, restoreState } from './restore-state.js';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const SYSTEM = { userId: null, roles: [], system: true };

describe('a restore that an admin asked for', () => {
  /** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
  let database;
  /** @type {ReturnType<typeof readConfig>} */
  let config;
  /** @type {pg.Client} */
  let client;
  /** @type {{ file: string, at: string }} */
  let wanted;
  before(async () => {
    database = await createTestDatabase({ migrate: migrateEmpty });
    const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-restore-'));
    config = readConfig({ PLINTH_DATA: dataDir, DATABASE_URL: database.url, LOG_LEVEL: 'error' });
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await addUser('then@example.com');
    const made = await makeBackup(
      { config, connection: database.connection, reason: 'admin', actor: SYSTEM, test: false },
      log,
    );
    const { head } = await readBackup({ file: made.file });
    wanted = { file: path.basename(made.file), at: head.at };
    await addUser('now@example.com');
  });
  after(async () => {
    await client?.end();
    await rm(config.dataDir, { recursive: true, force: true });
    await database?.close();
  });

  const addUser = (/** @type {string} */ email) =>
    client.query('insert into plinth.users (email) values ($1)', [email]);
  const people = async () =>
    (await client.query('select email from plinth.users order by email')).rows.map((row) => row.email);
  const folder = () => path.join(config.dataDir, 'backups');
  const BOTH = ['now@example.com', 'then@example.com'];

  it('is refused without a change if the file is damaged, gone, or not the one that was looked at', async () => {
    const broken = 'plinth-broken.tar.gz';
    await cp(path.join(folder(), wanted.file), path.join(folder(), broken));
    await writeFile(path.join(folder(), broken), 'x', { flag: 'r+' });
    for (const other of [
      { ...wanted, file: broken },
      { ...wanted, file: 'plinth-none.tar.gz' },
      { ...wanted, file: '../plinth-none.tar.gz' },
      { ...wanted, at: '2020-01-01T00:00:00.000Z' },
    ]) {
      await restoreHere({ config, log, wanted: other });
      const state = restoreState(config.dataDir);
      assert.equal(state?.state, 'failed', other.file);
      assert.ok(state?.error);
      assert.deepEqual(await people(), BOTH);
    }
    assert.equal((await readdir(folder())).length, 2, 'no backup was made for nothing');
  });

  it('that was interrupted says whether it took place', async () => {
    const state = { file: wanted.file, backupAt: wanted.at, pid: 2 ** 22 + 1 };
    noteRestore(config.dataDir, { ...state, state: 'running' });
    await settleRestore({ config, log });
    assert.match(restoreState(config.dataDir)?.error ?? '', /interrupted/);
    noteRestore(config.dataDir, { ...state, pid: process.ppid, state: 'running' });
    await settleRestore({ config, log });
    assert.equal(restoreState(config.dataDir)?.state, 'running', 'somebody is at it');
  });

  it('backs up what is there, restores, and waits for connections that are just going', async () => {
    const lingering = new pg.Client({ connectionString: database.url, application_name: 'plinth' });
    await lingering.connect();
    const restoring = restoreHere({ config, log, wanted });
    await sleep(200);
    await lingering.end();
    await restoring;
    assert.deepEqual([restoreState(config.dataDir)?.state, await people()], ['done', ['then@example.com']]);
    const record = await openBackups(database.connection, log);
    const list = await record.list(SYSTEM);
    await record.close();
    assert.deepEqual(
      list.map(({ reason, error }) => [reason, error]),
      [
        ['restore', null],
        ['admin', null],
      ],
    );
    // And back again.
    const { head } = await readBackup({ file: path.join(folder(), list[0].file) });
    await restoreHere({ config, log, wanted: { file: list[0].file, at: head.at } });
    assert.deepEqual(await people(), BOTH);
    noteRestore(config.dataDir, { state: 'running', file: list[0].file, backupAt: head.at, pid: 2 ** 22 + 1 });
    await settleRestore({ config, log });
    assert.equal(restoreState(config.dataDir)?.state, 'done', 'it was killed after it had taken place');
  });

  it('answers 503 on the address of the server meanwhile', async () => {
    const release = await holdPort({ port: 0, host: '127.0.0.1' });
    await release();
    const taken = await holdPort({ port: 39_471, host: '127.0.0.1' });
    const second = await holdPort({ port: 39_471, host: '127.0.0.1' });
    const answer = await fetch('http://127.0.0.1:39471/page/x', { headers: { connection: 'close' } });
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5']);
    await second();
    await taken();
    await assert.rejects(fetch('http://127.0.0.1:39471/'));
  });
});
