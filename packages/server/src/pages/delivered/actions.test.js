import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let data;
/** @type {import('../../testing/client.js').Client} */
let staff;
/** @type {Record<string, number>} */
const ids = {};

before(async () => {
  server = await startTestServer();
  ({ data } = server);
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(server.system, name, input);
  await edit('add-table', {
    name: 'tasks',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'done', type: 'boolean' },
      { name: 'boss', type: 'boolean' },
    ],
    access: {
      staff: { read: 'all', create: 'all', update: 'all', delete: 'none' },
      user: { read: 'all', create: 'none', update: 'none', delete: 'none' },
    },
  });
  const toggle = { kind: 'action', text: 'Finish', action: { action: 'toggle_field', config: { field: 'done' } } };
  const remove = { kind: 'action', text: 'Delete', action: { action: 'delete_row', config: {} } };
  await edit('add-view', {
    view: {
      name: 'open_tasks',
      template: 'list',
      table: 'tasks',
      roles: ['user'],
      config: { columns: [{ field: 'title' }, toggle, remove], filter: { field: 'boss', op: 'eq', value: false } },
    },
  });
  const look = (/** @type {any} */ action, /** @type {string} */ label) => node('action_button', { label, action });
  const steps = [
    { do: { action: 'refresh_view', config: { view: 'open_tasks' } } },
    { do: { action: 'refresh_view', config: {} } },
    { do: { action: 'show_message', config: { text: 'Fresh' } } },
  ];
  const asking = [{ do: { action: 'confirm', config: { text: 'Sure?' } } }, ...steps];
  const functions = {
    refusing: "plinth.fail('Already paid')",
    failing: "throw new Error('secret')",
    closed: 'return 1',
  };
  for (const [name, body] of Object.entries(functions)) {
    const code = `export default async (input, plinth) => { ${body} }`;
    await edit('add-function', { function: { name, code, roles: name === 'closed' ? ['admin'] : ['staff'] } });
  }
  const calling = (/** @type {string} */ name) => look({ action: 'run_function', config: { function: name } }, name);
  const promote = { action: 'toggle_field', config: { field: 'boss' } };
  const layout = node('stack', {}, [
    node('field', { field: 'title' }),
    node('action_button', { label: 'Finish', action: { action: 'toggle_field', config: { field: 'done' } } }),
    look({ action: 'open_panel', config: { view: 'open_tasks', withRow: false } }, 'Beside'),
    look({ action: 'run_steps', config: { steps } }, 'Fresh'),
    look({ action: 'run_steps', config: { steps: asking } }, 'Asks'),
    ...Object.keys(functions).map(calling),
    { ...node('action_button', { label: 'Promote', action: promote }), visible: { roles: ['admin'] } },
  ]);
  await edit('add-view', {
    view: { name: 'one_task', template: 'show', table: 'tasks', roles: ['staff'], config: { layout } },
  });
  for (const [title, boss] of /** @type {const} */ ([
    ['mine', false],
    ['bosses', true],
  ])) {
    ids[title] = (await data.rows.insert(server.system, 'tasks', { title, boss, done: false })).id;
  }
  staff = await server.as('staff');
});
after(() => server.close());

/** @param {string} title */
const row = (title) => data.rows.get(server.system, 'tasks', ids[title]);
/** Nodes of the buttons on a page, by their text. @param {string} text */
function buttons(text) {
  return Object.fromEntries(
    [...text.matchAll(/<button[^>]*form="act-\w+-(\w+?)-([^"]+)"[^>]*>(.*?)<\/button>/gs)].map(([, , id, label]) => [
      label.replace(/<[^>]*>/g, '').trim(),
      id,
    ]),
  );
}

