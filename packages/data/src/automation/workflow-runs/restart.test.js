import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, it } from 'node:test';
import { SYSTEM, createForum } from '../../gate/rows/testing/forum.js';

/** @type {any} */
let forum;
/** @type {any} */
let workflows;
let count = 0;
before(async () => {
  forum = await createForum({ history: false });
  workflows = forum.data.workflows;
});
after(() => forum?.close());

/** @param {any} given */
async function make(given) {
  const name = `flow_${++count}`;
  await forum.data.edit(SYSTEM, 'add-workflow', {
    workflow: { label: name, name, table: 'topics', as: 'system', ...given },
  });
  return name;
}
/** A run of it that has gone as far as it can, and its row. @param {any} given @param {any} [inputs] */
async function begin(given, inputs = {}) {
  const name = await make(given);
  const { id: row } = await forum.data.rows.insert(SYSTEM, 'topics', { title: `t${++count}` });
  const id = await workflows.start(SYSTEM, { workflow: name, row, inputs });
  await drain();
  return { id, row, name };
}
const drain = () => workflows.runner.drain();
const later = () => forum.data.db.query('update plinth.workflow_tokens set due_at = now() where due_at is not null');
const run = async (/** @type {string} */ id) => (await workflows.runs.get(forum.admin, id)).run;
/** @param {string} id */
const steps = async (id) =>
  (await workflows.runs.get(forum.admin, id)).steps.map(
    (/** @type {any} */ { step, state, isRepeated }) => `${step} ${state}${isRepeated ? ' repeated' : ''}`,
  );
const set = (/** @type {string} */ id, /** @type {string} */ value, more = {}) => ({
  id,
  kind: 'set',
  values: [{ variable: 'n', value }],
  ...more,
});
const fails = (/** @type {string} */ id, more = {}) => ({
  id,
  kind: 'action',
  when: 'row.status == "open"',
  do: { action: 'stop', config: { text: 'No' } },
  ...more,
});
const note = (/** @type {string} */ id, /** @type {string} */ text) => ({
  id,
  kind: 'action',
  do: { action: 'log', config: { text } },
});
const VARIABLES = [{ name: 'n', type: 'number', isInput: true, value: '1' }];
const mended = (/** @type {any} */ row) => forum.data.rows.update(SYSTEM, 'topics', row, { status: 'done' });

it('a failed run restarts at an earlier step, with the variables of that time', async () => {
  const { id, row, name } = await begin({
    variables: VARIABLES,
    steps: [
      set('one', 'vars.n + 1'),
      { id: 'way', kind: 'branch', branches: [{ label: '', when: 'vars.n == 2', steps: [set('two', 'vars.n * 10')] }] },
      {
        id: 'all',
        kind: 'each',
        table: 'topics',
        where: 'row.status == "open"',
        steps: [set('three', 'vars.n + 100'), fails('no')],
      },
      note('said', 'It is {{ vars.n }}'),
    ],
    onError: [set('bad', '-1')],
  });
  const failed = await run(id);
  assert.deepEqual([failed.state, failed.variables.n], ['failed', '-1']);
  await mended(row);
  await forum.data.edit(SYSTEM, 'change-workflow', { workflow: name, changes: { steps: [] } });
  for (const step of ['no', 'three', 'said', 'bad', 'nothing'])
    await assert.rejects(
      workflows.runs.retryFrom(forum.admin, id, step),
      { code: 'WORKFLOW_STEP_NOT_REPEATABLE' },
      step,
    );
  await assert.rejects(workflows.runs.retryFrom(forum.ada, id, 'two'), { code: 'FORBIDDEN' });
  await assert.rejects(workflows.runs.retryFrom(forum.admin, 'x', 'two'), { code: 'RUN_NOT_FOUND' });

  await workflows.runs.retryFrom(forum.admin, id, 'two');
  await drain();
  const done = await run(id);
  assert.deepEqual([done.state, done.variables.n, done.error], ['done', '20', null]);
  assert.deepEqual(await steps(id), [
    ...['one done', 'way done', 'two done repeated', 'all cancelled repeated', 'three done repeated'],
    ...['no failed repeated', 'bad done repeated', 'two done', 'all done', 'said done'],
  ]);
  const last = (await workflows.runs.get(forum.admin, id)).steps.at(-1);
  assert.deepEqual(last.output, { note: 'It is 20' }, 'what it wrote to the log stands in the run');
  await assert.rejects(workflows.runs.retryFrom(forum.admin, id, 'one'), { code: 'RUN_NOT_FOUND' });
});

