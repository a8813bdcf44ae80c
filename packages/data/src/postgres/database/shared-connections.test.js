import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase, until } from '../../testing/index.js';
import { createDatabase } from './database.js';

/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let database;
/** @type {ReturnType<typeof createDatabase>} */
let db;

before(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.connection, { shared: 3 });
});
after(async () => {
  await db?.close();
  await database?.close();
});

/** Sleeps, and waits as long as somebody holds a lock. @param {number} seconds */
const slow = (seconds) => ({
  name: 'slow',
  text: 'select pg_sleep($1), pg_advisory_xact_lock_shared(77), pg_backend_pid() as pid',
  values: [seconds],
});
const quick = { name: 'quick', text: 'select pg_backend_pid() as pid' };

describe('shared connections', () => {
  it('spread what comes at once over several connections', async () => {
    const ask = () => Promise.all(Array.from({ length: 60 }, () => db.query(quick)));
    // Company is opened beside the work, not before it.
    const pids = async () => new Set((await ask()).map(({ rows }) => rows[0].pid)).size;
    // Twice in a row; where the machine lets an answer wait, they are taken for slow ones, which keep to themselves.
    await until(async () => (await pids()) === 3 && (await pids()) === 3);
  });

  it('keep quick statements away from slow ones, however many those are', async () => {
    await db.query(slow(0.1));
    await until(async () => {
      const quickPids = new Set();
      /** @type {Promise<PromiseSettledResult<any>[]> | undefined} */
      let many;
      await db.transaction(async (tx) => {
        await tx.query('select pg_advisory_xact_lock(77)');
        many = Promise.allSettled(Array.from({ length: 6 }, () => db.query(slow(0))));
        for (let i = 0; i < 20; i++) quickPids.add((await db.query(quick)).rows[0].pid);
      });
      const answers = (await many) ?? [];
      for (const one of answers)
        if (one.status === 'fulfilled') assert.ok(!quickPids.has(one.value.rows[0].pid), 'a slow one stood before it');
      // A machine may be so busy that a wait for the lock is given up: that shows nothing.
      return answers.every(({ status }) => status === 'fulfilled');
    });
  });

  it('take a statement for quick again once it is', async () => {
    const varying = (/** @type {number} */ seconds) => ({
      name: 'varying',
      text: 'select pg_sleep($1), pg_backend_pid() as pid',
      values: [seconds],
    });
    await db.query(varying(0.1));
    await db.query(varying(0));
    const pids = async () => {
      const answers = await Promise.all(Array.from({ length: 60 }, () => db.query(varying(0))));
      return new Set(answers.map(({ rows }) => rows[0].pid)).size;
    };
    await until(async () => (await pids()) === 3);
  });

  it('a statement that takes too long ends alone, those behind it are answered', async () => {
    const single = createDatabase(database.connection, { shared: 1 });
    try {
      await single.query(`set statement_timeout = '1s'`);
      const [endless, ...behind] = await Promise.allSettled([
        single.query('select pg_sleep(600)'),
        single.query('select 1 as n'),
        single.query('select 2 as n'),
      ]);
      assert.equal(/** @type {any} */ (endless).reason.code, 'STATEMENT_TIMEOUT');
      assert.deepEqual(
        behind.map((one) => /** @type {any} */ (one).value.rows[0].n),
        [1, 2],
      );
    } finally {
      await single.close();
    }
  });
});
