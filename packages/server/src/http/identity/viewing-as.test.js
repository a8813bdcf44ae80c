import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { listen } from '../../testing/event-source.js';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
const SYSTEM = { userId: null, roles: [], system: true };

before(async () => {
  server = await startTestServer();
  await server.data.edit(SYSTEM, 'add-table', {
    name: 'cases',
    access: { user: { read: { rule: 'row.open == true' }, update: 'all' } },
    fields: [
      { name: 'title', type: 'text' },
      { name: 'open', type: 'boolean' },
    ],
  });
  for (const open of [true, false]) await server.data.rows.insert(SYSTEM, 'cases', { title: `is ${open}`, open });
  const columns = [{ kind: 'field', field: 'title' }];
  const layout = {
    id: 'root',
    type: 'stack',
    children: [{ id: 'f', type: 'form_field', settings: { field: 'title' } }],
  };
  const add = (/** @type {any} */ view) =>
    server.data.edit(SYSTEM, 'add-view', { view: { label: view.name, table: 'cases', roles: ['user'], ...view } });
  await add({ name: 'list', template: 'list', config: { columns } });
  await add({ name: 'form', template: 'edit', config: { layout } });
});
after(() => server.close());

describe('looking at the site as somebody else', () => {
  it('shows what that role sees, says so on each page, and ends immediately', async () => {
    const admin = await server.as('admin');
    assert.match((await admin.get('/view/list')).text, /is false/);
    assert.equal((await admin.post('/admin/view-as', { who: 'role:user' })).status, 303);
    for (let i = 0; i < 2; i++) {
      const seen = await admin.get('/view/list');
      assert.match(seen.text, /is true/);
      assert.doesNotMatch(seen.text, /is false/);
      assert.match(seen.text, /action="\/admin\/view-as\/end"/);
    }
    await admin.post('/admin/view-as/end', {});
    const own = await admin.get('/view/list');
    assert.match(own.text, /is false/);
    assert.doesNotMatch(own.text, /view-as\/end/);
  });

  it('Z15, C1: leaves no file of that role in the memory of visitors', async () => {
    const file = await server.data.files.add(SYSTEM, Readable.from([Buffer.from('for staff')]), {
      name: 'a.txt',
      roles: ['staff'],
    });
    const [admin, visitor] = [await server.as('admin'), await server.as('public')];
    const address = `/files/${file.id}/a.txt`;
    await admin.post('/admin/view-as', { who: 'role:staff' });
    for (let i = 0; i < 3; i++) assert.equal((await admin.get(address)).status, 200);
    for (let i = 0; i < 3; i++) assert.equal((await visitor.get(address)).status, 404);
    await admin.post('/admin/view-as', { who: 'role:public' });
    assert.equal((await admin.get(address)).status, 404);
    await admin.post('/admin/view-as/end', {});
    assert.equal((await admin.get(address)).status, 200);
  });

  it('Z13: sends an open stream what that role sees, also after its admin was checked again', async () => {
    const admin = await server.as('admin');
    await admin.post('/admin/view-as', { who: 'role:user' });
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const stream = await listen(`${server.url}/api/v1/changes?table=cases`, {
      cookie,
      'sec-fetch-site': 'same-origin',
    });
    const told = () => stream.events.filter(({ event }) => event === 'insert').map(({ data }) => data.row.title);
    const add = (/** @type {boolean} */ open, /** @type {string} */ title) =>
      server.data.rows.insert(SYSTEM, 'cases', { title, open });
    await add(true, 'first');
    await stream.until(() => told().includes('first'));
    await server.data.people.users.update(SYSTEM, admin.user.id, { name: 'renamed' });
    await stream.until(() => true);
    for (let i = 0; i < 5; i++) {
      await add(false, `hidden ${i}`);
      await add(true, `shown ${i}`);
      await stream.until(() => told().includes(`shown ${i}`));
    }
    assert.deepEqual(told(), ['first', ...[0, 1, 2, 3, 4].map((i) => `shown ${i}`)]);
    stream.close();
    await admin.post('/admin/view-as/end', {});
  });

  it('Z15: writes nothing, and leaves nothing of it in the pages of others', async () => {
    const admin = await server.as('admin');
    await admin.post('/admin/view-as', { who: 'role:user' });
    const [{ rows }] = await server.data.select(SYSTEM, [
      { spec: { table: 'cases', select: [{ as: 'title', field: 'title' }], limit: 1 }, params: {} },
    ]);
    const answer = await admin.post(`/view/form?id=${rows[0].id}`, { title: 'written' });
    assert.equal(answer.status, 403);
    assert.equal((await server.data.rows.get(SYSTEM, 'cases', rows[0].id)).title, rows[0].title);
    await admin.get('/view/list');
    const user = await server.as('user');
    assert.doesNotMatch((await user.get('/view/list')).text, /view-as/);
  });

  it('A10: has no effect for anybody but admins, with or without the cookie', async () => {
    const user = await server.as('user');
    assert.equal((await user.post('/admin/view-as', { who: 'role:admin' })).status, 404);
    user.cookies.set('plinth_as', 'role:admin');
    const seen = await user.get('/view/list');
    assert.doesNotMatch(seen.text, /is false|view-as/);
    const visitor = await server.as('public');
    visitor.cookies.set('plinth_as', 'role:user');
    assert.doesNotMatch((await visitor.get('/view/list')).text, /is true/);
  });
});