describe('actions', () => {
  it('run on the row whose button was pressed, and lead back', async () => {
    const { text } = await staff.get('/view/open_tasks');
    const { Finish } = buttons(text);
    const answer = await staff.post('/view/open_tasks/act', {
      node: Finish,
      id: String(ids.mine),
      return: '/view/open_tasks?sort=title',
    });
    assert.deepEqual([answer.status, answer.location], [303, '/view/open_tasks?sort=title']);
    assert.equal((await row('mine')).done, true);
  });

  it('work in a view of one row too', async () => {
    const { Finish } = buttons((await staff.get(`/view/one_task?id=${ids.mine}`)).text);
    await staff.post('/view/one_task/act', { node: Finish, id: String(ids.mine), return: '/' });
    assert.equal((await row('mine')).done, false);
  });

  it('Z5: on a row outside of the view’s filter there is nothing to run', async () => {
    const { Finish } = buttons((await staff.get('/view/open_tasks')).text);
    for (const id of [String(ids.bosses), '99999', 'x', '']) {
      const answer = await staff.post('/view/open_tasks/act', { node: Finish, id, return: '/' });
      assert.equal(answer.status, 404, id);
    }
    assert.equal((await row('bosses')).done, false);
  });

  it('Z5: only actions in the layout can be run, as configured there', async () => {
    for (const node of ['nonsense', '__proto__', 'constructor', '']) {
      const input = { node, id: String(ids.mine), action: 'delete_row', config: '{}' };
      assert.equal((await staff.post('/view/open_tasks/act', input)).status, 404, node);
    }
    assert.ok(await row('mine'));
  });

  it('Z5: a button that is for others only can not be pressed by its number', async () => {
    const admin = await server.as('admin');
    const { Promote } = buttons((await admin.get(`/view/one_task?id=${ids.mine}`)).text);
    const press = { node: Promote, id: String(ids.mine), return: '/' };
    assert.equal(buttons((await staff.get(`/view/one_task?id=${ids.mine}`)).text).Promote, undefined);
    assert.equal((await staff.post('/view/one_task/act', press)).status, 404);
    assert.equal((await row('mine')).boss, false);
    assert.equal((await admin.post('/view/one_task/act', press)).status, 303);
    assert.equal((await row('mine')).boss, true);
    await admin.post('/view/one_task/act', press);
  });

  it('have the rights of the user, not of the view’s author', async () => {
    const { Finish } = buttons((await staff.get('/view/open_tasks')).text);
    const user = await server.as('user');
    assert.deepEqual(buttons((await user.get('/view/open_tasks')).text), {});
    const answer = await user.post('/view/open_tasks/act', { node: Finish, id: String(ids.mine), return: '/' });
    assert.equal(answer.status, 403);
    assert.equal((await row('mine')).done, false);
  });

  it('answer a script with JSON, refusals included', async () => {
    const { Finish } = buttons((await staff.get('/view/open_tasks')).text);
    const input = { node: Finish, id: String(ids.mine), return: '/view/open_tasks' };
    const answer = await staff.post('/view/open_tasks/act', input, { accept: 'application/json' });
    const { undo, ...told } = answer.json();
    assert.deepEqual([answer.status, told], [200, { message: 'Done.', url: '/view/open_tasks' }]);
    assert.match(undo, /^[0-9a-f-]{36}$/);
    assert.equal(answer.headers.get('set-cookie'), null, 'the script shows the message itself');
    await staff.post('/view/open_tasks/act', input);
    const none = await staff.post('/view/open_tasks/act', { ...input, id: '99999' }, { accept: 'application/json' });
    assert.deepEqual([none.status, none.json().status], [404, 404]);
  });

  it('leave the page as it is if a script runs them, and lead somewhere without', async () => {
    const { text } = await staff.get(`/view/one_task?id=${ids.mine}`);
    const { Beside, Fresh, Asks, Finish } = buttons(text);
    const inPlace = [...text.matchAll(/<button[^>]*form="act-view-one_task-([^"]+)"[^>]*data-pl-act=/g)];
    assert.deepEqual(
      inPlace.map(([, id]) => id),
      [Beside, Fresh],
    );
    const press = (/** @type {string} */ one, more = {}) =>
      staff.post('/view/one_task/act', { node: one, id: String(ids.mine), return: '/view/one_task', ...more });
    assert.equal((await press(Beside)).location, '/view/open_tasks');
    assert.equal((await press(Fresh)).location, '/view/one_task');
    assert.equal((await press(Asks)).status, 200, 'the question is a page');
    const answer = async (/** @type {string} */ one) => (await press(one, { inPlace: '1' })).json();
    const told = { message: '', leads: false, panel: false, refresh: [] };
    assert.deepEqual(await answer(Beside), { ...told, url: '/view/open_tasks', panel: true });
    const refresh = ['open_tasks', ''];
    assert.deepEqual(await answer(Fresh), { ...told, url: '/view/one_task', message: 'Fresh', refresh });
    assert.equal((await press(Finish, { inPlace: '1' })).json().message, 'Done.');
    await press(Finish);
  });

  it('say on the page that a function refuses, fails, or is not for the reader', async () => {
    const { refusing, failing, closed } = buttons((await staff.get(`/view/one_task?id=${ids.mine}`)).text);
    const press = async (/** @type {string} */ one, more = {}, headers = {}) => {
      const return_ = `/view/one_task?id=${ids.mine}`;
      const body = { node: one, id: String(ids.mine), return: return_, ...more };
      const { status, location, text } = await staff.post('/view/one_task/act', body, headers);
      if (status !== 303) return [status, text];
      assert.equal(location, return_);
      const { text: said, kind } = JSON.parse(String(staff.cookies.get('plinth_flash')));
      assert.equal(kind, 'danger');
      return said;
    };
    assert.equal(await press(refusing), 'Already paid');
    assert.equal(await press(failing), 'The function "failing" failed');
    assert.match(String(await press(closed)), /^This button is not available to you/);
    assert.equal((await press(failing, {}, { accept: 'application/json' }))[0], 500);
    const [status, text] = await press(failing, { note: 'Typed' });
    assert.equal(status, 500, 'what was typed can be sent again');
    assert.match(text, /Typed/);
  });

  it('A13: lead to no other site', async () => {
    const { Finish } = buttons((await staff.get('/view/open_tasks')).text);
    const answer = await staff.post('/view/open_tasks/act', {
      node: Finish,
      id: String(ids.mine),
      return: '//evil.test',
    });
    assert.equal(answer.location, '/');
  });
});
