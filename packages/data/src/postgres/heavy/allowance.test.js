import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { createTestDatabase, until } from '../../testing/index.js';
import { inAllowance } from './allowance.js';

describe('heavy jobs', () => {
  /** @type {any} */
  let database;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database?.close());

  /** A job that ends when it is told to. @param {number} places @param {AbortSignal} [signal] */
  function job(places, signal) {
    const { promise, resolve: end } = Promise.withResolvers();
    const state = { runs: false, waits: false };
    const options = { places, signal, waits: () => void (state.waits = true) };
    const done = inAllowance(
      database.connection,
      async () => {
        state.runs = true;
        await promise;
        return 'done';
      },
      options,
    );
    return { state, end, done };
  }

  it('run one at a time on a small machine, each when the one before has ended', async () => {
    const first = job(1);
    await until(() => first.state.runs);
    const others = [job(1), job(1)];
    await until(() => others.every(({ state }) => state.waits));
    assert.ok(others.every(({ state }) => !state.runs));
    first.end(null);
    assert.equal(await first.done, 'done');
    await until(() => others.some(({ state }) => state.runs));
    assert.equal(others.filter(({ state }) => state.runs).length, 1);
    for (const other of others) other.end(null);
    assert.deepEqual(await Promise.all(others.map(({ done }) => done)), ['done', 'done']);
  });

  it('run side by side where there is memory', async () => {
    const jobs = [job(2), job(2)];
    await until(() => jobs.every(({ state }) => state.runs));
    for (const { end } of jobs) end(null);
    await Promise.all(jobs.map(({ done }) => done));
  });

  it('give their place back when their process is gone, and stop waiting when they are cancelled', async () => {
    const killed = job(1);
    await until(() => killed.state.runs);
    const cancelling = new AbortController();
    const cancelled = job(1, cancelling.signal);
    await until(() => cancelled.state.waits);
    cancelling.abort();
    await until(() => cancelled.state.runs);
    cancelled.end(null);
    await cancelled.done;
    const next = job(1);
    await until(() => next.state.waits);
    const client = new pg.Client(database.connection);
    await client.connect();
    await client.query(`select pg_terminate_backend(pid) from pg_locks
                         where locktype = 'advisory' and granted and classid = ${0x68656176} and pid <> pg_backend_pid()
                           and database = (select oid from pg_database where datname = current_database())
                           and pid in (select pid from pg_stat_activity where datname = current_database() and state = 'idle'
                                        order by backend_start limit 1)`);
    await client.end();
    await until(() => next.state.runs);
    for (const { end } of [killed, next]) end(null);
    assert.equal(await next.done, 'done');
  });
});
