import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { dataPlugin } from '@plinth/data';
import { createRegistry, node } from '@plinth/plugin';
import { startTestServer } from '../../testing/index.js';

/** @type {any} */
let server;
/** @type {any} */
let staff;
/** Of the row that actions work on. @type {any} */
let job;

const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
const one = async (/** @type {string} */ text) => Object.values((await server.data.db.query(text)).rows[0])[0];
const get = () => server.data.rows.get(server.system, 'jobs', job).catch(() => null);
const notes = () => one('select count(*)::int from app.notes');
const titled = (/** @type {string} */ value) => [{ field: 'title', source: 'value', value }];
const NOTE = [{ field: 'text', source: 'value', value: 'new' }];
const set = async () => (await get()).title === 'set';
const noted = async () => (await notes()) === 2;
const rows = (/** @type {string} */ table) => one(`select count(*)::int from app.${table}`);

/**
 * The least settings of each action, and what has happened after it. `leads`: what a button answers instead; `fails`: what it
 * says because that is all it does.
 *
 * @type {Record<string, { config?: any, did?: () => unknown, leads?: RegExp, fails?: RegExp }>}
 */
const ENTRIES = {
  ask_input: { config: { text: 'Why?', fields: [{ name: 'reason' }] }, did: () => true },
  assign_next: { config: { field: 'who', role: 'staff' }, did: async () => (await get()).who !== null },
  confirm: { config: { text: 'Sure?' }, did: () => true },
  copy_rows: { config: { table: 'jobs', to: 'notes', values: NOTE }, did: noted },
  delete_row: { did: async () => (await get()) === null },
  delete_rows: { config: { table: 'notes' }, did: async () => (await notes()) === 0 },
  download_file: { config: { field: 'paper' }, leads: /^\/files\/.*\/file$/ },
  download_pdf: { config: { view: 'job' }, leads: /^\/view\/job\/export\.pdf/ },
  duplicate_row: { did: async () => (await rows('jobs')) === 2 },
  export_list: { config: { view: 'jobs' }, leads: /^\/view\/jobs\/export\.xlsx$/ },
  go_to: { config: { view: 'job' }, leads: /^\/view\/job\?id=\d+$/ },
  http_request: { config: { url: 'http://127.0.0.1:9/' }, fails: /OUTBOUND_BLOCKED|network|127\.0\.0\.1/ },
  insert_row: { config: { table: 'notes', values: NOTE, relation: 'job' }, did: noted },
  log: { config: { text: 'Line' }, did: () => true },
  notify: {
    config: { recipient: 'role', role: 'second', text: 'Look' },
    did: async () => (await one('select count(*)::int from plinth.notifications')) === 1,
  },
  open_panel: { config: { view: 'job' }, leads: /^\/view\/job\?id=\d+$/ },
  print: { config: { view: 'job' }, leads: /#print$/ },
  refresh_view: { leads: /^\/view\/jobs$/ },
  run_function: { config: { function: 'noting' }, did: noted },
  run_sql: {
    config: { sql: "select 'set' as t", fields: [{ field: 'title', path: 't' }] },
    did: set,
  },
  run_steps: { config: { steps: [{ do: { action: 'update_row', config: { values: titled('set') } } }] }, did: set },
  send_email: {
    config: { recipient: 'fixed', address: 'eva@example.com', subject: 'Hello', body: 'You' },
    did: async () => (await one("select count(*)::int from plinth.mails where recipient = 'eva@example.com'")) === 1,
  },
  show_message: { config: { text: 'Hello' }, did: () => true },
  start_workflow: { config: { workflow: 'noting' }, did: noted },
  stop: { config: { text: 'Not today' }, fails: /Not today/ },
  toggle_field: { config: { field: 'done' }, did: async () => (await get()).done === true },
  update_row: { config: { values: titled('set') }, did: set },
  update_rows: { config: { table: 'jobs', values: titled('set') }, did: set },
  wait: { config: { minutes: 1 }, did: () => true },
};
const ACTIONS = createRegistry([dataPlugin]).all('action');
const chosen = (/** @type {string} */ name) => ({ action: name, config: ENTRIES[name]?.config ?? {} });

before(async () => {
  server = await startTestServer({ users: { second: ['second'] } });
  await edit('add-role', { role: { name: 'second', label: 'Second', inherits: 'user' } });
  const all = { read: 'all', create: 'all', update: 'all', delete: 'all' };
  await edit('add-table', {
    name: 'jobs',
    access: { staff: all, second: { ...all, update: 'none', delete: 'none' } },
    fields: [
      { name: 'title', type: 'text' },
      { name: 'done', type: 'boolean', default: false },
      { name: 'go', type: 'boolean', default: false },
      { name: 'who', type: 'user' },
      { name: 'paper', type: 'file' },
    ],
  });
  await edit('add-table', {
    name: 'notes',
    access: { staff: all },
    fields: [
      { name: 'text', type: 'text' },
      { name: 'job', type: 'relation', attributes: { table: 'jobs', onDelete: 'set_null' } },
    ],
  });
  const code = "export default (input, plinth) => plinth.rows('notes').insert({ text: 'new' });";
  await edit('add-function', { function: { name: 'noting', code, roles: ['staff'] } });
  const steps = [{ id: 'a', kind: 'action', do: { action: 'insert_row', config: { table: 'notes', values: NOTE } } }];
  await edit('add-workflow', { workflow: { name: 'noting', label: 'Noting', table: 'jobs', as: 'system', steps } });
  // Views that actions lead to exist before the ones with the buttons.
  const view = { table: 'jobs', roles: ['staff'] };
  const empty = node('stack', {}, []);
  await edit('add-view', { view: { ...view, name: 'job', template: 'show', config: { layout: empty } } });
  await edit('add-view', {
    view: { ...view, name: 'jobs', template: 'list', config: { columns: [{ field: 'title' }] } },
  });
  [staff] = await Promise.all([server.as('staff'), server.as('second')]);
  const change = (/** @type {string} */ name, /** @type {any} */ config) =>
    edit('change-view', { view: name, changes: { config } });
  const buttons = ACTIONS.map(({ name }) => ({
    ...node('action_button', { label: name, action: chosen(name) }),
    id: `b_${name}`,
  }));
  await change('job', { layout: node('stack', {}, buttons) });
  const columns = ACTIONS.map(({ name }) => ({ kind: 'action', text: name, action: chosen(name) }));
  await change('jobs', { columns: [{ field: 'title' }, ...columns], selecting: true });
});
after(() => server?.close());

/** A row, and nothing of what actions did before. */
async function fresh() {
  await server.data.db.query(`
    delete from plinth.runs; delete from plinth.mails;
    delete from plinth.notifications; delete from app.notes; delete from app.jobs`);
  const paper = await server.data.files.add(server.system, Readable.from(['x']), {
    name: 'a.txt',
    field: { table: 'jobs', field: 'paper' },
  });
  job = (await server.data.rows.insert(server.system, 'jobs', { title: 'A', paper: paper.id })).id;
  await server.data.rows.insert(server.system, 'notes', { text: 'old' });
}
const drain = async () => {
  await server.data.automation.drain();
  await server.data.workflows.runner.drain();
};
const refused = (/** @type {Promise<any>} */ made, /** @type {RegExp} */ why) =>
  assert.rejects(made, (/** @type {any} */ error) => {
    assert.equal(error.code, 'INPUT_INVALID');
    assert.match(JSON.stringify(error.details), why);
    return true;
  });

/** Why it can't be a step where nobody sits before it. @param {import('@plinth/plugin').Action} action */
const noStep = ({ browser, takesSteps }) =>
  browser ? /needs a browser/ : takesSteps ? /further lists of steps|must be/ : null;

it('each action has an entry here', () => {
  assert.deepEqual(ACTIONS.map(({ name }) => name).toSorted(), Object.keys(ENTRIES).toSorted());
});

for (const action of ACTIONS) {
  const { name } = action;
  const { did = () => true, leads, fails } = ENTRIES[name] ?? {};
  /** It has done what it does, or has said why not. @param {string} said */
  const check = async (said) => {
    await drain();
    if (fails) assert.match(said, fails);
    else assert.equal(await did(), true, said);
  };

  describe(`the action ${name}`, () => {
    it('works on a button', async () => {
      await fresh();
      const body = { node: `b_${name}`, id: String(job), return: '/view/jobs', asked: '1' };
      const { status, text, location } = await staff.post('/view/job/act', body);
      if (action.background) return assert.match(text, /works in triggers only/);
      if (leads) return assert.match(String(location), leads);
      assert.ok(status < 500);
      await check(text);
    });

    it('works on a selection of rows', async () => {
      await fresh();
      const column = `column${ACTIONS.indexOf(action) + 1}`;
      const { status } = await staff.post('/view/jobs/act-on-rows', { node: column, id: String(job), asked: '1' });
      // Deleting several rows has a button of its own.
      const isOffered = !action.browser && !action.background && name !== 'delete_row';
      assert.equal(status, isOffered ? 303 : 404);
      if (isOffered) await check(String(JSON.parse(staff.cookies.get('plinth_flash')).text));
    });

    it('works in a trigger', async () => {
      await fresh();
      const steps = [{ do: chosen(name) }];
      const trigger = { label: name, table: 'jobs', events: ['update'], fields: ['go'], steps };
      const why = noStep(action);
      if (why) return refused(edit('add-trigger', { trigger }), why);
      await edit('add-trigger', { trigger });
      const { id } = server.data.catalog().triggers.at(-1);
      const actor = { userId: staff.user.id, roles: ['staff', 'user', 'public'], system: false };
      await server.data.rows.update(actor, 'jobs', job, { go: true });
      await drain();
      const { runs } = await server.data.runs.list(server.system, { of: id });
      assert.equal(runs.length, 1);
      await edit('remove-trigger', { trigger: id });
      await check(JSON.stringify(runs[0]));
    });

    it('works in a workflow', async () => {
      await fresh();
      const steps = [{ id: 'only', kind: 'action', do: chosen(name) }];
      const workflow = { name: `w_${name}`, label: name, table: 'jobs', as: 'cause', steps };
      const why = action.background ? /works in triggers only/ : noStep(action);
      if (why) return refused(edit('add-workflow', { workflow }), why);
      await edit('add-workflow', { workflow });
      const actor = { userId: staff.user.id, roles: ['staff', 'user', 'public'], system: false };
      const run = await server.data.workflows.start(actor, { workflow: workflow.name, row: job });
      await drain();
      await check(JSON.stringify(await server.data.workflows.runs.get(server.system, run)));
    });
  });
}
