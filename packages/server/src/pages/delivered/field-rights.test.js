import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';

const SYSTEM = { userId: null, roles: [], system: true };
const everything = { read: 'all', create: 'all', update: 'all', delete: 'all' };

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let row;
before(async () => {
  server = await startTestServer();
  const { data } = server;
  await data.edit(SYSTEM, 'add-table', {
    name: 'cases',
    label: 'Cases',
    access: { user: everything },
    fields: [
      { name: 'title', type: 'text' },
      { name: 'worth', label: 'Pecuniary', type: 'integer', access: { read: ['staff'] } },
      { name: 'state', label: 'Condition', type: 'text', access: { write: ['staff'] } },
    ],
  });
  row = await data.rows.insert(SYSTEM, 'cases', { title: 'first', worth: 7331, state: 'brandnew' });
  const columns = ['title', 'worth', 'state'].map((field) => ({ kind: 'field', field }));
  const layout = (/** @type {string} */ type) => ({
    id: 'root',
    type: 'stack',
    children: ['title', 'worth', 'state'].map((field) => ({ id: field, type, settings: { field } })),
  });
  const add = (/** @type {string} */ name, /** @type {string} */ template, /** @type {any} */ config) =>
    data.edit(SYSTEM, 'add-view', { view: { name, label: name, template, table: 'cases', roles: ['user'], config } });
  await add('case_list', 'list', { columns });
  await add('case_show', 'show', { layout: layout('field') });
  await add('case_edit', 'edit', { layout: layout('form_field') });
});
after(() => server.close());

describe('views of fields that not everybody may read', () => {
  for (const [view, query] of [
    ['case_list', ''],
    ['case_list', '?sort=worth'],
    ['case_show', 'ID'],
    ['case_edit', 'ID'],
  ])
    it(`Z6: ${view}${query} leaves them out, heading and all, and shows the rest`, async () => {
      const url = `/view/${view}${query.replace('ID', `?id=${row.id}`)}`;
      const user = await (await server.as('user')).get(url);
      assert.equal(user.status, 200);
      assert.match(user.text, /first/);
      assert.match(user.text, /Condition[^]*brandnew/);
      assert.doesNotMatch(user.text, /Pecuniary|7331|7,331/);
      const staff = await (await server.as('staff')).get(url);
      assert.match(staff.text, /Pecuniary[^]*7,?331/);
    });

  it('shows what may only be read as text, and takes it from nobody else', async () => {
    const user = await server.as('user');
    const form = await user.get(`/view/case_edit?id=${row.id}`);
    assert.doesNotMatch(form.text, /name="(state|worth)"/);
    assert.match(form.text, /name="title"/);
    await user.post(`/view/case_edit?id=${row.id}`, { title: 'changed', state: 'stolen', worth: '1' });
    const now = await server.data.rows.get(SYSTEM, 'cases', row.id);
    assert.deepEqual([now.title, now.state, now.worth], ['changed', 'brandnew', 7331]);
    await (await server.as('staff')).post(`/view/case_edit?id=${row.id}`, { title: 'first', state: 'old', worth: '8' });
    const then = await server.data.rows.get(SYSTEM, 'cases', row.id);
    assert.deepEqual([then.title, then.state, then.worth], ['first', 'old', 8]);
    await server.data.rows.update(SYSTEM, 'cases', row.id, { state: 'brandnew', worth: 7331 });
  });
});
