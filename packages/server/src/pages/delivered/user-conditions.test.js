import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
const none = { read: 'none', create: 'none', update: 'none', delete: 'none' };

before(async () => {
  server = await startTestServer();
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  const fields = [
    { name: 'person', type: 'one_to_one', required: true, attributes: { table: 'users' } },
    { name: 'department', type: 'text' },
  ];
  const access = { user: { ...none, read: 'own' } };
  await edit('add-table', { name: 'profiles', fields, owner: 'person', person: 'person', access });
  const note = { ...node('text', { text: 'For the sales people' }), visible: { when: 'user.department == "sales"' } };
  const layout = node('stack', {}, [node('text', { text: 'For all' }), note]);
  await edit('add-page', { page: { name: 'news', title: 'News', roles: ['public'], layout } });
});
after(() => server?.close());

it('parts of a page depend on profile fields of the reader', async () => {
  const { data, system } = server;
  const [staff, user, visitor] = [await server.as('staff'), await server.as('user'), await server.as('public')];
  const text = async (/** @type {any} */ client) => (await client.get('/page/news')).text;
  for (const client of [staff, user, visitor]) {
    assert.match(await text(client), /For all/);
    assert.doesNotMatch(await text(client), /sales people/);
  }
  const { users } = await data.people.users.list(system, {});
  const { id } = users.find(({ roles }) => roles.includes('staff')) ?? assert.fail();
  const row = await data.rows.insert(system, 'profiles', { person: id, department: 'sales' });
  assert.match(await text(staff), /sales people/);
  assert.doesNotMatch(await text(user), /sales people/);
  assert.doesNotMatch(await text(visitor), /sales people/);
  await data.db.query("update app.profiles set department = 'support'");
  assert.doesNotMatch(await text(staff), /sales people/);
  await data.rows.remove(system, 'profiles', row.id);
  assert.doesNotMatch(await text(staff), /sales people/);
});
