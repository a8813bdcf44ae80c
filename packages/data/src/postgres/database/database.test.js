import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Person } from '../fairness/index.js';
import { sql } from '../sql/index.js';
import { createTestDatabase, until } from '../../testing/index.js';
import { createDatabase } from './index.js';

/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let place;
/** @type {ReturnType<typeof createDatabase>} */
let db;
before(async () => {
  place = await createTestDatabase();
  db = createDatabase(place.connection, { max: 2, waitMs: 60_000 });
  await db.query('create table t (id int primary key, at timestamptz)');
});
after(async () => {
  await db.close();
  await place.close();
});

describe('database', () => {
  it('gives JSON-safe values', async () => {
    const { rows } =
      await db.query(`select true as b, 9007199254740991 as i, 9007199254740993 as huge, 1.50::numeric as n,
      date '2026-11-21' as d, timestamptz '2026-11-21 03:00:00.123456+01' as at, time '09:30' as t, time '09:30:05' as ts,
      interval '1 day 90 seconds' as dur, interval '-1.5 seconds' as neg, '{"a":[1]}'::jsonb as j, array['a',null] as ta, array[1,2]::bigint[] as ia, 1.5::float8 as f`);
    assert.deepEqual(rows[0], {
      b: true,
      i: 9007199254740991,
      huge: '9007199254740993',
      n: '1.50',
      d: '2026-11-21',
      at: '2026-11-21T02:00:00.123456Z',
      t: '09:30',
      ts: '09:30:05',
      dur: 86490,
      neg: -1.5,
      j: { a: [1] },
      ta: ['a', null],
      ia: [1, 2],
      f: 1.5,
    });
  });

  it('answers a pipeline singly: one failing leaves the others alone', async () => {
    const results = await db.pipeline([
      sql`select ${1}::int as a`,
      'select broken',
      { text: 'select 2 as a', name: 'two' },
    ]);
    assert.deepEqual([results[0].rows?.[0].a, results[1].error.code, results[2].rows?.[0].a], [1, '42703', 2]);
  });

  it('rolls a transaction back when its work throws, and when it swallowed an error', async () => {
    await assert.rejects(
      db.transaction(async (tx) => {
        await tx.query('insert into t values (1)');
        throw new Error('stop');
      }),
      /stop/,
    );
    await assert.rejects(
      db.transaction(async (tx) => {
        await tx.query('insert into t values (2)');
        await tx.query('select broken').catch(() => {});
      }),
      /rolled back/,
    );
    assert.deepEqual((await db.query('select * from t')).rows, []);
  });

  it('K11: parses a prepared statement again after the table changed', async () => {
    await db.query('create table changing (a int)');
    const statement = { text: 'select * from changing', name: 'changing' };
    await db.query(statement);
    await db.query('alter table changing add b int');
    const results = await db.pipeline([statement, statement, statement]);
    assert.deepEqual(
      results.map((result) => result.error),
      [undefined, undefined, undefined],
    );
    await assert.doesNotReject(db.query(statement));
  });

  for (const [how, texts, most] of /** @type {const} */ ([
    ['too many', Array.from({ length: 600 }, (_, n) => `select ${n} as n`), 130],
    [
      'too long',
      Array.from({ length: 60 }, (_, n) => `select ${n} as n where 0 not in (${Array(2000).fill('1').join()})`),
      8,
    ],
  ])) {
    const statements = texts.map((text, n) => ({ text, name: `${how} ${n}` }));
    const prepared = 'select count(*) as count from pg_prepared_statements';

    it(`gives up a connection whose prepared statements are ${how} for its share, and loses nothing by it`, async (t) => {
      const small = createDatabase(place.connection, { shared: 1, statementBytes: 2 ** 20 });
      t.after(() => small.close());
      for (let i = 0; i < texts.length; i += 30) {
        const results = await small.pipeline(statements.slice(i, i + 30));
        assert.deepEqual(
          results.map((result) => result.rows?.[0].n),
          statements.slice(i, i + 30).map((_, n) => i + n),
        );
      }
      const { rows } = await small.query(prepared);
      // Thirty were under way when it was over its share.
      assert.ok(rows[0].count < most + 30, `${rows[0].count}`);
    });

    it(`forgets statements between transactions that are ${how}, and loses nothing by it`, async (t) => {
      const small = createDatabase(place.connection, { max: 1, statementBytes: 2 ** 20 });
      t.after(() => small.close());
      let held = 0;
      for (const [n, statement] of statements.entries()) {
        const { rows } = await small.transaction(async (tx) => {
          held = Math.max(held, (await tx.query(prepared)).rows[0].count);
          return tx.query(statement);
        });
        assert.equal(rows[0].n, n);
      }
      assert.ok(held > 1 && held <= most, `${held}`);
    });
  }

  it('K11: uses no earlier plan in transactions once it knows that the schema changed', async () => {
    await db.query('create table retyped (a text)');
    const statement = { text: 'select a from retyped', name: 'retyped' };
    const read = () => db.transaction((tx) => tx.query(statement));
    await Promise.all([read(), read()]);
    await db.query('alter table retyped alter a type int using null');
    await assert.rejects(read(), { code: 'TABLE_BUSY' });
    db.forgetPlans();
    await Promise.all([read(), read(), read()]);
  });

  it('K3: a killed backend fails those under way with 503, and the next statement works', async () => {
    const { rows } = await db.query('select pg_backend_pid() as pid');
    const slow = assert.rejects(db.query('select pg_sleep(600)'), { code: 'DATABASE_UNAVAILABLE', status: 503 });
    const inTransaction = db.transaction(async (tx) => {
      const mine = await tx.query('select pg_backend_pid() as pid');
      await db.transaction((other) => other.query(sql`select pg_terminate_backend(${mine.rows[0].pid}::int)`));
      await tx.query('select 1');
    });
    await assert.rejects(inTransaction, { code: 'DATABASE_UNAVAILABLE', status: 503 });
    await db.transaction((tx) => tx.query(sql`select pg_terminate_backend(${rows[0].pid}::int)`));
    await slow;
    assert.equal((await db.query('select 1 as one')).rows[0].one, 1);
  });

  it('K8: refuses callers when all connections stay taken, and serves again afterwards', async (t) => {
    const hasty = createDatabase(place.connection, { max: 2, waitMs: 200 });
    t.after(() => hasty.close());
    /** @type {PromiseWithResolvers<void>} */
    const released = Promise.withResolvers();
    let taken = 0;
    const hold = () => hasty.transaction(async (tx) => (await tx.query('select 1'), taken++, await released.promise));
    const holders = [hold(), hold()];
    await until(() => taken === 2);
    await assert.rejects(
      hasty.transaction((tx) => tx.query('select 1')),
      { code: 'DATABASE_BUSY', status: 503 },
    );
    assert.equal((await hasty.query('select 1 as one')).rows[0].one, 1);
    released.resolve();
    await Promise.all(holders);
    await hasty.transaction((tx) => tx.query('select 1'));
  });

  it('Y1: a query of rows ends at 8 MB, and what comes behind it is answered', async () => {
    const large = { text: `select repeat('x', 1000000) as x from generate_series(1, 40)`, isQuery: true };
    const [first, second] = await db.pipeline([large, 'select 1 as one']);
    assert.deepEqual([first.error?.code, first.error?.status, second.rows?.[0].one], ['RESULT_TOO_LARGE', 422, 1]);
    await assert.rejects(
      db.transaction((tx) => tx.query(large)),
      { code: 'RESULT_TOO_LARGE' },
    );
    assert.equal((await db.query({ ...large, isQuery: false })).rows.length, 40);
  });

  it('Y1: transactions of one person leave connections for others', async () => {
    /** @type {PromiseWithResolvers<void>} */
    const over = Promise.withResolvers();
    const inRequestOf = (/** @type {string} */ name, /** @type {(tx: any) => Promise<any>} */ work) =>
      db.fairness.as(new Person(name, 'user'), () => db.transaction(work));
    const held = [1, 2, 3].map(() => inRequestOf('eve', () => over.promise));
    await inRequestOf('bob', (tx) => tx.query('select 1'));
    over.resolve();
    await Promise.all(held);
  });

  it('Y1: slow queries of one person leave connections for others', async () => {
    const [eve, bob] = ['eve', 'bob'].map((name) => new Person(name, 'user'));
    const wide = createDatabase(place.connection, { shared: 4 });
    try {
      let isOver = false;
      const sleep = { name: 'sleeps', text: 'select pg_sleep(0.1)', isQuery: true };
      const slow = Array.from({ length: 20 }, () => wide.fairness.as(eve, () => wide.query(sleep)));
      void Promise.all(slow).then(() => (isOver = true));
      // Its form is new as well.
      const quick = { name: 'quick', text: 'select 1 as one', isQuery: true };
      await wide.fairness.as(bob, () => wide.query(quick));
      await wide.fairness.as(bob, () => wide.query('select 1'));
      assert.equal(isOver, false);
      await Promise.all(slow);
    } finally {
      await wide.close();
    }
  });

  it('bounds lock waits', async () => {
    await db.transaction(async (tx) => {
      await tx.query('lock table t');
      const other = db.transaction((second) => second.query('select * from t'), { lockTimeout: 50 });
      await assert.rejects(other, { code: 'TABLE_BUSY', status: 503 });
    });
  });

  it('receives notifications, also after its connection was lost', async () => {
    /** @type {(string | null)[]} */
    const heard = [];
    await db.listen('news', (payload) => heard.push(payload));
    await db.query(`select pg_notify('news', 'a')`);
    await until(() => heard.length === 1);
    await db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()`,
    );
    await until(() => heard.length === 2);
    await db.query(`select pg_notify('news', 'b')`);
    await until(() => heard.length === 3);
    assert.deepEqual(heard, ['a', null, 'b']);
  });

  it('reports that no server is there', async () => {
    const nowhere = createDatabase({ host: '/nonexistent', user: 'x', database: 'x' });
    await assert.rejects(nowhere.query('select 1'), { code: 'DATABASE_UNAVAILABLE' });
    await assert.rejects(
      nowhere.transaction(async () => {}),
      { code: 'DATABASE_UNAVAILABLE' },
    );
    await nowhere.close();
  });
});
