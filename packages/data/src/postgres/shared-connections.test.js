import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, until } from '../testing/index.js';
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

const slow = { name: 'slow', text: 'select pg_sleep(0.3), pg_backend_pid() as pid' };
const quick = { name: 'quick', text: 'select pg_backend_pid() as pid' };

describe('shared connections', () => {
  it('spread what comes at once over several connections', async () => {
    const ask = () => Promise.all(Array.from({ length: 60 }, () => db.query(quick)));
    // Company is opened beside the work, not before it.
    const pids = async () => new Set((await ask()).map(({ rows }) => rows[0].pid)).size;
    await until(async () => (await pids()) === 3);
    assert.equal(await pids(), 3);
  });

  it('keep quick statements away from slow ones, however many those are', async () => {
    await db.query(slow);
    const many = Promise.all(Array.from({ length: 6 }, () => db.query(slow)));
    const quickPids = new Set();
    for (let i = 0; i < 20; i++) {
      const { rows } = await db.query(quick);
      quickPids.add(rows[0].pid);
      await sleep(5);
    }
    for (const { rows } of await many) assert.ok(!quickPids.has(rows[0].pid), 'a slow one stood before a quick one');
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