it('a run restarts before its parallel parts, and forgets later answers', async () => {
  const ask = { id: 'ask', kind: 'task', title: 'Fine?', to: 'role', toRole: 'admin', form: [{ variable: 'n' }] };
  const parts = { id: 'both', kind: 'parallel', branches: [{ steps: [set('x', '7')] }, { steps: [fails('no')] }] };
  const { id, row } = await begin({ variables: VARIABLES, steps: [ask, parts] });
  await answer(id, 3);
  assert.deepEqual([(await run(id)).state, (await run(id)).variables.n], ['failed', '7']);
  await assert.rejects(workflows.runs.retryFrom(forum.admin, id, 'x'), { code: 'WORKFLOW_STEP_NOT_REPEATABLE' });
  await workflows.runs.retryFrom(forum.admin, id, 'both');
  await drain();
  assert.equal((await run(id)).state, 'failed', 'nothing was mended');
  await workflows.runs.retryFrom(forum.admin, id, 'ask');
  await drain();
  const { rows } = await forum.data.db.query({
    text: 'select variables, results from plinth.runs where id = $1',
    values: [id],
  });
  assert.deepEqual(rows[0], { variables: { n: '1' }, results: {} });
  await mended(row);
  await answer(id, 4);
  assert.deepEqual([(await run(id)).state, (await run(id)).variables.n], ['done', '7']);
});

