import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { divideMemory } from '../../memory/index.js';
import { postgresEnvironment } from './cluster.js';
import { processStartTime } from './process-identity.js';
import { startEmbedded } from './start-embedded.js';

/** @import { Connection, Embedded } from './types.d.ts' */

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A folder as in a home that nobody else may enter. */
const home = mkdtempSync(join(tmpdir(), 'plinth-embedded-'));
const dataDir = join(home, 'clone', 'var');
/** @type {Embedded} */
let embedded;

before(async () => {
  embedded = await startEmbedded({ dataDir, log: quiet, memory: divideMemory({ availableMb: 512 }) });
});
after(async () => {
  await embedded.stop();
  rmSync(home, { recursive: true, force: true });
});

describe('embedded PostgreSQL', () => {
  it('keeps its data under the data folder, which others may not enter', () => {
    assert.equal(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8'), '18\n');
    assert.equal(statSync(dataDir).mode & 0o777, 0o700);
    assert.equal(statSync(home).mode & 0o777, 0o700);
  });

  it('never runs as root', () => {
    const owner = statSync(join(dataDir, 'postgres')).uid;
    const runner = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${embedded.pid}/status`, 'utf8'))?.[1]);
    assert.equal(runner, owner);
    assert.notEqual(runner, 0);
  });

  it('listens on a socket that only its user can reach, and on no port', async () => {
    assert.equal(statSync(embedded.connection.host).mode & 0o777, 0o700);
    assert.deepEqual(await first(embedded.connection, `select current_setting('listen_addresses') as listen`), {
      listen: '',
    });
  });

  it('Z16: gives us a role that is no superuser and may follow the log', async () => {
    assert.deepEqual(
      await first(
        embedded.connection,
        `select rolname, rolsuper, rolcreaterole, rolreplication, pg_catalog.has_database_privilege(current_database(), 'create') as creates
           from pg_roles where rolname = current_user`,
      ),
      { rolname: 'plinth', rolsuper: false, rolcreaterole: false, rolreplication: true, creates: true },
    );
  });

  it('Z16: gives us a role that can run no program, open no file and become nobody else', async () => {
    for (const statement of [
      `copy (select 1) to program 'true'`,
      `copy (select 1) to '/tmp/plinth-z16'`,
      `select pg_read_file('PG_VERSION')`,
      `select pg_ls_dir('.')`,
      `select lo_import('/etc/hostname')`,
      `alter system set log_statement = 'all'`,
      `set role postgres`,
      `set session authorization postgres`,
      `create role somebody superuser`,
      `alter role plinth superuser`,
      `create extension file_fdw`,
      `create function z16() returns int language c as 'libc', 'getpid'`,
      `load 'auto_explain'`,
    ]) {
      // A server without such a function or library says so; what counts is that nothing was done.
      await assert.rejects(
        first(embedded.connection, statement),
        /permission denied|must be|is not trusted|access to|could not/,
        statement,
      );
    }
    assert.equal(existsSync('/tmp/plinth-z16'), false);
  });

  it('is durable, logical and small on a small machine', async () => {
    const names = [
      'wal_level',
      'fsync',
      'full_page_writes',
      'synchronous_commit',
      'data_checksums',
      'jit',
      'shared_buffers',
    ];
    const { rows } = await query(
      embedded.connection,
      'select name, current_setting(name) as value from pg_settings where name = any($1)',
      [names],
    );
    assert.deepEqual(Object.fromEntries(rows.map((row) => [row.name, row.value])), {
      wal_level: 'logical',
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
      jit: 'off',
      shared_buffers: '64MB',
    });
  });

  it('knows every language and folds its case', async () => {
    assert.deepEqual(
      await first(embedded.connection, `select lower('ÄÖΣ') as lower, current_setting('server_encoding') as encoding`),
      {
        lower: 'äöσ',
        encoding: 'UTF8',
      },
    );
  });

  it('does not get our environment, where passwords may be', () => {
    assert.deepEqual(Object.keys(postgresEnvironment()), ['PATH', 'LC_ALL', 'TZ']);
  });

  it('K3: comes back by itself after kill -9, at the same place, with every acknowledged row', async () => {
    await query(embedded.connection, 'create table kept (n int); insert into kept values (1)');
    const killed = embedded.pid;
    process.kill(killed, 'SIGKILL');
    while (processStartTime(killed) !== undefined) await sleep(5);
    while (embedded.pid === killed) await sleep(5);
    await untilAnswers(embedded.connection);
    assert.deepEqual(await first(embedded.connection, 'select n from kept'), { n: 1 });
  });

  it('K3: heals when one of its backends is killed', async () => {
    const victim = new pg.Client(embedded.connection);
    victim.on('error', () => {});
    await victim.connect();
    const { rows } = await victim.query('select pg_backend_pid() as pid');
    const other = new pg.Client(embedded.connection);
    /** @type {Promise<void>} */
    const restarts = new Promise((resolve) => void other.on('error', () => resolve()));
    await other.connect();
    process.kill(rows[0].pid, 'SIGKILL');
    // PostgreSQL ends all backends when one of them died: from then on it is healing.
    await restarts;
    await untilAnswers(embedded.connection);
    assert.deepEqual(await first(embedded.connection, 'select n from kept'), { n: 1 });
  });

  it('stops cleanly, leaves no socket, and starts again on the same data', async () => {
    const { pid } = embedded;
    await embedded.stop();
    assert.equal(processStartTime(pid), undefined);
    assert.ok(!existsSync(join(dataDir, 'postgres', 'postmaster.pid')));
    assert.ok(!existsSync(embedded.connection.host));
    embedded = await startEmbedded({ dataDir, log: quiet });
    assert.deepEqual(await first(embedded.connection, 'select n from kept'), { n: 1 });
  });

  it('keeps to its share of the memory, and to all else that a data folder’s own postgresql.conf says', async () => {
    await embedded.stop();
    const own = "shared_buffers = '2TB'\nwork_mem = '900MB'\nseq_page_cost = 1.25\n";
    appendFileSync(join(dataDir, 'postgres', 'postgresql.conf'), own);
    embedded = await startEmbedded({ dataDir, log: quiet, memory: divideMemory({ availableMb: 1024 }) });
    const settings = ['shared_buffers', 'work_mem', 'seq_page_cost'].map(
      (name) => `current_setting('${name}') as ${name}`,
    );
    assert.deepEqual(await first(embedded.connection, `select n, ${settings.join()} from kept`), {
      n: 1,
      shared_buffers: '128MB',
      work_mem: '8MB',
      seq_page_cost: '1.25',
    });
  });
});

/** @param {Connection} connection @param {string} text @param {unknown[]} [values] */
async function query(connection, text, values) {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}

/** @param {Connection} connection @param {string} text */
const first = async (connection, text) => (await query(connection, text)).rows[0];

/** @param {Connection} connection */
async function untilAnswers(connection) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await query(connection, 'select 1');
    } catch (error) {
      if (attempt > 1200) throw error;
      await sleep(50);
    }
  }
}
