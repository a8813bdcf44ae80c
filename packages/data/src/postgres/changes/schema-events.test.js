import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { databaseFacts } from '../database/embedded/database-facts.js';
import { createTestDatabase, until } from '../../testing/index.js';
import { createChangeStream } from './index.js';

const log = { info() {}, warn() {} };
const SUPERUSER = 'postgres';

/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let database;
/** The owner of the database, who is no superuser. @type {pg.Client} */
let owner;
/** @type {any} */
let connection;

before(async () => {
  database = await createTestDatabase();
  // The test cluster answers commits before they are in the log; here they are to be.
  connection = { .../** @type {any} */ (database.connection), options: '-c synchronous_commit=on' };
  owner = new pg.Client(connection);
  await owner.connect();
  await owner.query(
    'create schema app; create schema plinth; create table app.tasks (id bigint primary key, title text)',
  );
});
after(async () => {
  await owner.end();
  await database.close();
});

const isHeard = async () => (await databaseFacts(connection)).schemaHeard;

/** @param {import('node:test').TestContext} t @param {string} user @param {'logical' | 'notify'} [kind] */
async function open(t, user, kind) {
  const stream = await createChangeStream({ connection: { ...connection, user }, log, kind });
  t.after(() => stream.close());
  /** @type {import('./types.d.ts').ChangeEvent[]} */
  const events = [];
  await stream.start();
  await until(() => stream.caughtUp());
  stream.subscribe((event) => events.push(event));
  return { stream, events };
}

/** @param {import('node:test').TestContext} t */
async function connectSuperuser(t) {
  const client = new pg.Client({ ...connection, user: SUPERUSER });
  await client.connect();
  t.after(() => client.end());
  return client;
}

describe('event triggers for tables changed by SQL', () => {
  it('are not made by a role that may not, which works without them', async (t) => {
    await open(t, connection.user);
    assert.equal(await isHeard(), false);
    const { rows } = await owner.query(`select from pg_namespace where nspname = 'plinth_events'`);
    assert.equal(rows.length, 0);
  });

  it('are created by a superuser, once, and again if somebody disabled one', async (t) => {
    const superuser = await connectSuperuser(t);
    const ids = async () => (await superuser.query('select oid from pg_event_trigger order by oid')).rows;
    const start = async () => (await open(t, SUPERUSER)).stream.close();
    await start();
    assert.equal(await isHeard(), true);
    const made = await ids();
    await start();
    assert.deepEqual(await ids(), made);
    await superuser.query('alter event trigger plinth_schema_changed disable');
    assert.equal(await isHeard(), false);
    await start();
    assert.equal(await isHeard(), true);
  });

  for (const kind of /** @type {const} */ (['logical', 'notify'])) {
    it(`C2: tell the ${kind} stream of each transaction that changes tables, also with triggers off`, async (t) => {
      const { stream, events } = await open(t, connection.user, kind);
      const superuser = await connectSuperuser(t);
      for (const change of [
        'alter table app.tasks alter column title type varchar using upper(title)',
        'alter table app.tasks rename to jobs',
        'alter table app.jobs rename column title to name',
        'alter table app.jobs rename column name to title',
        'alter table app.jobs set schema public',
        'alter table public.jobs set schema app',
        'alter table app.jobs rename to tasks',
        'create table app.copied as select * from app.tasks',
        'drop table app.copied',
        `create type mood as enum ('sad'); alter type mood rename value 'sad' to 'glad'; drop type mood`,
        'create policy p on app.tasks using (true)',
        'drop policy p on app.tasks',
        'alter schema app rename to elsewhere; alter schema elsewhere rename to app',
        'set local session_replication_role = replica; alter table app.tasks alter title type text',
      ]) {
        events.length = 0;
        await superuser.query('begin');
        await superuser.query(change);
        const { rows } = await superuser.query(
          `select (pg_current_xact_id()::text::bigint % 4294967296)::bigint::float8 as xid`,
        );
        await superuser.query('commit');
        await until(() => stream.caughtUp());
        assert.deepEqual(events, [{ kind: 'reset', transaction: rows[0].xid }], change);
      }
    });

    it(`tell the ${kind} stream nothing of what was rolled back, of temporary tables and of other things`, async (t) => {
      const { stream, events } = await open(t, connection.user, kind);
      for (const change of [
        'begin; alter table app.tasks rename to away; rollback',
        'create temporary table t (id int); alter table t add n int; drop table t',
        'create index i on app.tasks (title); reindex index app.i; drop index app.i',
        'create table public.other (id int); drop table public.other',
        `begin; set local plinth.own_ddl = 'on'; alter table app.tasks rename to away; alter table app.away rename to tasks; commit`,
      ]) {
        await owner.query(change);
        await until(() => stream.caughtUp());
        assert.deepEqual(events, [], change);
      }
    });
  }
});
