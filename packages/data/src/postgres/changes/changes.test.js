import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createDatabase } from '../database/index.js';
import { createTestDatabase, until } from '../../testing/index.js';
import { createChangeStream } from './index.js';

/** @import { Change, ChangeEvent, ChangeStream } from './types.d.ts' */

const log = { info() {}, warn() {} };

/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let database;
/** @type {any} */
let connection;
/** @type {ReturnType<typeof createDatabase>} */
let db;

before(async () => {
  database = await createTestDatabase();
  // The test cluster answers commits before they are in the log; here they are to be.
  connection = { .../** @type {any} */ (database.connection), options: '-c synchronous_commit=on' };
  db = createDatabase(connection, { log });
  await db.query('create schema app');
  await db.query('create schema plinth');
  for (const name of ['catalog_version', 'login_attempts']) {
    await db.query(`create table plinth.${name} (id int primary key)`);
  }
  await db.query('create table app.tasks (id bigint primary key, title text)');
  await db.query('create table app.pairs (source int, target int, primary key (source, target))');
  await db.query('create table app.keyless (id int)');
});
after(async () => {
  await db.close();
  await database.close();
});

/** @param {'logical' | 'notify'} kind */
async function open(kind) {
  const stream = await createChangeStream({ connection, log, kind });
  /** @type {ChangeEvent[]} */
  const events = [];
  stream.subscribe((event) => events.push(event));
  await stream.start();
  await until(() => stream.state() === 'live');
  const changes = () => events.flatMap((event) => (event.kind === 'changes' ? event.changes : []));
  return { stream, events, changes };
}

/** @param {ChangeStream} stream */
async function caughtUp(stream) {
  await until(() => stream.caughtUp());
}

/** As those do who rely on it: who writes for longer than a second makes it give up. @param {ChangeStream} stream */
async function covered(stream) {
  let tables = /** @type {ReadonlySet<string> | null} */ (null);
  await until(async () => {
    tables = await stream.cover().catch((error) => (error.code === 'TABLE_BUSY' ? null : Promise.reject(error)));
    return tables !== null;
  });
  return /** @type {ReadonlySet<string>} */ (/** @type {unknown} */ (tables));
}

/** @param {readonly Change[]} changes */
const named = (changes) => changes.map(({ schema, table, kind }) => `${kind} ${schema}.${table}`);

