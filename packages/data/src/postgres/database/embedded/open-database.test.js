import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { until } from '../../../testing/until.js';
import { databaseFacts } from './database-facts.js';
import { openDatabase } from './open-database.js';
import { readPostmasterFile } from './postmaster.js';
import { processStartTime } from './process-identity.js';
import { startWriter } from './testing/writer-process.js';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const dataDir = mkdtempSync(join(tmpdir(), 'plinth-open-'));
const config = { dataDir };
after(() => rmSync(dataDir, { recursive: true, force: true }));

describe('openDatabase', () => {
  it('refuses a second server on the same data, naming the first', async () => {
    const writer = startWriter(dataDir);
    await writer.wrote(1);
    await assert.rejects(openDatabase({ config, purpose: 'serve', log: quiet }), {
      code: 'DATA_IN_USE',
      message: new RegExp(`process ${writer.pid}\\b`),
      hint: new RegExp(`kill ${writer.pid}\\b`),
    });

    // A command works beside it, on the same database, and leaves it running.
    const beside = await openDatabase({ config, purpose: 'command', log: quiet });
    assert.equal(beside.owned, false);
    assert.ok((await count(beside.connection)) >= 1);
    await beside.close();
    await writer.wrote(1);
    assert.equal(await writer.kill('SIGTERM'), 0);
    assert.ok(!existsSync(join(dataDir, 'lock.json')));
    assert.ok(!existsSync(join(dataDir, 'postgres', 'postmaster.pid')), 'stopped cleanly');
  });

  it('C2: notices tables changed by SQL through event triggers, which only a superuser may create or change', async () => {
    for (let start = 1; start <= 2; start++) {
      const { connection, close } = await openDatabase({ config, purpose: 'serve', log: quiet });
      assert.equal((await databaseFacts(connection)).schemaHeard, true);
      const client = new pg.Client(connection);
      await client.connect();
      for (const attack of [
        'create or replace function plinth_events.tell_schema_change() returns event_trigger language sql as $$ select 1 $$',
        'alter event trigger plinth_schema_dropped disable',
        'drop event trigger plinth_schema_changed',
        'create event trigger mine on ddl_command_end execute function plinth_events.tell_schema_change()',
      ])
        await assert.rejects(client.query(attack), { code: '42501' });
      await client.query(
        `create schema if not exists app; create table app.n${start} (id int); drop table app.n${start}`,
      );
      await client.end();
      await close();
    }
  });

  it('takes over from a server that was killed, and loses no acknowledged row', async () => {
    const writer = startWriter(dataDir);
    await writer.wrote(50);
    await writer.kill('SIGKILL');
    const database = await openDatabase({ config, purpose: 'serve', log: quiet });
    await expectWritten(database.connection, writer.written);
    await database.close();
  });

  it('leaves no PostgreSQL behind when it is killed, and the database is whole', async () => {
    const writer = startWriter(dataDir);
    await writer.wrote(20);
    const postmaster = Number(readPostmasterFile(join(dataDir, 'postgres'))?.pid);
    assert.notEqual(processStartTime(postmaster), undefined);
    await writer.kill('SIGKILL');
    await until(() => processStartTime(postmaster) === undefined);
    assert.ok(!existsSync(join(dataDir, 'postgres', 'postmaster.pid')), 'stopped cleanly');
    const database = await openDatabase({ config, purpose: 'serve', log: quiet });
    await expectWritten(database.connection, writer.written);
    await database.close();
  });

  it('starts the database for a command, and stops it only when no other command uses it', async () => {
    const writer = startWriter(dataDir, { purpose: 'command' });
    await writer.wrote(1);
    const second = await openDatabase({ config, purpose: 'command', log: quiet });
    assert.equal(second.owned, false);
    const ended = writer.kill('SIGTERM');
    const before = await Promise.race([
      ended.then(() => 'ended'),
      new Promise((resolve) => setTimeout(resolve, 300, 'waits')),
    ]);
    assert.equal(before, 'waits');
    assert.ok((await count(second.connection)) >= 1);
    await second.close();
    assert.equal(await ended, 0);
  });

  it('takes over a lock that a crash left, also when its process number was given to another', async () => {
    const lock = { pid: process.ppid, startTime: 'long ago', pidNamespace: '', purpose: 'serve', since: '2026-01-01' };
    writeFileSync(join(dataDir, 'lock.json'), JSON.stringify({ ...lock, pidNamespace: await ownNamespace() }));
    const database = await openDatabase({ config, purpose: 'serve', log: quiet });
    await database.close();
  });

  it('says what to do when the data folder is a file', async () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    const inFile = { dataDir: join(file, 'var') };
    await assert.rejects(openDatabase({ config: inFile, purpose: 'serve', log: quiet }), {
      code: 'DATA_NOT_WRITABLE',
      hint: /PLINTH_DATA/,
    });
  });

  it('says what to do when the data folder can’t be made', async () => {
    // As root everything else can be written to.
    const config = { dataDir: '/proc/plinth/var' };
    await assert.rejects(openDatabase({ config, purpose: 'command', log: quiet }), { code: 'DATA_NOT_WRITABLE' });
  });

  it('refuses data of another PostgreSQL version, touching nothing', async () => {
    const version = join(dataDir, 'postgres', 'PG_VERSION');
    writeFileSync(version, '17\n');
    await assert.rejects(openDatabase({ config, purpose: 'serve', log: quiet }), {
      code: 'DATA_OTHER_POSTGRES',
      message: /PostgreSQL 17.*18/,
    });
    writeFileSync(version, '18\n');
  });

  it('reports what PostgreSQL said when it does not start, and allows the next attempt', async () => {
    const broken = join(dataDir, 'postgres', 'postgresql.auto.conf');
    writeFileSync(broken, 'no_such_setting = 1\n');
    await assert.rejects(openDatabase({ config, purpose: 'serve', log: quiet }), {
      code: 'POSTGRES_FAILED',
      message: /no_such_setting/,
    });
    writeFileSync(broken, '');
    const database = await openDatabase({ config, purpose: 'serve', log: quiet });
    await database.close();
  });
});

/** @param {pg.ClientConfig} connection */
async function count(connection) {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query('select count(*)::int as n from written');
  await client.end();
  return rows[0].n;
}

/** @param {pg.ClientConfig} connection @param {number[]} written */
async function expectWritten(connection, written) {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query(
    'select n::int from unnest($1::int[]) as w(n) where not exists (select from written where written.n = w.n)',
    [written],
  );
  await client.end();
  assert.ok(written.length > 0);
  assert.deepEqual(rows, [], 'acknowledged rows that are missing');
}

async function ownNamespace() {
  return (await import('./process-identity.js')).pidNamespace();
}
