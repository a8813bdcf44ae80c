import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../testing/index.js';

/** @type {any} */
let server;
/** @type {Record<string, import('../testing/client.js').Client>} */
let people;
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };
let count = 0;

before(async () => {
  server = await startTestServer({ users: { second: ['manager'] } });
  await edit('add-role', { role: { name: 'manager', label: 'Managers', inherits: 'user' } });
  await edit('add-table', {
    ...{ name: 'requests', label: 'Requests', display: 'title', owner: 'who' },
    access: { user: { ...ALL, read: 'own' }, manager: ALL },
    fields: [
      { name: 'title', type: 'text' },
      { name: 'who', type: 'user' },
    ],
  });
  people = Object.fromEntries(
    await Promise.all(
      ['admin', 'user', 'staff', 'manager', 'second', 'public'].map(async (role) => [role, await server.as(role)]),
    ),
  );
});
after(() => server?.close());

const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
const drain = () => server.data.workflows.runner.drain();
const query = (/** @type {string} */ text) => server.data.db.query(text);
const open = async (/** @type {any} */ client) => (await client.get('/notifications/count')).json().tasks;

/** A started run that asks, and the address of its task. @param {any} task @param {any} [more] */
async function ask(task, more = {}) {
  const name = `ask_${++count}`;
  const steps = [
    {
      id: 'ask',
      kind: 'task',
      title: 'Buy {{ row.title }}?',
      text: '**Please** look',
      to: 'role',
      toRole: 'manager',
      ...task,
    },
  ];
  const workflow = { name, label: `Purchase ${count}`, table: 'requests', as: 'system', steps, ...more };
  await edit('add-workflow', { workflow });
  const row = await server.data.rows.insert(server.system, 'requests', {
    title: 'a <b>chair</b>',
    who: people.user.user.id,
  });
  const actor = { userId: people.user.user.id, roles: ['user', 'public'], system: false };
  const run = await server.data.workflows.start(actor, { workflow: name, row: row.id });
  await drain();
  const { rows } = await query(`select id from plinth.tasks where run_id = '${run}'`);
  return { run, url: `/tasks/${rows[0]?.id}`, row };
}
const runOf = async (/** @type {string} */ id) => (await server.data.workflows.runs.get(server.system, id)).run;

describe('runs of workflows', () => {
  it('are shown to admins, step by step, and cancelled', async () => {
    const { run } = await ask({});
    const url = `/admin/automation/workflow-runs/${run}`;
    assert.notEqual((await people.manager.get(url)).status, 200);
    assert.match((await people.admin.get('/admin/automation/workflow-runs')).text, new RegExp(run));
    assert.match((await people.admin.get(url)).text, /Waiting/);
    assert.notEqual((await people.manager.post(`${url}/cancel`, {})).status, 303);
    assert.match((await people.admin.get(url)).text, /name="undo" value="true"/, 'one button also undoes');
    const { workflow } = await runOf(run);
    const { name } = server.data.catalog().workflows.find((/** @type {any} */ { id }) => id === workflow);
    const settings = `/admin/automation/workflows/${name}/settings`;
    assert.match((await people.admin.get(settings)).text, new RegExp(`workflow-runs\\?workflow=${workflow}`), 'a tab');
    const listed = (await people.admin.get(`/admin/automation/workflow-runs?workflow=${workflow}`)).text;
    assert.match(listed, new RegExp(run));
    assert.match(listed, /aria-current="page"[^>]*>\s*Runs/);
    assert.match((await people.admin.get(`${settings}/delete`)).text, /1 run has not ended/);
    assert.match((await people.admin.get('/admin/automation')).text, /href="\/admin\/automation\/workflow-runs"/);
    assert.equal((await people.admin.post(`${url}/cancel`, {})).status, 303);
    assert.match((await people.admin.get(url)).text, /Cancelled/);
    assert.equal((await runOf(run)).state, 'cancelled');
  });
});