it('a call outside is retried when the service says, with the same key, and a new one if the run begins before it', async () => {
  /** @type {unknown[]} */
  const keys = [];
  let status = 500;
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key']);
    response.writeHead(status, { 'retry-after': '7200' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await forum.data.edit(SYSTEM, 'change-settings', { changes: { outboundAllow: `127.0.0.1:${port}` } });
  const config = { url: `http://127.0.0.1:${port}/` };
  const { id } = await begin({
    steps: [{ id: 'order', kind: 'action', do: { action: 'http_request', config }, retries: 1 }, fails('no')],
  });
  const { rows } = await forum.data.db.query({
    text: `select due_at > now() + interval '110 minutes' as late from plinth.workflow_tokens where run_id = $1`,
    values: [id],
  });
  assert.deepEqual(rows, [{ late: true }]);
  status = 200;
  await later();
  await drain();
  assert.equal((await run(id)).state, 'failed');
  await workflows.runs.retryFrom(forum.admin, id, 'order');
  await drain();
  server.close();
  assert.equal(keys.length, 3);
  assert.equal(keys[0], keys[1]);
  assert.match(String(keys[2]), /\.again1\b/);
});

it('a run whose steps were undone can’t be restarted', async () => {
  const { id } = await begin({ steps: [{ ...note('a', 'a'), undo: [note('b', 'b')] }, fails('no')] });
  assert.equal((await run(id)).state, 'failed');
  await assert.rejects(workflows.runs.retryFrom(forum.admin, id, 'a'), { code: 'RUN_NOT_FOUND' });
});

it('a step that waits for another workflow has a limit, after which that one is cancelled and undone', async () => {
  const inner = await make({
    steps: [
      { ...note('did', 'did'), undo: [note('undid', 'undid')] },
      { id: 'wait', kind: 'wait', for: 'webhook' },
    ],
  });
  const call = { id: 'call', kind: 'workflow', workflow: inner, timeout: 5 };
  const others = { whenOver: 'steps', onTimeout: [note('late', 'late')] };
  const { id } = await begin({ steps: [{ ...call, ...others }, note('end', 'end')] });
  const { id: bad } = await begin({ steps: [call, note('end', 'end')] });
  const [{ dueAt }] = (await run(id)).waits;
  assert.ok(dueAt, 'it is known until when it waits');
  await later();
  await drain();
  assert.deepEqual(await steps(id), ['call done', 'late done', 'end done']);
  const { output } = (await workflows.runs.get(forum.admin, id)).steps[0];
  assert.equal(output.timeout, true);
  assert.equal((await run(output.run)).state, 'cancelled');
  assert.deepEqual(await steps(output.run), ['did done', 'wait cancelled', 'undid done']);
  assert.deepEqual(await steps(bad), ['call failed']);
  assert.match((await run(bad)).error.message, /took too long/);
});

it('each retry of a step that waits for another workflow starts that workflow again', async () => {
  const inner = await make({ steps: [fails('no')] });
  const { id, row } = await begin({ steps: [{ id: 'call', kind: 'workflow', workflow: inner, retries: 2 }] });
  assert.equal((await run(id)).state, 'waiting');
  await later();
  await drain();
  assert.equal((await run(id)).state, 'waiting');
  await later();
  await drain();
  assert.deepEqual([(await run(id)).state, await steps(id)], ['failed', Array(3).fill('call failed')]);
  await mended(row);
  await workflows.runs.retry(forum.admin, id);
  await drain();
  assert.equal((await run(id)).state, 'done');
});

/** Answers the open task of a run. @param {string} id @param {number} n */
async function answer(id, n) {
  const { rows } = await forum.data.db.query({
    text: "select id from plinth.tasks where run_id = $1 and state = 'open'",
    values: [id],
  });
  await workflows.tasks.decide(forum.admin, rows[0].id, { outcome: 'approve', values: { n } });
  await drain();
}

it('a run that has ended is started anew on the newest version, with its row, inputs and person', async () => {
  const { id, row, name } = await begin(
    {
      variables: [...VARIABLES, { name: 'm', type: 'number', isInput: false, value: '5' }],
      steps: [set('one', 'vars.n * 10'), fails('no')],
    },
    { n: '7' },
  );
  const failed = await run(id);
  assert.deepEqual([failed.state, failed.variables.n, failed.isOutdated], ['failed', '70', false]);
  await forum.data.edit(SYSTEM, 'change-workflow', { workflow: name, changes: { label: 'Other name' } });
  assert.equal((await run(id)).isOutdated, false, 'it does the same');
  const steps = [set('one', 'vars.n + vars.m')];
  await forum.data.edit(SYSTEM, 'change-workflow', { workflow: name, changes: { steps } });
  assert.equal((await run(id)).isOutdated, true);
  await assert.rejects(workflows.runs.startAnew(forum.ada, id), { code: 'FORBIDDEN' });
  await assert.rejects(workflows.runs.startAnew(forum.admin, 'nothing'), { code: 'RUN_NOT_FOUND' });
  const next = await workflows.runs.startAnew(forum.admin, id);
  await drain();
  const anew = await run(next);
  assert.deepEqual([anew.state, anew.key, anew.variables.n, anew.isOutdated], ['done', String(row), '12', false]);
  assert.equal((await run(id)).state, 'failed', 'the run itself stays as it is');
  await forum.data.edit(SYSTEM, 'change-workflow', { workflow: name, changes: { enabled: false } });
  await assert.rejects(workflows.runs.startAnew(forum.admin, id), { code: 'WORKFLOW_OFF' });
  await forum.data.edit(SYSTEM, 'remove-workflow', { workflow: name });
  assert.equal((await run(id)).isOutdated, false);
  await assert.rejects(workflows.runs.startAnew(forum.admin, id), { code: 'WORKFLOW_NOT_FOUND' });
});

it('a run that is started anew belongs to the person who started the first one, and open runs are not', async () => {
  const name = await make({ steps: [{ id: 'pause', kind: 'wait', for: 'time', minutes: 1 }, fails('no')] });
  const { id: row } = await forum.data.rows.insert(forum.ada, 'topics', { title: `t${++count}` });
  const id = await workflows.start(forum.ada, { workflow: name, row });
  await drain();
  await assert.rejects(workflows.runs.startAnew(forum.admin, id), { code: 'RUN_NOT_FOUND' });
  await later();
  await drain();
  assert.equal((await run(id)).state, 'failed');
  assert.equal((await run(await workflows.runs.startAnew(forum.admin, id))).by.id, forum.ada.userId);
});
