import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startTestServer } from '../../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Record<string, string>} */
const tokens = {};
const row = { mine: '', hidden: '' };
before(async () => {
  server = await startTestServer({ users: { ann: ['user'], bob: ['user'] } });
  const { data, system } = server;
  const fields = [
    { name: 'title', type: 'text' },
    { name: 'holder', type: 'relation', attributes: { table: 'users' } },
  ];
  await data.edit(system, 'add-table', { name: 'orders', fields, owner: 'holder', access: { user: { read: 'own' } } });
  const workflow = {
    label: 'Approval',
    name: 'approval',
    table: 'orders',
    as: 'system',
    roles: ['user'],
    variables: [
      { name: 'amount', type: 'number', isInput: true },
      { name: 'secret', type: 'text', isInput: false },
    ],
    steps: [
      { id: 'nap', kind: 'wait', for: 'time', minutes: 5, when: 'vars.amount > 100' },
      { id: 'bad', kind: 'action', do: { action: 'stop', config: { text: 'Secret 42' } }, when: 'vars.amount < 0' },
      { id: 'end', kind: 'stop', result: '{{ row.title }}: {{ vars.amount }}' },
    ],
  };
  await data.edit(system, 'add-workflow', { workflow });
  await data.edit(system, 'add-workflow', {
    workflow: { label: 'Internal', name: 'internal', table: null, as: 'system' },
  });
  for (const name of ['ann', 'bob', 'admin']) {
    const { user } = await server.as(name);
    tokens[name] = (await data.people.apiTokens.create(system, user.id, { name: 'x' })).token;
    if (name === 'ann') row.mine = (await data.rows.insert(system, 'orders', { title: 'Roof', holder: user.id })).id;
    if (name === 'bob')
      row.hidden = (await data.rows.insert(system, 'orders', { title: 'Cellar', holder: user.id })).id;
  }
});
after(() => server?.close());

/** @param {string} who @param {string} path @param {unknown} [body] @returns {Promise<{ status: number, json: any, location: string | null }>} */
async function call(who, path, body) {
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    headers: { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: await answer.json(), location: answer.headers.get('location') };
}
const start = (/** @type {string} */ who, /** @type {unknown} */ body) => call(who, 'workflow-runs', body);

it('starts a workflow with a row and inputs, and says what becomes of the run', async () => {
  const given = { workflow: 'approval', row: row.mine, inputs: { amount: 7 } };
  const { status, json, location } = await start('ann', given);
  assert.deepEqual(
    [status, location, json.workflow, json.row],
    [201, `/api/v1/workflow-runs/${json.id}`, 'approval', String(row.mine)],
  );
  await server.data.workflows.runner.drain();
  const { json: ended } = await call('ann', `workflow-runs/${json.id}`);
  assert.deepEqual([ended.state, ended.result, ended.error], ['done', 'Roof: 7', null]);
  assert.ok(Date.parse(ended.endedAt) >= Date.parse(ended.startedAt));
  const waiting = await start('ann', { ...given, inputs: { amount: 700 } });
  await server.data.workflows.runner.drain();
  assert.equal((await call('ann', `workflow-runs/${waiting.json.id}`)).json.state, 'waiting');
});

it('Z5: is for roles that may start it, with rows that they may read, and runs are seen by who started them', async () => {
  const given = { workflow: 'approval', row: row.mine, inputs: { amount: 7 } };
  const { json } = await start('ann', given);
  assert.equal((await call('bob', `workflow-runs/${json.id}`)).status, 404);
  assert.equal((await call('admin', `workflow-runs/${json.id}`)).status, 200);
  const hidden = await start('ann', { ...given, row: row.hidden });
  assert.deepEqual([hidden.status, hidden.json.code], [404, 'ROW_NOT_FOUND']);
  const internal = await start('ann', { workflow: 'internal' });
  assert.deepEqual([internal.status, internal.json.code], [404, 'WORKFLOW_NOT_FOUND']);
  assert.doesNotMatch(JSON.stringify(internal.json.hint), /internal/);
  assert.equal((await start('admin', { workflow: 'internal' })).status, 201);
});

it('refuses what it doesn’t know, and tells of a failure without its message', async () => {
  const given = { workflow: 'approval', row: row.mine };
  for (const [body, status, code] of /** @type {[any, number, string][]} */ ([
    [{}, 422, 'INPUT_INVALID'],
    [{ ...given, extra: 1 }, 422, 'INPUT_INVALID'],
    [{ ...given, inputs: { amount: 'much' } }, 422, 'WORKFLOW_VALUE_INVALID'],
    [{ ...given, inputs: { secret: 'x' } }, 422, 'WORKFLOW_VALUE_INVALID'],
    [{ ...given, row: null }, 422, 'WORKFLOW_NEEDS_ROW'],
    [{ ...given, row: '1; drop table' }, 404, 'ROW_NOT_FOUND'],
    [{ workflow: '__proto__' }, 404, 'WORKFLOW_NOT_FOUND'],
  ])) {
    const answer = await start('ann', body);
    assert.deepEqual([answer.status, answer.json.code], [status, code], JSON.stringify(body));
  }
  const { json } = await start('ann', { ...given, inputs: { amount: -1 } });
  await server.data.workflows.runner.drain();
  const failed = (await call('ann', `workflow-runs/${json.id}`)).json;
  assert.deepEqual([failed.state, failed.error.step], ['failed', 'bad']);
  assert.doesNotMatch(JSON.stringify(failed), /Secret 42/);
});
