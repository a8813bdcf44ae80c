import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { until } from '../../testing/until.js';
import { SYSTEM, createForum } from '../../gate/rows/testing/forum.js';

const JOBS = 4000;
const WORKERS = 3;
/** Of each kind of run, and how many jobs are done from one to the next, or more where this process is kept waiting. */
const KILLS = 60;
const FEWEST = 20;
const BETWEEN = 50;
const WORKER = `
  import { createRegistry } from '@plinth/plugin';
  import { createData, dataPlugin } from '@plinth/data';
  const connection = JSON.parse(process.env.CONNECTION);
  const data = await createData({ connection, registry: createRegistry([dataPlugin]) });
  const drain = () => data.workflows.runner.drain();
  process.send('works');
  for (;;) await Promise.all([data.automation.drain(), drain(), drain(), drain()]);`;

/** Says who it was done for. @param {string} text an expression */
const reply = (text) => ({
  action: 'insert_row',
  config: { table: 'replies', values: [{ field: 'text', source: 'expression', expression: text }] },
});

it('4,000 runs of a trigger happen once each, with a worker killed again and again', async () => {
  const forum = await createForum({ history: false });
  const { data } = forum;
  try {
    const trigger = { label: 'Once', table: 'topics', events: ['insert'], as: 'system' };
    await data.edit(SYSTEM, 'add-trigger', { trigger: { ...trigger, steps: [{ do: reply('row.title') }] } });
    await data.db.query(`insert into app.topics (title) select 'topic ' || n from generate_series(1, ${JOBS}) n`);
    await drained(forum, "select count(*)::int as n from plinth.runs where state <> 'waiting'");
    const { rows } = await data.db.query('select state, attempts, count(*)::int as n from plinth.runs group by 1, 2');
    assert.deepEqual(rows, [{ state: 'done', attempts: 1, n: JOBS }]);
    assert.deepEqual(await replies(data), { all: JOBS, different: JOBS });
  } finally {
    await forum.close();
  }
});

it('4,000 runs of a workflow happen once each, with a worker killed again and again', async () => {
  const forum = await createForum({ history: false });
  const { data } = forum;
  try {
    const steps = [
      { id: 'one', kind: 'action', do: reply('"one " + row.title') },
      { id: 'two', kind: 'action', do: reply('"two " + row.title') },
    ];
    const workflow = { label: 'Flow', name: 'flow', table: 'topics', as: 'system', steps };
    await data.edit(SYSTEM, 'add-workflow', { workflow });
    await data.db.query(`insert into app.topics (title) select 'topic ' || n from generate_series(1, ${JOBS}) n`);
    await startForAll(data);
    await drained(forum, 'select count(*)::int as n from plinth.runs where done_at is not null');
    const { rows } = await data.db.query('select state, count(*)::int as n from plinth.runs group by 1');
    assert.deepEqual(rows, [{ state: 'done', n: JOBS }]);
    assert.deepEqual(await replies(data), { all: 2 * JOBS, different: 2 * JOBS });
    const noted = await data.db.query(`
      select count(*)::int as "all", count(distinct (run_id, path))::int as different, max(attempt) as attempts
        from plinth.workflow_steps where state = 'done'`);
    assert.deepEqual(noted.rows[0], { all: 2 * JOBS, different: 2 * JOBS, attempts: 1 });
  } finally {
    await forum.close();
  }
});

/** One run is started as usual, the others as it was. @param {any} data */
async function startForAll(data) {
  const { rows } = await data.db.query('select id::text from app.topics order by id');
  const run = await data.workflows.start(SYSTEM, { workflow: 'flow', row: rows[0].id });
  await data.db.query({
    text: `
    with runs as (
      insert into plinth.runs (kind, object_id, version, row_key, variables, results, state, phase, epoch, restarts, secret, due_at, chain)
      select r.kind, r.object_id, r.version, t.id::text, r.variables, r.results, r.state, r.phase, r.epoch, r.restarts,
             gen_random_uuid(), null, r.chain
        from plinth.runs r, app.topics t
       where r.id = $1::uuid and t.id::text <> r.row_key
      returning id
    )
    insert into plinth.workflow_tokens (run_id, epoch, path, root)
    select runs.id, t.epoch, t.path, t.root from runs, plinth.workflow_tokens t where t.run_id = $1::uuid`,
    values: [run],
  });
}

/**
 * Several processes work, of which one is killed again and again, and another one takes its place.
 *
 * @param {{ data: any, connection: object }} forum @param {string} query how many jobs are over
 */
async function drained({ data, connection }, query) {
  const over = async () => (await data.db.query(query)).rows[0].n;
  const workers = Array.from({ length: WORKERS }, () => start(connection));
  try {
    let kills = 0;
    for (let done = 0; kills < KILLS && done < JOBS - BETWEEN; kills++, done = await over()) {
      await until(async () => (await over()) >= done + BETWEEN);
      await until(() => workers.some(({ isWorking }) => isWorking()));
      const first = workers.findIndex(({ isWorking }) => isWorking());
      const [victim] = workers.splice(first, 1, start(connection));
      await kill(victim);
    }
    assert.ok(kills >= FEWEST, `${kills} kills in the middle of the work`);
    for (let done = await over(); done < JOBS; done = await over()) await until(async () => (await over()) > done);
  } finally {
    await Promise.all(workers.map(kill));
  }
}

/** @param {object} connection */
function start(connection) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', WORKER], {
    env: { ...process.env, CONNECTION: JSON.stringify(connection) },
    cwd: import.meta.dirname,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let isWorking = false;
  child.once('message', () => (isWorking = true));
  return { child, isWorking: () => isWorking };
}

/** @param {ReturnType<typeof start>} worker */
async function kill({ child }) {
  assert.deepEqual([child.exitCode, child.signalCode], [null, null], 'it works');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** @param {any} data */
const replies = async (data) =>
  (await data.db.query('select count(*)::int as "all", count(distinct text)::int as different from app.replies'))
    .rows[0];
