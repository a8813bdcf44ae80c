import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let staff;
/** @type {any} */
let task;
const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
const FIELDS = [
  { name: 'reason', label: 'Reason', type: 'text', required: true },
  { name: 'hours', label: 'Hours', type: 'integer' },
  { name: 'day', label: 'Day', type: 'date' },
  { name: 'size', label: 'Size', type: 'choice', options: 'small\nlarge' },
  { name: 'sure', label: 'Sure', type: 'boolean' },
];
const set = (/** @type {string} */ field, /** @type {string} */ expression) => ({
  do: { action: 'update_row', config: { values: [{ field, source: 'expression', expression }] } },
});
const STEPS = [
  { do: { action: 'confirm', config: { text: 'Close {{ row.title }}?' } } },
  { do: { action: 'ask_input', config: { text: 'Why?', fields: FIELDS } }, when: 'row.done == false' },
  set('note', 'input.reason + " / " + string(input.hours)'),
  { ...set('done', 'true'), when: 'input.sure' },
  { ...set('title', '"large"'), when: 'input.size == "large" && input.day != null' },
];

before(async () => {
  server = await startTestServer();
  const all = { read: 'all', create: 'all', update: 'all', delete: 'none' };
  await edit('add-table', {
    name: 'tasks',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'note', type: 'text' },
      { name: 'done', type: 'boolean' },
    ],
    access: { staff: all, user: { read: 'all', create: 'none', update: 'none', delete: 'none' } },
  });
  const action = { action: 'run_steps', config: { steps: STEPS } };
  const layout = node('stack', {}, [node('action_button', { label: 'Close', action })]);
  await edit('add-view', {
    view: { name: 'task', template: 'show', table: 'tasks', roles: ['user'], config: { layout } },
  });
  const columns = [{ field: 'title' }, { kind: 'action', text: 'Close', action }];
  const config = { columns, selecting: true };
  await edit('add-view', { view: { name: 'tasks', template: 'list', table: 'tasks', roles: ['user'], config } });
  staff = await server.as('staff');
});
after(() => server?.close());

const get = () => server.data.rows.get(server.system, 'tasks', task.id);
/** Presses the button. @param {Record<string, string>} [more] @param {any} [client] */
async function press(more = {}, client = staff) {
  const { text } = await client.get(`/view/task?id=${task.id}`);
  const [, found] = /form="act-view-task-([^"]+)"/.exec(text) ?? [];
  return client.post('/view/task/act', { node: String(found), id: String(task.id), return: '/view/tasks', ...more });
}
const fresh = async (values = {}) => {
  task = await server.data.rows.insert(server.system, 'tasks', { title: 'A <b>', done: false, ...values });
};
const ANSWERS = { asked: '1', 'input.reason': 'It is <old>', 'input.hours': '3' };

describe('a button that asks first', () => {
  it('shows a page with its questions and a form, and does nothing before', async () => {
    await fresh();
    const { status, text } = await press();
    assert.equal(status, 200);
    assert.match(text, /<h1[^>]*>Close A &lt;b&gt;\?<\/h1>[\s\S]*Why\?/);
    for (const { name, label } of FIELDS)
      assert.match(text, new RegExp(`name="input\\.${name}"[\\s\\S]*${label}|${label}[\\s\\S]*name="input\\.${name}"`));
    assert.match(text, /<option>large<\/option>/);
    assert.equal((await get()).note, null);
    assert.equal(server.data.catalog().problems.length, 0, JSON.stringify(server.data.catalog().problems));
  });

  it('knows the answers as input, in values and conditions', async () => {
    await fresh();
    const more = { 'input.sure': 'true', 'input.size': 'large', 'input.day': '2026-12-24' };
    const { status } = await press({ ...ANSWERS, ...more });
    assert.equal(status, 303);
    const row = await get();
    assert.deepEqual([row.note, row.done, row.title], ['It is <old> / 3', true, 'large']);
    await fresh();
    await press(ANSWERS);
    assert.deepEqual([(await get()).note, (await get()).done], ['It is <old> / 3', false]);
  });

  it('shows the form again with what is wrong beside the field, and does nothing', async () => {
    await fresh();
    for (const [wrong, message] of /** @type {[any, RegExp][]} */ ([
      [{ 'input.reason': ' ' }, /is required/],
      [{ 'input.hours': 'many' }, /must be a whole number/],
      [{ 'input.day': '2026-02-31' }, /must be a date/],
      [{ 'input.size': 'huge' }, /Choose one from the list/],
    ])) {
      const { status, text } = await press({ ...ANSWERS, ...wrong });
      assert.equal(status, 422);
      assert.match(text, message);
      assert.match(text, /aria-invalid="true"/);
    }
    assert.equal((await get()).note, null);
  });

  it('asks only what its conditions leave, and Z1: nobody whom the steps would refuse gets further', async () => {
    await fresh({ done: true });
    assert.doesNotMatch((await press()).text, /input\.reason/);
    await fresh();
    const user = await server.as('user');
    assert.equal((await press(ANSWERS, user)).status, 403);
    assert.equal((await get()).note, null);
    const gone = await staff.post('/view/task/act', { node: 'none', id: String(task.id), asked: '1' });
    assert.equal(gone.status, 404);
  });

  it('asks once for several selected rows', async () => {
    await fresh();
    const form = { id: String(task.id), node: 'column1', return: '/view/tasks' };
    const { status, text } = await staff.post('/view/tasks/act-on-rows', form);
    assert.equal(status, 200);
    assert.match(text, new RegExp(`<input type="hidden" name="id" value="${task.id}">`));
    assert.equal((await staff.post('/view/tasks/act-on-rows', { ...form, ...ANSWERS })).status, 303);
    assert.equal((await get()).note, 'It is <old> / 3');
  });

  it('only says what is asked, or that no answer is wrong, where the dialog wants to know, and never runs then', async () => {
    await fresh();
    const only = { onlyAsk: '1' };
    const first = await press(only);
    assert.equal(first.status, 200);
    assert.match(first.text, /data-pl-asks/);
    assert.doesNotMatch(first.text, /onlyAsk/, 'what is sent from there runs');
    assert.equal((await press({ ...ANSWERS, ...only, 'input.reason': ' ' })).status, 422);
    assert.equal((await press({ ...ANSWERS, ...only })).status, 204);
    assert.equal((await press({ ...ANSWERS, ...only }, await server.as('user'))).status, 204);
    const form = { id: String(task.id), node: 'column1', return: '/view/tasks', ...only };
    assert.equal((await staff.post('/view/tasks/act-on-rows', form)).status, 200);
    assert.equal((await staff.post('/view/tasks/act-on-rows', { ...form, ...ANSWERS })).status, 204);
    assert.equal((await get()).note, null);
  });
});
