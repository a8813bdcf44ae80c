import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRegistry } from '@plinth/plugin';
import pg from 'pg';
import { createChangeStream } from '../../postgres/changes/index.js';
import { dataPlugin } from '../../core-plugin.js';
import { createData } from '../../create-data.js';
import { SYSTEM } from '../../gate/rows/testing/forum.js';
import { createTestDatabase, quietLog, until } from '../../testing/index.js';

const registry = createRegistry([dataPlugin]);
/** @type {any} */
let database;
/** @type {any} */
let stream;
/** @type {any} */
let data;
/** @type {pg.Client} */
let psql;
let count = 0;

before(async () => {
  database = await createTestDatabase({
    migrate: async (connection) => (await createData({ connection, registry })).close(),
  });
  // The test cluster answers commits before they are in the log; here they are to be.
  database.connection.options = '-c synchronous_commit=on';
  const { connection } = database;
  stream = await createChangeStream({ connection, log: quietLog });
  data = await createData({ connection, registry, stream });
  await addTable('customers');
  await stream.start();
  await until(() => stream.state() === 'live');
  psql = await connect();
  // Without its rounds every 30 s, so that nothing is found by them.
  const rounds = mock.method(globalThis, 'setInterval', () => ({ unref() {} }));
  const started = data.workflows.runner.start();
  rounds.mock.restore();
  await started;
});
after(async () => {
  for (const one of connected) await one.end();
  await data?.close();
  await stream?.close();
  await database?.close();
});

/** @type {pg.Client[]} */
const connected = [];
async function connect() {
  const client = new pg.Client(database.connection);
  connected.push(client);
  await client.connect();
  return client;
}

/** @param {string} name */
const addTable = (name) =>
  data.edit(SYSTEM, 'add-table', {
    name,
    fields: [
      { name: 'paid', type: 'boolean', default: false },
      { name: 'starts', type: 'date_time' },
    ],
  });

/** @param {object} wait @returns {Promise<string>} its name */
async function waiting(wait) {
  const name = `flow_${++count}`;
  const workflow = { label: name, name, table: 'orders', as: 'system', steps: [{ id: 'w', kind: 'wait', ...wait }] };
  await data.edit(SYSTEM, 'add-workflow', { workflow });
  return name;
}
const first = async (/** @type {string} */ query, /** @type {any[]} */ values = []) =>
  (await psql.query(query, values)).rows[0];
const stateOf = async (/** @type {string} */ id) =>
  (await first('select state from plinth.runs where id = $1', [id])).state;

/** Its row in the table of orders. @param {string} [starts] @returns {Promise<string>} */
const order = async (starts = '0') =>
  (await first('insert into app.orders (starts) values (now() + $1::interval) returning id', [starts])).id;

