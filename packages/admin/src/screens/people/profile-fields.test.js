import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startTestServer } from '@plinth/server/testing';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
before(async () => {
  server = await startTestServer();
});
after(() => server?.close());

it('profile fields are created, filled in by admins and by people themselves, and usable in rules', async () => {
  const { data, system } = server;
  const admin = await server.as('admin');
  assert.match((await admin.get('/admin/users')).text, /href="\/admin\/users\/profile-fields"/);
  assert.match((await admin.get('/admin/users/profile-fields')).text, /Add profile fields/);
  const made = await admin.post('/admin/users/profile-fields', {});
  assert.equal(made.status, 303, made.text);
  const table = data.catalog().table('profiles');
  assert.deepEqual([table.person, table.owner], ['person', 'person']);
  assert.match(
    (await admin.get('/admin/users/profile-fields')).headers.get('location') ?? '',
    /tables\/profiles\/fields/,
  );
  await data.edit(system, 'add-field', { table: 'profiles', field: { name: 'department', type: 'text' } });
  await data.edit(system, 'generate-views', { table: 'profiles', roles: ['user'], menu: false });
  const staff = await server.as('staff');
  const { users } = await data.people.users.list(system, {});
  const { id } = users.find(({ roles }) => roles.includes('staff')) ?? assert.fail();
  assert.match((await admin.get(`/admin/users/${id}`)).text, /Edit this person’s profile fields/);
  const opened = await admin.post(`/admin/users/${id}/profile-fields`, {});
  assert.match(opened.headers.get('location') ?? '', /\/admin\/tables\/profiles\/data\/1/);
  const again = await admin.post(`/admin/users/${id}/profile-fields`, {});
  assert.equal(again.headers.get('location'), opened.headers.get('location'));
  assert.match((await staff.get('/auth/profile')).text, /href="\/view\/profiles_edit\?id=1"/);
  const form = await staff.get('/view/profiles_edit?id=1');
  assert.match(form.text, /name="department"/);
  const saved = await staff.post('/view/profiles_edit?id=1', { department: 'sales' });
  assert.ok([302, 303].includes(saved.status), saved.text);
  assert.equal((await data.rows.get(system, 'profiles', 1)).department, 'sales');
  const names = JSON.parse((await admin.get('/admin/expressions/names?table=profiles&place=rule')).text).names;
  assert.ok(names.some((/** @type {any} */ { name }) => name === 'user.department'));
});

it('somebody without a row creates their own, and nobody else’s', async () => {
  const user = await server.as('user');
  const { users } = await server.data.people.users.list(server.system, {});
  const { text } = await user.get('/auth/profile');
  const [, me] = /href="\/view\/profiles_edit\?person=([^"]+)"/.exec(text) ?? [];
  assert.ok(me, 'a link to an empty form');
  const other = users.find(({ id }) => id !== me) ?? assert.fail();
  await user.post('/view/profiles_edit', { person: other.id, department: 'stolen' });
  await user.post('/view/profiles_edit', { person: me, department: 'mine' });
  const { rows } = await server.data.db.query('select person, department from app.profiles order by department');
  assert.deepEqual(
    rows.map((/** @type {any} */ row) => row.department),
    ['mine', 'sales'],
  );
});