describe('test runs of workflows', () => {
  it('show the steps taken and what was held back, for admins only, and leave nothing', async () => {
    const { run, row } = await ask({ label: 'Decide' }, { variables: [{ name: 'n', type: 'number', isInput: true }] });
    const { workflow } = await runOf(run);
    const { name } = server.data.catalog().workflows.find((/** @type {any} */ { id }) => id === workflow);
    const url = `/admin/automation/workflows/${name}/test`;
    const form = (await people.admin.get(url)).text;
    assert.match(form, /Answer to “Decide”/);
    assert.match(form, new RegExp(`value="${row.id}"`));
    const before = (await query('select count(*)::int as n from plinth.workflow_runs')).rows[0].n;
    const { text, status } = await people.admin.post(url, { row: row.id, 'v.n': '7', 'o.ask': 'reject' });
    assert.equal(status, 200);
    for (const shown of [/Held back/, /Buy a &lt;b&gt;chair/, /reject/, /n(&#34;|&quot;|"): \D*7/])
      assert.match(text, shown);
    assert.equal((await query('select count(*)::int as n from plinth.workflow_runs')).rows[0].n, before);
    assert.equal((await people.admin.post(url, { row: row.id, 'v.n': 'many' })).status, 422);
    assert.equal((await people.admin.post(url, { row: '' })).status, 422);
    assert.doesNotMatch((await people.manager.get(url)).text, /Decide/);
    assert.notEqual((await people.manager.post(url, { row: row.id })).status, 200);
    await server.data.workflows.runs.cancel(server.system, run, { isUndone: false });
  });
});

describe('tasks', () => {
  it('are seen and decided only by those whom they are for, and the second hears who was faster', async () => {
    const before = await open(people.user);
    const { run, url } = await ask({});
    assert.equal(await open(people.manager), 1);
    assert.equal(await open(people.user), before);
    for (const stranger of [people.user, people.staff, people.admin]) {
      assert.equal((await stranger.get(url)).status, 404);
      assert.equal((await stranger.post(url, { outcome: 'approve' })).status, 404);
      assert.doesNotMatch((await stranger.get('/tasks')).text, /chair/);
    }
    assert.equal((await people.public.get(url)).status, 302, 'visitors log in first');
    const { text } = await people.manager.get(url);
    assert.match(text, /Buy a &lt;b&gt;chair&lt;\/b&gt;\?/);
    assert.match(text, /<strong>Please<\/strong> look/);
    const refused = await people.manager.post(url, { outcome: 'reject', comment: ' ' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Write a comment/);
    assert.equal((await people.manager.post(url, { outcome: 'maybe' })).status, 422);
    assert.equal((await people.manager.post(url, { outcome: 'reject', comment: 'Too <i>dear</i>' })).status, 303);
    const late = await people.second.post(url, { outcome: 'approve' });
    assert.equal(late.status, 409);
    assert.match(late.text, /manager has already decided this task: Reject/);
    assert.match((await people.manager.get('/tasks?state=done')).text, /chair/);
    assert.match((await people.manager.get(url)).text, /Too &lt;i&gt;dear/);
    await drain();
    assert.equal((await runOf(run)).state, 'done');
    const { steps } = await server.data.workflows.runs.get(server.system, run);
    assert.deepEqual([steps[0].output.outcome, steps[0].by], ['reject', people.manager.user.name]);
    assert.equal(await open(people.manager), 0);
  });

  it('are decided once when two people answer at the same time', async () => {
    const { run, url } = await ask({});
    const answers = await Promise.all(
      [people.manager, people.second].map((one) => one.post(url, { outcome: 'approve' })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 409]);
    await drain();
    assert.equal((await runOf(run)).state, 'done');
  });

  it('come by mail with a link, and by the bell', async () => {
    await query('delete from plinth.mails');
    const { url } = await ask({ to: 'field', toField: 'who' });
    const { rows } = await query('select recipient, subject, content from plinth.mails');
    assert.deepEqual([rows.length, rows[0].recipient], [1, 'user@example.com']);
    assert.equal(rows[0].subject, 'Buy a <b>chair</b>?');
    assert.ok(rows[0].content.blocks.at(-1).url.endsWith(url));
    assert.match((await people.user.get('/notifications')).text, /Buy a &lt;b&gt;chair/);
    assert.equal((await people.user.post(url, { outcome: 'approve' })).status, 303);
  });

  it('fill in variables with a form, and say what is wrong with it', async () => {
    const variables = [
      { name: 'price', label: 'Price', type: 'number' },
      { name: 'until', type: 'datetime' },
      { name: 'fast', type: 'bool' },
    ];
    const form = [
      { variable: 'price', required: true },
      { variable: 'until' },
      { variable: 'fast', label: 'In a hurry' },
    ];
    const { run, url } = await ask({ form }, { variables });
    const wrong = await people.manager.post(url, { outcome: 'approve', 'v.price': 'much', comment: 'kept' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /Price has no valid value/);
    assert.match(wrong.text, />kept</);
    const values = { 'v.price': '12.50', 'v.until': '2026-11-21T15:30', 'v.fast': 'true' };
    assert.equal((await people.manager.post(url, { outcome: 'approve', ...values })).status, 303);
    await drain();
    const { variables: kept } = await runOf(run);
    assert.deepEqual([kept.price, kept.fast], ['12.5', true]);
    assert.match(kept.until, /^2026-11-21T/);
  });

  it('are delegated to somebody who may see the row, and then no longer those of the role', async () => {
    const { url } = await ask({});
    const id = people.second.user.id;
    assert.equal((await people.manager.post(`${url}/delegate`, { to: people.staff.user.id })).status, 422);
    assert.equal((await people.manager.post(`${url}/delegate`, { to: id, note: 'You know more' })).status, 303);
    assert.equal((await people.manager.get(url)).status, 404);
    assert.match((await people.second.get(url)).text, /passed it on to .*You know more/s);
    assert.equal((await people.second.post(url, { outcome: 'approve' })).status, 303);
    const { url: fixed } = await ask({ mayDelegate: false });
    assert.equal((await people.manager.post(`${fixed}/delegate`, { to: id })).status, 422);
    await people.manager.post(fixed, { outcome: 'approve' });
  });

  it('are passed on when their deadline has passed, or the run goes on with other steps', async () => {
    const { url } = await ask({
      deadline: 60,
      onDeadline: 'escalate',
      escalate: 'user',
      escalateUser: people.staff.user.id,
    });
    await query("update plinth.workflow_tokens set due_at = now() where waits = 'task'");
    await drain();
    assert.equal((await people.manager.get(url)).status, 404);
    assert.match((await people.staff.get(url)).text, /because the deadline had passed/);
    assert.equal((await people.staff.post(url, { outcome: 'approve' })).status, 303);
    const other = await ask({
      deadline: 60,
      onDeadline: 'steps',
      steps: [{ id: 'late', kind: 'stop', result: 'Too late' }],
    });
    await query("update plinth.workflow_tokens set due_at = now() where waits = 'task'");
    await drain();
    const run = await runOf(other.run);
    assert.deepEqual([run.state, run.result], ['done', 'Too late']);
    assert.equal((await people.manager.post(other.url, { outcome: 'approve' })).status, 409);
  });

  it('are closed when their run is cancelled', async () => {
    const { run, url } = await ask({});
    await server.data.workflows.runs.cancel(server.system, run, { isUndone: false });
    assert.equal((await people.manager.post(url, { outcome: 'approve' })).status, 409);
    assert.match((await people.manager.get(url)).text, /no longer needs an answer/);
  });

  it('go to others of the role, and then to admins, if an approver is gone or has lost the role', async () => {
    const { url } = await ask({});
    await people.manager.post(`${url}/delegate`, { to: people.second.user.id });
    await query(`update plinth.users set disabled_at = now() where id = '${people.second.user.id}'`);
    assert.equal((await people.manager.get(url)).status, 200, 'the others of the role');
    const { rows: kept } = await query(
      `select role_id from plinth.user_roles where user_id = '${people.manager.user.id}'`,
    );
    await query(`update plinth.users set disabled_at = now() where id = '${people.manager.user.id}'`);
    await server.data.workflows.runner.look();
    const { text, status } = await people.admin.get(url);
    assert.equal(status, 200);
    assert.match(text, /Nobody whom this task is for can answer it any more/);
    assert.equal((await people.admin.post(url, { outcome: 'approve' })).status, 303);
    await query(`update plinth.users set disabled_at = null where disabled_at is not null`);
    assert.ok(kept.length > 0);
  });
});

describe('addresses that a workflow waits at', () => {
  it('take one call', async () => {
    const steps = [{ id: 'call', kind: 'wait', for: 'webhook', into: 'said' }];
    const { run } = await ask({}, { steps, variables: [{ name: 'said', type: 'json' }] });
    const { rows } = await query(`select secret from plinth.workflow_runs where id = '${run}'`);
    const key = createHash('sha256').update(`${rows[0].secret} call`).digest('base64url');
    const url = `/hooks/workflow/${key}`;
    const visitor = people.public;
    assert.equal((await visitor.get(url)).status, 404);
    const call = () =>
      visitor.request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"ok":true}' });
    assert.equal((await call()).status, 200);
    assert.equal((await call()).status, 404);
    await drain();
    assert.deepEqual((await runOf(run)).variables.said, { ok: true });
  });
});
