import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { startTestServer, until } from '../../testing/index.js';

/** @type {any} */
let server;
/** @type {Record<string, import('../../testing/client.js').Client>} */
let people;
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };
let count = 0;

before(async () => {
  server = await startTestServer({ users: { second: ['manager'] } });
  await edit('add-role', { role: { name: 'manager', label: 'Managers', inherits: 'user' } });
  await edit('add-table', {
    name: 'requests',
    label: 'Requests',
    display: 'title',
    owner: 'who',
    access: { user: { ...ALL, read: 'own' }, manager: ALL },
    fields: [
      { name: 'title', type: 'text' },
      { name: 'who', type: 'user' },
      { name: 'holder', type: 'user', access: { write: ['manager'] } },
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
    const shown = (await people.admin.get(url)).text;
    assert.match(shown, /Waiting/);
    assert.match(shown, /waits for an answer/);
    assert.match(shown, /<details[^>]*><summary>Raw data<\/summary>/, 'JSON is folded');
    assert.match(shown, /Cancel run</);
    assert.notEqual((await people.manager.post(`${url}/cancel`, {})).status, 303);
    assert.match((await people.admin.get(url)).text, /name="undo" value="true"/, 'one button also undoes');
    const { of: workflow } = await runOf(run);
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

describe('a failed run', () => {
  it('can be retried from an earlier step on its page, by admins only, and says what was repeated', async () => {
    const say = { id: 'say', kind: 'action', label: 'Say', do: { action: 'log', config: { text: 'Well' } } };
    const stop = { id: 'no', kind: 'action', do: { action: 'stop', config: { text: 'No' } } };
    const slow = { id: 'slow', kind: 'wait', for: 'webhook', timeout: 1530, when: 'false' };
    const { run } = await ask({ when: 'false' }, { steps: [say, slow, stop] });
    const url = `/admin/automation/workflow-runs/${run}`;
    const { text } = await people.admin.get(url);
    for (const shown of [/>Well</, /aria-label="Retry from the step Say"/, /at most 1 day, 1 hour, 30 minutes/])
      assert.match(text, shown);
    assert.equal(text.match(/>Retry from here</g)?.length, 2, 'not at the one that failed');
    assert.notEqual((await people.manager.post(`${url}/retry`, { step: 'say' })).status, 303);
    assert.doesNotMatch((await people.admin.get(url)).text, />Repeated</);
    await people.admin.post(`${url}/retry`, { step: 'nothing' });
    assert.equal((await runOf(run)).state, 'failed', 'a step that is not in the run');
    assert.equal((await people.admin.post(`${url}/retry`, { step: 'say' })).status, 303);
    await drain();
    assert.equal((await people.admin.get(url)).text.match(/>Repeated</g)?.length, 3);
  });
});

describe('a run of a workflow that has changed since', () => {
  it('says so, and is started anew by admins with its row and inputs', async () => {
    const stop = { id: 'no', kind: 'action', do: { action: 'stop', config: { text: 'No' } } };
    const { run } = await ask({ when: 'false' }, { steps: [stop] });
    const url = `/admin/automation/workflow-runs/${run}`;
    const { of: workflow, key } = await runOf(run);
    const { name } = server.data.catalog().workflows.find((/** @type {any} */ { id }) => id === workflow);
    const list = async () => (await people.admin.get('/admin/automation')).text;
    const failed = new RegExp(`workflow=${workflow}&amp;state=failed">1 failure<`);
    assert.match(await list(), failed, 'the list of workflows tells');
    assert.match(await list(), /[1-9] workflow runs? failed in the last 24 hours/);
    const before = (await people.admin.get(url)).text;
    assert.doesNotMatch(before, /has changed since/);
    assert.match(before, new RegExp(`href="/admin/automation/workflows/${name}"`), 'the way to its workflow');
    await edit('change-workflow', {
      workflow: name,
      changes: { steps: [{ id: 'end', kind: 'stop', result: 'Fine' }] },
    });
    const { text } = await people.admin.get(url);
    for (const shown of [/has changed since/, /repeats the steps as they were then/, /action="[^"]*\/anew"/])
      assert.match(text, shown);
    assert.notEqual((await people.manager.post(`${url}/anew`, {})).status, 303);
    const { status, headers } = await people.admin.post(`${url}/anew`, {});
    assert.equal(status, 303);
    await drain();
    const next = String(headers.get('location')).split('/').at(-1)?.split('?')[0] ?? '';
    const anew = await runOf(next);
    assert.deepEqual([anew.state, anew.result, anew.key], ['done', 'Fine', key]);
    assert.notEqual(next, run);
    assert.doesNotMatch(await list(), failed, 'the last run went well');
  });
});

describe('the screen of a workflow', () => {
  it('says what starts it, leads to a new trigger that does, and starts it by hand, for admins only', async () => {
    const variables = [{ name: 'n', label: 'Amount', type: 'number', isInput: true }];
    const steps = [{ id: 'end', kind: 'stop', result: 'n is {{ vars.n }}' }];
    const { run } = await ask({ when: 'false' }, { variables, steps });
    const { of: workflow, key } = await runOf(run);
    const { name, label } = server.data.catalog().workflows.find((/** @type {any} */ { id }) => id === workflow);
    const url = `/admin/automation/workflows/${name}`;
    assert.match((await people.admin.get(url)).text, /Nothing starts it yet/);
    const added = (await people.admin.get(`/admin/automation/~new?source=rows&workflow=${name}`)).text;
    for (const shown of [`value="Start ${label}"`, 'value="start_workflow"', 'value="requests" selected'])
      assert.ok(added.includes(shown), shown);
    const sources = (await people.admin.get(`/admin/automation/~new?workflow=${name}`)).text;
    assert.match(sources, new RegExp(`source=rows&amp;workflow=${name}`));
    const start = [{ do: { action: 'start_workflow', config: { workflow: name } } }];
    const trigger = {
      label: 'Begin <it>',
      table: 'requests',
      source: 'rows',
      events: ['delete'],
      as: 'system',
      steps: start,
    };
    await edit('add-trigger', { trigger });
    assert.match((await people.admin.get(url)).text, />Begin &lt;it&gt;</);
    for (const who of ['manager', 'user', 'public'])
      assert.notEqual((await people[who].post(`${url}/start`, { row: key, 'v.n': '7' })).status, 303, who);
    const wrong = await people.admin.post(`${url}/start`, { row: key, 'v.n': 'many' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /Amount must be a number/);
    const { status, headers } = await people.admin.post(`${url}/start`, { row: key, 'v.n': '7' });
    assert.equal(status, 303);
    await drain();
    const begun = await runOf(String(headers.get('location')).split('/').at(-1)?.split('?')[0] ?? '');
    assert.deepEqual([begun.result, begun.key, begun.by.id], ['n is 7', key, people.admin.user.id]);
  });
});

describe('test runs of workflows', () => {
  it('show the steps taken and what was held back, for admins only, and leave nothing', async () => {
    const { run, row } = await ask({ label: 'Decide' }, { variables: [{ name: 'n', type: 'number', isInput: true }] });
    const { of: workflow } = await runOf(run);
    const { name } = server.data.catalog().workflows.find((/** @type {any} */ { id }) => id === workflow);
    const values = [{ name: 'total', source: 'expression', value: 'vars.n' }];
    await edit('add-secret', { secret: { name: 'key' } });
    const headers = [{ name: 'Key', value: '{{ secrets.key }}' }];
    const config = { method: 'PUT', url: 'https://shop.example/{{ row.title }}', headers, values };
    const { steps } = server.data.catalog().workflow(name);
    const http = { id: 'http', kind: 'action', do: { action: 'http_request', config } };
    await edit('change-workflow', { workflow: name, changes: { steps: [...steps, http] } });
    const url = `/admin/automation/workflows/${name}/test`;
    const form = (await people.admin.get(url)).text;
    assert.match(form, /Answer to “Decide”/);
    assert.match(form, new RegExp(`value="${row.id}"`));
    const before = (await query('select count(*)::int as n from plinth.runs')).rows[0].n;
    const wrong = await people.admin.post(url, { row: row.id, 'v.n': 'much' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /invalid-feedback[^>]*>n must be a number</, 'beside its control');
    const { text, status } = await people.admin.post(url, { row: row.id, 'v.n': '7', 'o.ask': 'reject' });
    assert.equal(status, 200);
    for (const shown of [/Held back/, /Buy a &lt;b&gt;chair/, /reject/, /<td[^>]*>\s*7\s*</]) assert.match(text, shown);
    for (const shown of [
      />Address: https:\/\/shop\.example\/a &lt;b/,
      />Method: PUT</,
      />Values: total: 7\.0</,
      /{{ secrets\.key }}/,
    ])
      assert.match(text, shown, 'a request in words');
    assert.equal((await query('select count(*)::int as n from plinth.runs')).rows[0].n, before);
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
    await edit('change-settings', { changes: { locale: 'es' } });
    const spanish = await people.manager.get(url);
    await edit('change-settings', { changes: { locale: 'en' } });
    assert.match(
      spanish.text,
      /value="approve">Aprobar<[^]*value="reject">Rechazar</,
      'the answers that a task has at first',
    );
    assert.equal(await open(people.user), before);
    for (const stranger of [people.user, people.staff, people.admin]) {
      assert.equal((await stranger.get(url)).status, 404);
      assert.equal((await stranger.post(url, { outcome: 'approve' })).status, 404);
      assert.doesNotMatch((await stranger.get('/tasks')).text, /chair/);
      assert.doesNotMatch(
        (await stranger.get('/tasks?state=done')).text,
        /appears here/,
        'that is where open ones are',
      );
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

  it('open from the row that they are about, for those whom they are for', async () => {
    const { url, row } = await ask({});
    const about = `/tasks/for/requests/${row.id}`;
    const goes = async (/** @type {any} */ client, /** @type {string} */ to) =>
      (await client.get(to)).headers.get('location');
    assert.equal(await goes(people.manager, about), url);
    const list = `/tasks?table=requests&row=${row.id}`;
    const button = { id: 'b', type: 'button', settings: { label: 'Decide', to: 'task' }, children: [] };
    const view = { name: 'request', label: 'Request', template: 'show', table: 'requests', roles: ['user'] };
    await edit('add-view', { view: { ...view, config: { layout: button } } });
    assert.ok((await people.manager.get(`/view/request?id=${row.id}`)).text.includes(`href="${about}"`), 'a button');
    for (const stranger of [people.user, people.staff, people.admin]) {
      assert.equal(await goes(stranger, about), list);
      assert.doesNotMatch((await stranger.get(list)).text, /chair/);
    }
    assert.match(String(await goes(people.public, about)), /^\/auth\/login/);
    const strange = {
      gone: '/tasks/for/requests/999999',
      nowhere: '/tasks/for/nothing/1',
      odd: '/tasks/for/requests/a%22%26b',
    };
    for (const one of Object.values(strange)) {
      const to = String(await goes(people.manager, one));
      assert.match(to, /^\/tasks\?table=/, one);
      assert.match((await people.manager.get(to)).text, /No open tasks/, one);
    }
    assert.ok((await people.manager.get('/tasks?table=requests&row=%00')).status < 500);
    const { name } = server.data.catalog().workflows.at(-1);
    await server.data.workflows.start(server.system, { workflow: name, row: row.id });
    await drain();
    assert.equal(await goes(people.manager, about), list, 'several');
    const other = await ask({});
    const { text } = await people.manager.get(list);
    assert.equal(text.match(/class="fw-bold" href/g)?.length, 2);
    assert.doesNotMatch(text, new RegExp(other.url));
    assert.match(text, /about one row[^]*href="\/tasks">Show all tasks/);
    assert.match(text, new RegExp(`href="/tasks\\?table=requests&amp;row=${row.id}&amp;state=done"`));
    await query(`update plinth.tasks set state = 'cancelled' where state = 'open'`);
    assert.match((await people.manager.get(`${list}&state=done`)).text, /chair/);
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
    const { url } = await ask({ to: 'field', toField: 'who', notBy: 'nobody' });
    const { rows } = await query('select recipient, subject, content from plinth.mails');
    assert.deepEqual([rows.length, rows[0].recipient], [1, 'user@example.com']);
    assert.equal(rows[0].subject, 'Buy a <b>chair</b>?');
    assert.ok(rows[0].content.blocks.at(-1).url.endsWith(url));
    assert.match(
      (await people.user.get('/notifications')).text,
      /<a href="\/notifications\/open\/[^"]+">[^<]*Buy a &lt;b&gt;chair/,
    );
    assert.equal((await people.user.post(url, { outcome: 'approve' })).status, 303);
  });

  it('fill in variables with a form, and say what is wrong with it', async () => {
    const variables = [
      { name: 'price', label: 'Price', type: 'number' },
      { name: 'until', type: 'datetime' },
      { name: 'fast', type: 'bool' },
      { name: 'parts', type: 'json' },
    ];
    const form = [
      { variable: 'price', required: true },
      { variable: 'parts', label: 'Parts' },
      { variable: 'until' },
      { variable: 'fast', label: 'In a hurry' },
    ];
    const { run, url } = await ask({ form }, { variables });
    const wrong = await people.manager.post(url, { outcome: 'approve', 'v.price': 'much', comment: 'kept' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /Price must be a number/);
    assert.match(wrong.text, />kept</);
    const noJson = await people.manager.post(url, { outcome: 'approve', 'v.price': '1', 'v.parts': '{seat' });
    assert.match(noJson.text, /Parts must be JSON/);
    const values = { 'v.price': '1312.50', 'v.until': '2026-11-21T15:30', 'v.fast': 'true', 'v.parts': '["seat"]' };
    assert.equal((await people.manager.post(url, { outcome: 'approve', ...values })).status, 303);
    await drain();
    const { variables: kept } = await runOf(run);
    assert.deepEqual([kept.price, kept.fast, kept.parts], ['1312.5', true, ['seat']]);
    assert.match(kept.until, /^2026-11-21T/);
    const { text } = await people.admin.get(`/admin/automation/workflow-runs/${run}`);
    for (const shown of [
      /Price: 1,312\.5</,
      /fast: Yes</,
      /&quot;price&quot;: 1312\.5,/,
      /<td[^>]*>\s*Number\s*<\/td>\s*<td[^>]*>\s*1,312\.5\s*</,
      /until: Nov 21, 2026, \d+:30/,
    ])
      assert.match(text, shown);
    assert.match((await people.manager.get(url)).text, /<dd[^>]*>1,312\.5<\/dd>/);
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

  it('name whoever has them in a field of the row, on their page, in lists and in the run', async () => {
    const { second, manager, staff, admin } = people;
    const holder = async (/** @type {any} */ row) =>
      (await server.data.rows.get(server.system, 'requests', row.id)).holder;
    const { url, run, row } = await ask({
      holderField: 'holder',
      deadline: 60,
      onDeadline: 'escalate',
      escalate: 'user',
      escalateUser: staff.user.id,
    });
    const page = `/admin/automation/workflow-runs/${run}`;
    assert.equal(await holder(row), null, 'all managers have it');
    assert.match((await admin.get(page)).text, /waits for an answer from Managers/);
    assert.equal((await manager.post(`${url}/delegate`, { to: second.user.id })).status, 303);
    assert.equal(await holder(row), second.user.id, 'at once');
    assert.match((await admin.get(page)).text, /waits for an answer from second/);
    await query("update plinth.workflow_tokens set due_at = now() where waits = 'task'");
    await drain();
    assert.equal(await holder(row), staff.user.id);
    assert.match((await staff.get('/tasks')).text, /Assigned to staff/);
    assert.match((await staff.get(url)).text, /to staff[^]*Passed on to staff, because the deadline had passed/);
    assert.match((await admin.get(page)).text, /waits for an answer from staff/);
    assert.equal((await staff.post(url, { outcome: 'approve' })).status, 303);
    await drain();
    assert.equal(await holder(row), staff.user.id);
    const other = await ask({ holderField: 'holder' });
    await manager.post(other.url, { outcome: 'approve' });
    await drain();
    assert.equal(await holder(other.row), manager.user.id, 'whoever answered');
    assert.doesNotMatch((await admin.get(page)).text, /waits for an answer/);
  });

  it('Z5: name nobody in a field that the workflow may not change, nor in a row that is gone', async () => {
    const { url, row, run } = await ask({ holderField: 'holder' });
    await server.data.rows.remove(server.system, 'requests', row.id);
    assert.equal((await people.manager.post(url, { outcome: 'approve' })).status, 303);
    await drain();
    assert.equal((await runOf(run)).state, 'done', 'nobody is named');
    const weak = await ask({ holderField: 'holder', to: 'starter' }, { as: 'cause' });
    const { state, error } = await runOf(weak.run);
    assert.deepEqual([state, error.step, error.code], ['failed', 'ask', 'INPUT_INVALID']);
  });

  it('Z1: are never decided by whoever must not, in no way', async () => {
    const mine = await server.data.rows.insert(server.system, 'requests', {
      title: 'a lamp',
      who: people.manager.user.id,
    });
    const task = { id: 'ask', kind: 'task', title: 'Buy?', to: 'role', toRole: 'manager' };
    const forbidden = { notBy: 'field', notByField: 'who' };
    const start = async (/** @type {any} */ more) => {
      const name = `ask_${++count}`;
      const steps = [{ ...task, ...forbidden, ...more }];
      await edit('add-workflow', { workflow: { name, label: name, table: 'requests', as: 'system', steps } });
      const run = await server.data.workflows.start(server.system, { workflow: name, row: mine.id });
      await query('delete from plinth.mails');
      await drain();
      const { rows } = await query(`select id from plinth.tasks where run_id = '${run}'`);
      return `/tasks/${rows[0].id}`;
    };
    const told = async () =>
      (await query('select recipient from plinth.mails')).rows.map((/** @type {any} */ { recipient }) => recipient);
    const isShut = async (/** @type {string} */ url) => {
      assert.equal((await people.manager.get(url)).status, 404);
      assert.equal((await people.manager.post(url, { outcome: 'approve' })).status, 404);
      assert.equal((await people.manager.post(`${url}/delegate`, { to: people.second.user.id })).status, 404);
    };

    const ofRole = await start({});
    assert.deepEqual(await told(), ['second@example.com']);
    await isShut(ofRole);
    const choices = (await people.second.get(ofRole)).text;
    assert.doesNotMatch(choices, new RegExp(`value="${people.manager.user.id}"`), 'nor by delegation');
    assert.equal((await people.second.post(ofRole, { outcome: 'approve' })).status, 303);

    const ofOne = await start({ to: 'field', toField: 'who' });
    assert.deepEqual(await told(), []);
    await isShut(ofOne);
    await server.data.workflows.runner.look();
    assert.equal((await people.admin.get(ofOne)).status, 200, 'an admin decides');

    const late = { deadline: 60, onDeadline: 'escalate', escalate: 'field', escalateField: 'who' };
    const passedOn = await start({ ...late, to: 'user', toUser: people.second.user.id });
    await query("update plinth.workflow_tokens set due_at = now() where waits = 'task'");
    await drain();
    await isShut(passedOn);
  });

  it('end with their run when the row says so or is gone, and only then', async () => {
    const needless = { endWhen: 'row.title == "withdrawn"', deadline: 60 };
    const { run, url, row } = await ask(needless);
    const gone = await ask(needless);
    const rows = server.data.rows;
    await rows.update(server.system, 'requests', row.id, { title: 'another' });
    await drain();
    assert.equal((await people.manager.get(url)).status, 200);
    assert.match((await people.manager.get(url)).text, /name="outcome"/, 'still open');
    await rows.update(server.system, 'requests', row.id, { title: 'withdrawn' });
    await rows.remove(server.system, 'requests', gone.row.id);
    await until(async () => (await runOf(run)).state === 'done' && (await runOf(gone.run)).state === 'done');
    for (const closed of [url, gone.url]) {
      assert.equal((await people.manager.post(closed, { outcome: 'approve' })).status, 409);
      assert.match((await people.manager.get(closed)).text, /no longer needs an answer/);
    }
  });

  it('remind after their deadline, once, and say so in the mail', async () => {
    const { run, url } = await ask({ deadline: 60, endWhen: 'row.title == "withdrawn"', text: 'For {{ row.who }}' });
    await query('delete from plinth.mails');
    const past = JSON.stringify(new Date(0).toISOString());
    await query(`
      update plinth.workflow_tokens set due_at = now(), data = jsonb_set(data, '{own,due}', '${past}')
       where run_id = '${run}'`);
    await drain();
    await query(`update plinth.workflow_tokens set due_at = now() where run_id = '${run}'`);
    await drain();
    const { rows } = await query(`select subject, content from plinth.mails where recipient = 'manager@example.com'`);
    assert.equal(rows.length, 1);
    assert.equal(rows[0].subject, 'Reminder: Buy a <b>chair</b>?');
    const [why, text] = rows[0].content.blocks;
    assert.match(why.text, /deadline of this task has passed/);
    assert.equal(text.plain, `For ${people.user.user.name}`, 'a person by name');
    assert.equal((await people.manager.post(url, { outcome: 'approve' })).status, 303);
  });

  it('I7: show values of the row as text, whatever they hold', async () => {
    const title = '[Pay here](https://evil.test) ![x](https://evil.test/x.png) **b** <script>';
    const { rows } = server.data;
    const { url, row } = await ask({ text: 'Buy {{ row.title }}?' });
    await people.manager.post(url, { outcome: 'approve' });
    await rows.update(server.system, 'requests', row.id, { title });
    const { name } = server.data.catalog().workflows.at(-1);
    await query('delete from plinth.mails');
    await server.data.workflows.start(server.system, { workflow: name, row: row.id });
    await drain();
    const found = await query('select id from plinth.tasks order by id desc limit 1');
    const { text } = await people.manager.get(`/tasks/${found.rows[0].id}`);
    assert.match(text, /Buy \[Pay here\]\(https:/);
    assert.doesNotMatch(text, /href="https:\/\/evil|<strong>b<|src="https:\/\/evil|<script>'/);
    const { rows: mails } = await query('select content from plinth.mails limit 1');
    assert.ok(mails[0].content.blocks.some((/** @type {any} */ { plain }) => plain === `Buy ${title}?`));
    await people.manager.post(`/tasks/${found.rows[0].id}`, { outcome: 'approve' });
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
    const { rows } = await query(`select secret from plinth.runs where id = '${run}'`);
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
