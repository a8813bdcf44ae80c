import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer, withBarrierPassed } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let staff;

const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };

before(async () => {
  server = await startTestServer();
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  await edit('add-table', { name: 'jobs', fields: [{ name: 'title', type: 'text' }], access: { staff: ALL } });
  await edit('add-table', {
    name: 'steps',
    fields: [
      { name: 'done', type: 'boolean' },
      { name: 'hours', type: 'integer' },
      { name: 'job', type: 'relation', attributes: { table: 'jobs' } },
    ],
    access: { staff: ALL },
  });
  const hours = { name: 'hours', label: 'Hours', type: 'integer', formula: 'row.steps.sum(step, step.hours)' };
  await edit('add-field', { table: 'jobs', field: hours });
  await edit('add-field', {
    table: 'jobs',
    field: { name: 'maker', type: 'text', default: { expression: 'user.name' } },
  });
  const view = (/** @type {any} */ made) => edit('add-view', { view: { roles: ['staff'], table: 'jobs', ...made } });
  const columns = ['title', 'hours'].map((field) => ({ kind: 'field', field }));
  const condition = 'row.steps.exists(step, !step.done)';
  await view({ name: 'open_jobs', template: 'list', config: { columns, condition, sort: [{ field: 'hours' }] } });
  const note = {
    ...node('text', { text: 'Half done' }),
    visible: { when: 'row.steps.exists(s, s.done) && !row.steps.all(s, s.done)' },
  };
  const mine = { ...node('text', { text: 'Hello Staff' }), visible: { when: 'user.name == "staff" && user.signedIn' } };
  const parts = [node('field', { field: 'title' }), node('field', { field: 'hours' }), note, mine];
  await view({ name: 'job', template: 'show', config: { layout: node('stack', {}, parts) } });
  const form = [node('form_field', { field: 'title' }), node('form_field', { field: 'maker' }), node('submit', {})];
  await view({ name: 'job_edit', template: 'edit', config: { layout: node('stack', {}, form) } });
  staff = await server.as('staff');
  for (const [title, ...steps] of [['plan', true, false], ['build', true], ['sell'], ['rest', false]]) {
    const job = await server.data.rows.insert(server.system, 'jobs', { title });
    for (const done of steps) await server.data.rows.insert(server.system, 'steps', { job: job.id, done, hours: 5 });
  }
});
after(() => server?.close());

describe('expressions in delivered views', () => {
  it('choose the rows of a list, whose formulas are columns like others', async () => {
    const { text } = await staff.get('/view/open_jobs');
    assert.deepEqual(
      [/plan/, /build/, /sell/, /rest/].map((title) => title.test(text)),
      [true, false, false, true],
    );
    assert.ok(text.indexOf('rest') < text.indexOf('plan'), 'sorted by the formula');
    assert.match((await staff.get('/view/open_jobs?hours.gt=6')).text, /plan/);
    assert.doesNotMatch((await staff.get('/view/open_jobs?hours.gt=6')).text, /rest/);
  });

  it('ask related rows in the statement of the view', async () => {
    const { sent, text } = await withBarrierPassed(server, async () => {
      const before = server.data.db.counters().statements;
      const answer = await staff.get('/view/job?id=1');
      return { sent: server.data.db.counters().statements - before, text: answer.text };
    });
    assert.ok(sent <= 2, `${sent} statements`);
    assert.match(text, /Half done/);
    assert.match(text, /10/);
    assert.doesNotMatch((await staff.get('/view/job?id=2')).text, /Half done/);
  });

  it('change with the rows that they look at, also from memory', async () => {
    await staff.get('/view/job?id=2');
    const step = await server.data.rows.insert(server.system, 'steps', { job: 2, done: false, hours: 7 });
    const { text } = await staff.get('/view/job?id=2');
    assert.match(text, /Half done/);
    assert.match(text, /12/);
    await server.data.rows.remove(server.system, 'steps', step.id);
    assert.doesNotMatch((await staff.get('/view/job?id=2')).text, /Half done/);
  });

  it('fill an empty form by expression', async () => {
    const { text } = await staff.get('/view/job_edit');
    assert.match(text, new RegExp(`name="maker"[^>]*value="${staff.user.name}"`));
  });
});
