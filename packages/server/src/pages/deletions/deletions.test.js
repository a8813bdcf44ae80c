import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let data;
/** @type {Record<'staff' | 'other' | 'admin', import('../../testing/client.js').Client>} */
let clients;
/** @type {string} */
let nodeId;
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };

before(async () => {
  server = await startTestServer({ users: { colleague: ['staff'] } });
  ({ data } = server);
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(server.system, name, input);
  const project = {
    name: 'project',
    type: 'relation',
    required: true,
    attributes: { table: 'projects', onDelete: 'cascade' },
  };
  const access = { staff: ALL };
  await edit('add-table', { name: 'projects', history: true, access, fields: [{ name: 'title', type: 'text' }] });
  await edit('add-table', {
    name: 'issues',
    history: true,
    access,
    fields: [{ name: 'title', type: 'text' }, project],
  });
  await edit('add-table', { name: 'secrets', history: true, fields: [project] });
  const button = node('delete_button', { label: 'Delete' });
  nodeId = button.id;
  const layout = node('stack', {}, [node('field', { field: 'title' }), button]);
  await edit('add-view', {
    view: { name: 'one_project', template: 'show', table: 'projects', roles: ['staff'], config: { layout } },
  });
  const open = { field: 'title', op: 'ne', value: 'Hidden' };
  await edit('add-view', {
    view: {
      name: 'all_projects',
      template: 'list',
      table: 'projects',
      roles: ['staff'],
      config: { columns: [{ field: 'title' }], filter: open },
    },
  });
  clients = { staff: await server.as('staff'), other: await server.as('colleague'), admin: await server.as('admin') };
});
after(() => server.close());

/** @param {string} title */
async function project(title) {
  const { id } = await data.rows.insert(server.system, 'projects', { title });
  for (const n of [1, 2]) await data.rows.insert(server.system, 'issues', { title: `${title} ${n}`, project: id });
  return id;
}
const json = { accept: 'application/json' };
const flashOf = (/** @type {any} */ answer) => {
  const line = answer.headers.getSetCookie().find((/** @type {string} */ one) => one.startsWith('plinth_flash='));
  return line ? JSON.parse(decodeURIComponent(line.split(';')[0].slice('plinth_flash='.length))) : null;
};
const exists = async (/** @type {number} */ id) =>
  (await data.db.query({ text: 'select from app.projects where id = $1', values: [id] })).rows.length === 1;

describe('deleting a row of a view', () => {
  it('says before what goes with it', async () => {
    const id = await project('Operations');
    await data.rows.insert(server.system, 'secrets', { project: id });
    const address = `/view/one_project/act?node=${nodeId}&id=${id}&return=%2Fview%2Fall_projects`;
    const { status, text } = await clients.staff.get(address, json);
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(text), {
      title: 'Delete project “Operations”?',
      lines: ['2 issues and other rows that you can’t see will be deleted too.'],
      button: 'Delete project',
      possible: true,
    });
    const page = await clients.staff.get(address);
    assert.match(page.text, /<h1[^>]*>Delete project “Operations”\?<\/h1>/);
    assert.match(page.text, /<button class="btn btn-danger">Delete project<\/button>/);
    assert.ok(await exists(id));
  });

  it('Z5: asks about nothing that the view does not show, or that is no deletion', async () => {
    const id = await project('Shown');
    for (const [node, row] of [
      ['x', id],
      [nodeId, 999_999],
      [nodeId, 'x'],
      [nodeId, ''],
    ])
      assert.equal((await clients.staff.get(`/view/one_project/act?node=${node}&id=${row}`, json)).status, 404);
    const user = await server.as('user');
    assert.equal((await user.get(`/view/one_project/act?node=${nodeId}&id=${id}`, json)).status, 404);
  });

  it('offers to undo it to whoever did it, and to nobody else', async () => {
    const id = await project('Undone');
    const answer = await clients.staff.post('/view/one_project/act', {
      node: nodeId,
      id: String(id),
      return: '/view/all_projects',
    });
    assert.deepEqual([answer.status, answer.location], [303, '/view/all_projects']);
    const { text, undo } = flashOf(answer);
    assert.equal(text, 'Project deleted');
    assert.equal(await exists(id), false);
    const refused = await clients.other.post(`/undo/${undo}`, { return: '/view/all_projects' });
    assert.deepEqual([flashOf(refused).kind, await exists(id)], ['danger', false]);
    assert.equal((await (await server.as('public')).post(`/undo/${undo}`, { return: '/' })).status, 401);
    const back = await clients.staff.post(`/undo/${undo}`, { return: '/view/all_projects' });
    assert.deepEqual(
      [back.location, flashOf(back)],
      ['/view/all_projects', { text: '3 rows restored', kind: 'success' }],
    );
    assert.ok(await exists(id));
    const again = await clients.staff.post(`/undo/${undo}`, { return: '//evil.test' });
    assert.deepEqual([again.location, flashOf(again).text], ['/', 'These rows have already been restored']);
  });

  it('leads to a page with the button without scripts', async () => {
    const id = await project('Plain');
    const input = { node: nodeId, id: String(id), return: '/view/all_projects', plain: '1' };
    const answer = await clients.staff.post('/view/one_project/act', input);
    assert.match(answer.location ?? '', /^\/undo\/[0-9a-f-]{36}\?return=%2Fview%2Fall_projects$/);
    const page = await clients.staff.get(/** @type {string} */ (answer.location));
    assert.match(page.text, /<form class="card-body" method="post" action="\/undo\/[0-9a-f-]{36}">/);
    assert.match(page.text, /<button class="btn">Undo<\/button>/);
    assert.match((await clients.staff.get('/undo/x?return=//evil.test')).text, /href="\/">Continue/);
  });
});

