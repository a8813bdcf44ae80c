import assert from 'node:assert/strict';
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

/** @param {string} edit @param {any} input */
const edit = (edit, input) => forum.data.edit(SYSTEM, edit, input);
const drain = () => workflows.runner.drain();
const run = async (/** @type {string} */ id) => (await workflows.runs.get(forum.admin, id)).run;
const later = () => forum.data.db.query("update plinth.workflow_tokens set due_at = now() where waits = 'time'");
const pause = { id: 'pause', kind: 'wait', for: 'time', minutes: 60 };
const reply = (/** @type {string} */ expression, table = 'replies') => ({
  id: 'reply',
  kind: 'action',
  do: { action: 'insert_row', config: { table, values: [{ field: 'text', source: 'expression', expression }] } },
});
const texts = async () =>
  (await forum.data.db.query('select text from app.replies order by id')).rows.map(
    (/** @type {any} */ { text }) => text,
  );

/** A run that waits. @param {any} given @returns {Promise<string>} */
async function waiting(given) {
  const name = `flow_${++count}`;
  await edit('add-workflow', { workflow: { label: name, name, table: 'topics', as: 'system', ...given } });
  const { id: row } = await forum.data.rows.insert(forum.ada, 'topics', { title: 'Roof', priority: count % 7 });
  const id = await workflows.start(SYSTEM, { workflow: name, row });
  await drain();
  assert.equal((await run(id)).state, 'waiting');
  return id;
}
const end = async () => (await later(), await drain());

it('a waiting run follows renames of a field, a table, a role and another workflow, also in a loop', async () => {
  await edit('add-role', { role: { name: 'judges', label: 'Judges' } });
  await edit('add-workflow', {
    workflow: {
      label: 'Other',
      name: 'other',
      table: null,
      as: 'system',
      steps: [{ id: 'end', kind: 'stop', result: 'Yes' }],
    },
  });
  const ask = { id: 'ask', kind: 'task', title: '{{ row.title }}', to: 'role', toRole: 'judges' };
  const field = await waiting({ steps: [pause, reply('"field " + row.title')] });
  const loop = {
    id: 'loop',
    kind: 'each',
    table: 'topics',
    where: `row.priority == ${(count + 1) % 7}`,
    steps: [pause, reply('"loop " + row.title')],
  };
  const within = await waiting({ steps: [loop] });
  const called = await waiting({ steps: [pause, { id: 'call', kind: 'workflow', workflow: 'other', inputs: [] }] });
  const asked = await waiting({ steps: [pause, ask] });

  await edit('change-field', { table: 'topics', field: 'title', changes: { name: 'heading' } });
  await edit('change-table', { table: 'topics', changes: { name: 'subjects' } });
  await edit('change-role', { role: 'judges', changes: { name: 'jury' } });
  await edit('change-workflow', { workflow: 'other', changes: { name: 'another' } });
  await end();
  for (const id of [field, within, called])
    assert.deepEqual([(await run(id)).error, (await run(id)).state], [null, 'done']);
  assert.deepEqual((await texts()).toSorted(), ['field Roof', 'loop Roof']);
  assert.equal((await run(asked)).state, 'waiting');
  const { rows } = await forum.data.db.query({
    text: 'select title, role_id from plinth.tasks where run_id = $1',
    values: [asked],
  });
  const jury = forum.data.catalog().roles.find((/** @type {any} */ { name }) => name === 'jury');
  assert.deepEqual(rows, [{ title: 'Roof', role_id: jury.id }]);
  await edit('change-table', { table: 'subjects', changes: { name: 'topics' } });
  await edit('change-field', { table: 'topics', field: 'heading', changes: { name: 'title' } });
});

it('a rename and its undo leave a run as it was, and runs that have ended keep their names', async () => {
  const ended = await waiting({ steps: [pause, reply('"old " + row.title')] });
  await end();
  const id = await waiting({ steps: [pause, reply('"again " + row.title')] });
  const { revision } = await edit('change-field', { table: 'topics', field: 'title', changes: { name: 'heading' } });
  const stepOf = async (/** @type {string} */ one) => (await run(one)).document.steps[1].do.config.values[0].expression;
  assert.deepEqual([await stepOf(id), await stepOf(ended)], ['"again " + row.heading', '"old " + row.title']);
  await forum.data.revisions.undo(SYSTEM, revision);
  assert.equal(await stepOf(id), '"again " + row.title');
  await end();
  assert.equal((await run(id)).state, 'done');
});

it('a process that has not heard of a rename reads the newest names before it goes on', async () => {
  const id = await waiting({ steps: [pause, reply('"late " + row.title')] });
  const { createData } = await import('../../create-data.js');
  const { createRegistry } = await import('@plinth/plugin');
  const { dataPlugin } = await import('../../core-plugin.js');
  const stream = {
    cover: async () => {},
    subscribe: () => () => {},
    state: () => 'live',
    caughtUp: async () => {},
    position: () => '0/0',
  };
  const registry = createRegistry([dataPlugin]);
  const other = await createData({ connection: forum.connection, registry, stream: /** @type {any} */ (stream) });
  try {
    await edit('change-field', { table: 'topics', field: 'title', changes: { name: 'heading' } });
    await later();
    await other.workflows.runner.drain();
    assert.deepEqual([(await run(id)).error, (await run(id)).state], [null, 'done']);
  } finally {
    await other.close();
    await edit('change-field', { table: 'topics', field: 'heading', changes: { name: 'title' } });
  }
});

it('a run whose field is gone fails and says so, and goes on once the field is back', async () => {
  const id = await waiting({ steps: [pause, reply('"gone " + string(row.budget)')] });
  const { revision } = await edit('remove-field', { table: 'topics', field: 'budget' });
  await end();
  const { state, error, mayRetry } = await run(id);
  assert.deepEqual([state, error.step, mayRetry], ['failed', 'reply', true]);
  assert.match(`${error.message} ${error.hint}`, /budget/);
  await forum.data.revisions.undo(SYSTEM, revision);
  await workflows.runs.retry(forum.admin, id);
  await drain();
  assert.equal((await run(id)).state, 'done');
});