describe('runs of workflows', () => {
  it('cost no statement where there are no workflows', async () => {
    const { id } = await data.rows.insert(SYSTEM, 'customers', {});
    await stream.caughtUp();
    const { statements, transactions } = data.db.counters();
    await data.rows.update(SYSTEM, 'customers', id, { paid: true });
    await stream.caughtUp();
    // What is done every 30 s.
    await data.workflows.runner.look();
    const now = data.db.counters();
    // Behind row-level security, a write is a transaction.
    assert.deepEqual([now.statements - statements, now.transactions - transactions], [1, 0]);
  });

  it('go on when a row that they wait for is changed by SQL, also in a new table', async () => {
    await addTable('orders');
    const workflow = await waiting({ for: 'row', condition: 'row.paid' });
    for (let n = 0; n < 3; n++) {
      const row = await order();
      const run = await data.workflows.start(SYSTEM, { workflow, row });
      await until(async () => (await stateOf(run)) === 'waiting');
      // Nothing but the change stream goes on with it.
      await psql.query("update plinth.workflow_tokens set due_at = now() + interval '1 day' where run_id = $1", [run]);
      await psql.query('update app.orders set starts = now() where id = $1', [row]);
      await psql.query('update app.orders set paid = true where id = $1', [row]);
      await until(async () => (await stateOf(run)) === 'done');
    }
  });

  it('are not polled while they wait for a row, unless their condition depends on more than the row', async () => {
    const ofRow = await waiting({ for: 'row', condition: 'row.paid' });
    const ofTime = await waiting({ for: 'row', condition: 'row.starts < now' });
    for (const workflow of [ofRow, ofTime])
      for (let n = 0; n < 5; n++) await data.workflows.start(SYSTEM, { workflow, row: await order('1 day') });
    const looks = `
      select w.id, count(*) filter (where t.due_at < now() + interval '31 s')::int as soon,
             count(*) filter (where t.due_at > now() + interval '50 min')::int as late
        from plinth.workflow_tokens t join plinth.runs r on r.id = t.run_id
        join plinth.objects w on w.id = r.object_id where w.name = any($1) group by w.id order by w.id`;
    const found = async () =>
      (await psql.query(looks, [[ofRow, ofTime]])).rows.map(({ soon, late }) => ({ soon, late }));
    await until(async () => {
      const [row, time] = await found();
      return row?.late === 5 && time?.soon === 5;
    });
    assert.deepEqual(await found(), [
      { soon: 0, late: 5 },
      { soon: 5, late: 0 },
    ]);
    await data.workflows.runner.drain();
    // Those of the first are left alone, also by what is done every 30 s.
    await psql.query('delete from plinth.runs r using plinth.objects w where w.id = r.object_id and w.name = $1', [
      ofTime,
    ]);
    const before = data.db.counters().transactions;
    await data.workflows.runner.look();
    await data.workflows.runner.drain();
    assert.ok(data.db.counters().transactions - before <= 5, 'a constant number of transactions');
    // After a time in which nothing was heard, all of them are looked at.
    await psql.query("update plinth.workflow_tokens set due_at = now() + interval '1 day' where waits = 'row'");
    // Other tests share the cluster.
    await psql.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'plinth changes'`);
    const asleep = "select from plinth.workflow_tokens where waits = 'row' and due_at > now() + interval '2 hours'";
    await until(async () => (await psql.query(asleep)).rowCount === 0);
    await until(() => stream.state() === 'live');
  });

  it('see a change of the row that happens while they begin to wait', async () => {
    const workflow = await waiting({ for: 'row', condition: 'row.paid' });
    const row = await order();
    const blocker = await connect();
    // The condition is looked at before the step is noted.
    await blocker.query('begin; lock table plinth.workflow_steps in exclusive mode');
    const run = await data.workflows.start(SYSTEM, { workflow, row });
    const isBlocked = "select from pg_locks where not granted and relation = 'plinth.workflow_steps'::regclass";
    await until(async () => (await psql.query(isBlocked)).rowCount === 1);
    await psql.query('update app.orders set paid = true where id = $1', [row]);
    await stream.caughtUp();
    await blocker.query('commit');
    const sleeps = "select from plinth.workflow_tokens where run_id = $1 and due_at > now() + interval '5 seconds'";
    let state = '';
    await until(async () => {
      state = (await psql.query(sleeps, [run])).rowCount === 1 ? 'asleep' : await stateOf(run);
      return ['asleep', 'done'].includes(state);
    });
    assert.equal(state, 'done');
  });

  it('begin when the transaction that started them ends, however long it took', async () => {
    const workflow = await waiting({ for: 'time', minutes: 1, when: 'false' });
    const values = [{ field: 'paid', source: 'expression', expression: 'true' }];
    const steps = [
      { do: { action: 'start_workflow', config: { workflow } } },
      { do: { action: 'insert_row', config: { table: 'customers', values } } },
    ];
    const trigger = { label: 'Start', table: 'orders', events: ['insert'], as: 'system', steps };
    const { ids } = await data.edit(SYSTEM, 'add-trigger', { trigger });
    await order();
    const blocker = await connect();
    await blocker.query('begin; lock table app.customers in exclusive mode');
    const drained = data.automation.drain();
    const isBlocked = "select from pg_locks where not granted and relation = 'app.customers'::regclass";
    await until(async () => (await psql.query(isBlocked)).rowCount === 1);
    // Until it is no longer looked for.
    await sleep(2000);
    await blocker.query('commit');
    await drained;
    const ended = 'select from plinth.runs where cardinality(chain) = 1 and done_at is not null';
    await until(async () => (await psql.query(ended)).rowCount === 1);
    await data.edit(SYSTEM, 'remove-trigger', { trigger: Object.values(ids)[0] });
  });

  it('continue automatically when they are due', async () => {
    const workflow = await waiting({ for: 'until', until: 'row.starts' });
    const runs = [];
    for (const starts of ['1 s', '1.2 s', '1.4 s', '20 minutes'])
      runs.push(await data.workflows.start(SYSTEM, { workflow, row: await order(starts) }));
    for (const id of runs.slice(0, 3)) await until(async () => (await stateOf(id)) === 'done');
    assert.equal(await stateOf(runs[3]), 'waiting');
  });
});