describe('deleting several rows of a list', () => {
  it('takes those that the view shows, and is undone at once', async () => {
    const [one, two, hidden] = [await project('One'), await project('Two'), await project('Hidden')];
    const ids = [one, two, hidden].map((id) => `id=${id}`).join('&');
    const asked = JSON.parse((await clients.staff.get(`/view/all_projects/delete?${ids}`, json)).text);
    assert.deepEqual(
      [asked.title, asked.button, asked.lines],
      ['Delete 2 projects?', 'Delete 2 projects', ['4 issues will be deleted too.']],
    );
    const rows = { id: [one, two, hidden].map(String) };
    const answer = await clients.staff.post('/view/all_projects/delete', rows, json);
    const { deleted, message, undo } = answer.json();
    assert.deepEqual([deleted, message], [2, '2 projects deleted']);
    assert.deepEqual([await exists(one), await exists(two), await exists(hidden)], [false, false, true]);
    await clients.staff.post(`/undo/${undo}`, { return: '/' });
    assert.deepEqual([await exists(one), await exists(two)], [true, true]);
  });

  it('Z5: finds nothing for others, and refuses endless lists', async () => {
    const id = await project('Mine');
    const user = await server.as('user');
    assert.equal((await user.post('/view/all_projects/delete', { id: String(id) })).status, 404);
    assert.equal((await clients.staff.get('/view/all_projects/delete')).status, 404);
    const many = Array.from({ length: 501 }, (_, n) => String(n));
    assert.equal((await clients.staff.post('/view/all_projects/delete', { id: many })).status, 422);
    assert.ok(await exists(id));
  });
});

describe('deleting rows in the admin', () => {
  it('asks, deletes, and lists what went together', async () => {
    const id = await project('Admin’s');
    const page = await clients.admin.get(`/admin/tables/projects/data/delete?id=${id}`);
    assert.match(page.text, /Delete project “Admin’s”\?/);
    const answer = await clients.admin.post('/admin/tables/projects/data/delete', { id: String(id) });
    assert.equal(answer.location, '/admin/tables/projects/data');
    assert.match(flashOf(answer).undo, /^[0-9a-f-]{36}$/);
    assert.match((await clients.admin.get('/admin/tables/projects/deleted')).text, /restored together with 2 issues/);
    const issues = await clients.admin.get('/admin/tables/issues/deleted');
    assert.match(issues.text, /2 rows of Issues[^]*Deleted together with Admin’s/);
    const [, entry] = /name="entry" value="([^"]+)"/.exec(issues.text) ?? [];
    const [, key] = /name="key" value="([^"]+)"/.exec(issues.text) ?? [];
    const back = await clients.admin.post('/admin/tables/issues/deleted', { entry, key });
    assert.equal(flashOf(back).text, '3 rows restored');
    assert.ok(await exists(id));
  });
});

describe('removing a user', () => {
  it('takes their row of profile fields, and names the rows that need them', async () => {
    const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(server.system, name, input);
    const user = {
      name: 'user',
      type: 'one_to_one',
      required: true,
      attributes: { table: 'users', onDelete: 'restrict' },
    };
    await edit('add-table', { name: 'profiles', person: 'user', fields: [user, { name: 'team', type: 'text' }] });
    const { id } = await data.people.users.create(server.system, { name: 'Gone', email: 'gone@example.com' });
    await data.rows.insert(server.system, 'profiles', { user: id, team: 'A' });
    const lead = { name: 'lead', type: 'user', required: true };
    await edit('add-table', { name: 'teams', fields: [lead] });
    const team = await data.rows.insert(server.system, 'teams', { lead: id });
    const refused = await clients.admin.post(`/admin/users/${id}/remove`);
    assert.ok(refused.status < 500, String(refused.status));
    assert.match(refused.text + JSON.stringify(flashOf(refused)), /Gone can['’&#x39;]+t be removed: rows of/);
    await data.rows.remove(server.system, 'teams', team.id);
    assert.equal((await clients.admin.post(`/admin/users/${id}/remove`)).status, 303);
    assert.equal((await data.db.query('select from app.profiles')).rows.length, 0);
  });
});