for (const kind of /** @type {const} */ (['logical', 'notify'])) {
  describe(`the ${kind} change stream`, () => {
    it('identifies itself, starts with a reset and receives every kind of change by anybody', async () => {
      const { stream, events, changes } = await open(kind);
      assert.equal(stream.kind, kind);
      assert.deepEqual(events[0], { kind: 'reset' });
      await db.query(`insert into app.tasks values (1, 'a')`);
      const psql = new pg.Client(connection);
      await psql.connect();
      await psql.query(`update app.tasks set title = 'b' where id = 1`);
      await psql.query('delete from app.tasks');
      await psql.query('truncate app.pairs');
      await psql.end();
      await caughtUp(stream);
      assert.deepEqual(named(changes()), [
        'insert app.tasks',
        'update app.tasks',
        'delete app.tasks',
        'truncate app.pairs',
      ]);
      await stream.close();
    });

    it('receives neither rolled-back changes nor those of noisy tables', async () => {
      const { stream, changes } = await open(kind);
      await db
        .transaction(async (tx) => {
          await tx.query(`insert into app.tasks values (2, 'x')`);
          throw new Error('no');
        })
        .catch(() => {});
      await db.query('insert into plinth.login_attempts values (1) on conflict do nothing');
      await caughtUp(stream);
      assert.deepEqual(changes(), []);
      await stream.close();
    });

    it('receives changes of a table created after the start, once it is covered', async () => {
      const { stream, changes } = await open(kind);
      await db.query(`create table app.late_${kind} (id int primary key)`);
      const covered = await stream.cover();
      assert.ok(covered.has(`app.late_${kind}`));
      assert.ok(!covered.has('plinth.login_attempts'));
      await db.query(`insert into app.late_${kind} values (1)`);
      await caughtUp(stream);
      assert.deepEqual(named(changes()), [`insert app.late_${kind}`]);
      await stream.close();
    });

    it('adds tables without blocking writers of several of them', async () => {
      const { stream } = await open(kind);
      await db.query(`create table app.first_${kind} (id int primary key)`);
      await db.query(`create table app.second_${kind} (id int primary key)`);
      let covering = Promise.resolve(/** @type {ReadonlySet<string>} */ (new Set()));
      await db.transaction(async (tx) => {
        await tx.query(`insert into app.second_${kind} values (1)`);
        covering = covered(stream);
        covering.catch(() => {});
        await sleep(100);
        await tx.query(`insert into app.first_${kind} values (1)`);
      });
      const tables = await covering;
      assert.ok(tables.has(`app.first_${kind}`) && tables.has(`app.second_${kind}`));
      await stream.close();
    });

    it('includes every reported commit in the next freshness barrier', async () => {
      const { stream, changes } = await open(kind);
      const psql = new pg.Client(connection);
      await psql.connect();
      let [written, isFresh] = [0, 0];
      // On a busy machine a barrier may fail, which is allowed.
      await until(async () => {
        const before = changes().length;
        await psql.query('insert into app.tasks values ($1)', [1000 + written++]);
        if (!(await stream.caughtUp())) return false;
        assert.ok(changes().length > before, `${written}`);
        return ++isFresh > 100;
      });
      await psql.query('delete from app.tasks');
      await psql.end();
      await stream.close();
    });

    it('C4: never passes a barrier falsely while its connection is being killed', async () => {
      const { stream, changes } = await open(kind);
      const cut = kind === 'logical' ? `application_name = 'plinth changes'` : `query ilike '%insert_lsn%'`;
      for (let i = 0; i < 10; i++) {
        const before = changes().length;
        await db.query(`
          select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and ${cut} and pid <> pg_backend_pid()`);
        await db.query(`insert into app.tasks values (${2000 + i})`);
        if (await stream.caughtUp()) assert.ok(changes().length > before, `${i}`);
        await until(() => stream.state() === 'live');
      }
      await db.query('delete from app.tasks');
      await stream.close();
    });

    it('C4: is down as soon as its connection is cut, reconnects and sends a reset first', async () => {
      const { stream, events } = await open(kind);
      const before = events.length;
      const cut =
        kind === 'logical'
          ? `application_name = 'plinth changes'`
          : `query ilike '%insert_lsn%' and pid <> pg_backend_pid()`;
      await db.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and ${cut}`,
      );
      // It may be back before we look.
      await until(() => stream.state() === 'down' || events.length > before);
      await until(() => stream.state() === 'live' && events.length > before);
      assert.equal(events[before].kind, 'reset');
      await db.query(`insert into app.pairs values (7, 7) on conflict do nothing`);
      await db.query(`delete from app.pairs where source = 7`);
      await caughtUp(stream);
      assert.ok(events.length > before + 1);
      await stream.close();
    });
  });
}

describe('changes from the log', () => {
  it('carry the key, the key before, the position and the transaction', async () => {
    const { stream, changes } = await open('logical');
    const { rows } = await db.query(
      `insert into app.pairs values (1, 2) returning (pg_current_xact_id()::text::bigint % 4294967296)::bigint as xid`,
    );
    await db.query('update app.pairs set target = 3 where source = 1');
    await db.query('delete from app.pairs where source = 1');
    await caughtUp(stream);
    const [inserted, updated, removed] = changes();
    assert.deepEqual(inserted.key, ['1', '2']);
    assert.equal(inserted.transaction, Number(rows[0].xid));
    assert.ok(inserted.position > 0n && inserted.position < updated.position && updated.position <= stream.position());
    assert.deepEqual(
      [updated.key, updated.oldKey],
      [
        ['1', '3'],
        ['1', '2'],
      ],
    );
    assert.deepEqual(removed.key, ['1', '3']);
    await stream.close();
  });

  it('of a very large transaction are reported per table', async () => {
    const { stream, changes } = await open('logical');
    await db.query(`insert into app.tasks select n, 'x' from generate_series(100, 20099) n`);
    await caughtUp(stream);
    assert.deepEqual(named(changes()), ['insert app.tasks']);
    assert.equal(changes()[0].key, null);
    await db.query('delete from app.tasks where id >= 100');
    await stream.close();
  });

  it('leave tables without a key alone, which could not be updated otherwise', async () => {
    const { stream } = await open('logical');
    assert.ok(!(await stream.cover()).has('app.keyless'));
    await db.query('insert into app.keyless values (1)');
    await db.query('update app.keyless set id = 2');
    await stream.close();
  });
});

describe('a barrier while somebody has written without a commit', () => {
  it('Y1: does not wait for the rest of an entry that PostgreSQL has begun to write', async () => {
    const { stream } = await open('logical');
    const writer = new pg.Client(connection);
    await writer.connect();
    await writer.query('begin');
    // Its log is written page by page, so its end is seldom the end of an entry.
    const isCutOff = async () => {
      await writer.query('insert into app.keyless select generate_series(1, 50)');
      const { rows } = await db.query(`
        select pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn()
           and (pg_current_wal_flush_lsn() - '0/0') % current_setting('wal_block_size')::int = 0 as cut`);
      return rows[0].cut;
    };
    for (let i = 0; i < 3; i++) {
      await until(isCutOff);
      assert.equal(await stream.caughtUp(), true);
    }
    await writer.end();
    await stream.close();
  });
});
