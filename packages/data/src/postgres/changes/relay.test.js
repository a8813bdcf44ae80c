import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createDatabase } from '../database/index.js';
import { createTestDatabase, until } from '../../testing/index.js';
import { createChangeStream } from './index.js';
import { createRelaySource } from './relay-source.js';
import { createRelayedStream } from './relay-stream.js';

/** @import { Change, ChangeEvent, ChangeStream } from './types.d.ts' */

const log = { info() {}, warn() {} };

/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let database;
/** @type {any} */
let connection;
/** @type {ReturnType<typeof createDatabase>} */
let db;
/** @type {ChangeStream} */
let stream;
/** @type {ReturnType<typeof createRelaySource>} */
let source;

before(async () => {
  database = await createTestDatabase();
  connection = { .../** @type {any} */ (database.connection), options: '-c synchronous_commit=on' };
  db = createDatabase(connection, { log });
  for (const name of ['app', 'plinth']) await db.query(`create schema ${name}`);
  await db.query('create table app.tasks (id bigint primary key, title text)');
  await db.query('create table app."odd.name" (id bigint primary key)');
  stream = await createChangeStream({ connection, log });
  source = createRelaySource(stream);
  await stream.start();
  await until(() => stream.state() === 'live');
});
after(async () => {
  source.close();
  await stream.close();
  await db.close();
  await database.close();
});

/** A member in this process; its messages go through JSON, as between processes, and can be held up. */
function join() {
  /** @type {any[]} */
  const line = [];
  /** told: messages that say what changed */
  const link = { held: false, told: 0 };
  /** @type {ReturnType<typeof createRelayedStream> | undefined} */
  let member;
  /** @type {ChangeEvent[]} */
  const events = [];
  const deliver = () => {
    while (!link.held && line.length > 0) {
      const { message, sent } = line.shift();
      const { welcome, word } = JSON.parse(message);
      if (word?.packed) link.told++;
      if (welcome) {
        member = createRelayedStream({
          welcome,
          connection,
          send: (question) => setImmediate(() => joined.hear(question)),
          log,
        });
        member.subscribe((event) => events.push(event));
      } else member?.hear(word);
      sent();
    }
  };
  const joined = source.join((message, sent) => {
    line.push({ message: JSON.stringify(message), sent });
    deliver();
  });
  if (!member) throw new Error('no welcome');
  const leave = async () => {
    joined.leave();
    await member?.close();
  };
  const release = () => {
    link.held = false;
    deliver();
  };
  return { stream: member, events, link, release, leave, waiting: () => line.length };
}

/** @param {ChangeEvent[]} events @returns {Change[]} */
const changesOf = (events) => events.flatMap((event) => (event.kind === 'changes' ? event.changes : []));

describe('a relayed change stream', () => {
  it('passes on the same events as its source, in the same order', async () => {
    /** @type {ChangeEvent[]} */
    const own = [];
    const off = stream.subscribe((event) => own.push(event));
    const { stream: relayed, events, leave } = join();
    assert.equal(relayed.kind, stream.kind);
    assert.equal(relayed.state(), 'live');
    await db.query(`insert into app.tasks select i, 'a' from generate_series(1, 3) i`);
    await db.query('update app.tasks set id = 10 where id = 1');
    await db.query('insert into app."odd.name" values (1)');
    await db.query('delete from app.tasks');
    await db.query('truncate app.tasks');
    await until(() => relayed.caughtUp());
    assert.deepEqual(changesOf(events), changesOf(own));
    assert.equal(changesOf(events).length, 9);
    assert.equal(relayed.position(), stream.position());
    off();
    await leave();
  });

  it('C2: includes every reported commit in the next freshness barrier of every member', async () => {
    const members = [join(), join()];
    for (let i = 0; i < 100; i++) {
      await db.query(`insert into app.tasks values (${i})`);
      for (const { stream: relayed, events } of members) {
        // On a busy machine a barrier may fail, but one that passes must be right.
        await until(() => relayed.caughtUp());
        assert.equal(changesOf(events).length, i + 1);
      }
    }
    for (const { leave } of members) await leave();
  });

  it('sends simultaneous events as one message', async () => {
    const { events, link, leave } = join();
    let commits = 0;
    // They come in one go unless the machine lets the log's end wait for each of them.
    await until(async () => {
      const before = link.told;
      await Promise.all(
        Array.from({ length: 300 }, () => db.query(`insert into app.tasks values (${1000 + commits++})`)),
      );
      await until(() => changesOf(events).length === commits);
      return link.told - before < 200;
    });
    await db.query('delete from app.tasks');
    await leave();
  });

  it('C4: passes no barrier and goes down soon while the holder is silent', async () => {
    const { stream: relayed, link, release, leave } = join();
    link.held = true;
    await db.query('insert into app.tasks values (1500)');
    assert.equal(await relayed.caughtUp(), false);
    await until(() => relayed.state() === 'down');
    assert.equal(await relayed.caughtUp(), false);
    release();
    await until(() => relayed.state() === 'live');
    await until(() => relayed.caughtUp());
    await leave();
  });

  it('C4: is down when the source loses its connection, and receives a reset before it is live again', async () => {
    const { stream: relayed, events, leave } = join();
    await db.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'plinth changes'`);
    await until(() => relayed.state() === 'down' || events.some(({ kind }) => kind === 'reset'));
    await until(() => relayed.state() === 'live');
    assert.equal(events.filter(({ kind }) => kind === 'reset').length, 1);
    await db.query(`insert into app.tasks values (2000)`);
    await until(() => relayed.caughtUp());
    assert.equal(events.at(-1)?.kind, 'changes');
    await leave();
  });

  it('makes a stalled member start over instead of storing everything for it', async () => {
    const { stream: relayed, events, link, release, leave, waiting } = join();
    let heard = 0;
    const off = stream.subscribe(() => heard++);
    link.held = true;
    for (let i = 0; i < 600; i++) {
      await db.query(`insert into app.tasks values (${3000 + i})`);
      // Each is a message of its own: what is heard in one turn would travel together.
      await until(() => heard > i);
    }
    off();
    assert.ok(waiting() <= 501, `${waiting()} messages kept`);
    release();
    await until(() => events.some(({ kind }) => kind === 'reset'));
    await until(() => relayed.caughtUp());
    assert.equal(relayed.position(), stream.position());
    await leave();
  });

  it('C2: receives which transaction changed tables by SQL', async () => {
    const { stream: relayed, events, leave } = join();
    const { rows } = await db.query(`
      select pg_logical_emit_message(true, 'plinth_schema', ''::text),
             (pg_current_xact_id()::text::bigint % 4294967296)::bigint as xid`);
    await until(() => relayed.caughtUp());
    assert.deepEqual(events, [{ kind: 'reset', transaction: Number(rows[0].xid) }]);
    await leave();
  });

  it('asks the holder to cover new tables', async () => {
    const { stream: relayed, events, leave } = join();
    await db.query('create table app.later (id bigint primary key)');
    assert.ok((await relayed.cover()).has('app.later'));
    await db.query('insert into app.later values (1)');
    await until(() => relayed.caughtUp());
    assert.equal(changesOf(events).at(-1)?.table, 'later');
    await leave();
  });
});
