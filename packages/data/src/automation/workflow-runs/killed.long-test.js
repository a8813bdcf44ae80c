import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { it } from 'node:test';
import { until } from '../../testing/until.js';
import { SYSTEM, createForum } from '../../gate/rows/testing/forum.js';

/** Several at a time, so that the others are in the middle of something when one calls out. */
const WORKER = `
  import { createRegistry } from '@plinth/plugin';
  import { createData, dataPlugin } from '@plinth/data';
  const connection = JSON.parse(process.env.CONNECTION);
  const data = await createData({ connection, registry: createRegistry([dataPlugin]) });
  const drain = () => data.workflows.runner.drain();
  for (;;) await Promise.all([data.automation.drain(), drain(), drain(), drain()]);`;
const RUNS = 200;
/** Replies of a run: at first, in a branch, and at last. */
const REPLIES = 3;

it('runs of workflows happen once, with two workers that are killed again and again', async () => {
  const forum = await createForum({ history: false });
  const outside = await listen();
  const { data } = forum;
  const count = async (/** @type {string} */ query) => (await data.db.query(query)).rows[0];
  const replies = async () => (await count('select count(*)::int as n from app.replies')).n;
  const timeComes = () =>
    data.db.query("update plinth.workflow_tokens set due_at = now() where waits in ('time', 'retry')");
  try {
    await data.edit(SYSTEM, 'change-settings', { changes: { outboundAllow: `127.0.0.1:${outside.port}` } });
    await data.edit(SYSTEM, 'add-workflow', { workflow: workflowThat(outside.port) });
    const start = { do: { action: 'start_workflow', config: { workflow: 'flow' } } };
    const trigger = { label: 'Start', table: 'topics', events: ['insert'], as: 'system', steps: [start] };
    await data.edit(SYSTEM, 'add-trigger', { trigger });
    await data.db.query(`
      insert into app.topics (title, priority) select 'topic ' || n, n % 6 from generate_series(1, ${RUNS}) n`);

    // First come the steps before the request, then the requests, and when the time has come the last step.
    const moments = [
      async () => (await replies()) >= 60,
      async () => (await replies()) >= 200,
      () => outside.isHeldAfter(20),
      () => outside.isHeldAfter(40),
      () => outside.isHeldAfter(60),
      async () => (await replies()) >= (REPLIES - 1) * RUNS + 40,
      async () => (await replies()) >= (REPLIES - 1) * RUNS + 100,
    ];
    for (const isEnough of moments) {
      const workers = [work(forum.connection), work(forum.connection)];
      await until(isEnough);
      await Promise.all(workers.map(kill));
      outside.letGo();
      await timeComes();
    }
    const isOver = async () => {
      await data.automation.drain();
      await data.workflows.runner.drain();
      await timeComes();
      return (await count('select not exists (select from plinth.workflow_tokens) as is_over')).is_over;
    };
    await until(isOver);

    const states = await data.db.query('select state, count(*)::int as n from plinth.workflow_runs group by 1');
    assert.deepEqual(states.rows, [{ state: 'done', n: RUNS }]);
    const all = REPLIES * RUNS;
    const wrote = await count(
      'select count(*)::int as "all", count(distinct text)::int as "different" from app.replies',
    );
    assert.deepEqual(wrote, { all, different: all });
    const noted = await count(`
      select count(*)::int as "all", count(distinct (run_id, path))::int as "different"
        from plinth.workflow_steps where state = 'done'`);
    assert.deepEqual(noted, { all: 6 * RUNS, different: 6 * RUNS });
    const keys = [...outside.keys.values()];
    assert.deepEqual(
      [outside.keys.size, keys.filter((of) => of.size !== 1).length, new Set(keys.flatMap((of) => [...of])).size],
      [RUNS, 0, RUNS],
    );
    assert.ok(outside.requests() > RUNS, 'requests without an answer were sent again');
  } finally {
    await forum.close();
    outside.close();
  }
});

/** @param {number} port */
function workflowThat(port) {
  const reply = (/** @type {string} */ id) => ({
    id,
    kind: 'action',
    do: {
      action: 'insert_row',
      config: {
        table: 'replies',
        values: [{ field: 'text', source: 'expression', expression: `"${id} " + row.title` }],
      },
    },
  });
  const call = {
    method: 'POST',
    url: `http://127.0.0.1:${port}/`,
    body: 'json',
    seconds: 30,
    values: [{ name: 'title', source: 'expression', value: 'row.title' }],
  };
  return {
    label: 'Flow',
    name: 'flow',
    table: 'topics',
    as: 'system',
    steps: [
      reply('first'),
      {
        id: 'which',
        kind: 'branch',
        otherwise: [reply('large')],
        branches: [{ label: 'small', when: 'row.priority < 3', steps: [reply('small')] }],
      },
      { id: 'call', kind: 'action', do: { action: 'http_request', config: call } },
      { id: 'pause', kind: 'wait', for: 'time', minutes: 1 },
      reply('last'),
    ],
  };
}

/** Another service, which may keep its callers waiting. */
async function listen() {
  /** Keys of what was asked about each topic. @type {Map<string, Set<string>>} */
  const keys = new Map();
  let requests = 0;
  let answered = 0;
  let most = Infinity;
  /** @type {Set<import('node:http').ServerResponse>} */
  const held = new Set();
  const server = createServer(async (request, response) => {
    const { title } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    requests++;
    keys.set(title, (keys.get(title) ?? new Set()).add(String(request.headers['idempotency-key'])));
    if (answered >= most) return void held.add(response);
    answered++;
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    keys,
    requests: () => requests,
    port: /** @type {import('node:net').AddressInfo} */ (server.address()).port,
    /** Whether callers wait for an answer that won't come. @param {number} after answers in all */
    isHeldAfter(after) {
      most = after;
      return held.size >= 2;
    },
    letGo() {
      most = Infinity;
      for (const response of held) response.destroy();
      held.clear();
    },
    close: () => server.close(),
  };
}

/** @param {object} connection */
const work = (connection) =>
  spawn(process.execPath, ['--input-type=module', '-e', WORKER], {
    env: { ...process.env, CONNECTION: JSON.stringify(connection) },
    cwd: import.meta.dirname,
    stdio: 'inherit',
  });

/** @param {import('node:child_process').ChildProcess} worker */
async function kill(worker) {
  assert.deepEqual([worker.exitCode, worker.signalCode], [null, null], 'it works');
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}
