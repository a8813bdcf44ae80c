import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { readForms, startTestServer } from '@plinth/server/testing';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;

before(async () => {
  server = await startTestServer({ users: { kim: ['user'] } });
  admin = await server.as('admin');
  const fields = [
    { name: 'title', type: 'text', required: true },
    { name: 'amount', type: 'integer' },
    { name: 'salary', type: 'integer' },
  ];
  await server.data.edit(server.system, 'add-table', { name: 'staff', fields });
  for (const [name, label] of Object.entries({ editor: 'Editor', keeper: 'Keeper', guard: 'Guards at night' }))
    await server.data.edit(server.system, 'add-role', { role: { name, label, inherits: 'user', home: null } });
  await server.as('kim');
});
after(() => server?.close());

/** The form of a page as somebody has it open. @param {string} path @param {string} action part of its address */
async function openForm(path, action) {
  const form = readForms((await admin.get(path)).text).find((one) => one.action.includes(action));
  assert.ok(form, `a form that posts to ${action}`);
  return form;
}

describe('two admins with the same form open', () => {
  it('a row: a form that was refused once still does not undo what the other admin saved', async () => {
    const { id } = await server.data.rows.insert(server.system, 'staff', { title: 'One', amount: 1 });
    const path = `/admin/tables/staff/data/${id}`;
    const { values } = await openForm(path, path);
    await server.data.rows.update(server.system, 'staff', id, { amount: 2 });
    const refused = await admin.post(path, { ...values, amount: 'many' });
    assert.ok(refused.status >= 400);
    const again = readForms(refused.text).find(({ action }) => action === path);
    const told = await admin.post(path, { ...again?.values, title: 'Uno', amount: '1' });
    assert.equal(told.status, 409, 'whoever was not told of the change is told now');
    assert.equal((await server.data.rows.get(server.system, 'staff', id)).amount, 2);
    const known = readForms(told.text).find(({ action }) => action === path);
    assert.equal((await admin.post(path, { ...known?.values })).status, 303, 'and may then put his own on top');
    assert.equal((await server.data.rows.get(server.system, 'staff', id)).amount, 1);
  });

  it('rights of fields: a limit that the other one set does not go unseen', async () => {
    const path = '/admin/tables/staff/access';
    const stale = await openForm(path, `${path}/fields`);
    const form = await openForm(path, `${path}/fields`);
    await admin.post(form.action, { ...form.values, 'read.salary': 'admin' });
    const salary = () => server.data.catalog().table('staff').field('salary').access;
    assert.deepEqual(salary()?.read, []);
    assert.equal((await admin.post(stale.action, { ...stale.values, 'write.amount': 'editor' })).status, 409);
    assert.deepEqual(salary()?.read, []);
  });

  it('a role: a form that was refused once keeps what it was opened with', async () => {
    const { action, values } = await openForm('/admin/roles/keeper', '/admin/roles/keeper');
    await server.data.edit(server.system, 'change-role', { role: 'keeper', changes: { label: 'Theirs' } });
    const refused = await admin.post(action, { ...values, label: '' });
    const again = readForms(refused.text).find((one) => one.action === action);
    const told = await admin.post(action, { ...again?.values, label: 'Mine' });
    assert.equal(told.status, 409);
    assert.match(told.text, /<code>keeper<\/code>: label[^]*Keeper[^]*Theirs/, 'what the other one changed');
    const onTop = readForms(told.text).find((one) => one.action === action);
    assert.equal((await admin.post(action, { ...onTop?.values })).status, 303, 'and mine can go on top');
    assert.equal(server.data.catalog().roles.find((/** @type {any} */ { name }) => name === 'keeper')?.label, 'Mine');
    await server.data.edit(server.system, 'change-role', { role: 'keeper', changes: { label: 'Theirs' } });
  });

  it('roles of a person: only boxes that were ticked or unticked count', async () => {
    const { id } = (await server.data.people.users.list(server.system, { search: 'kim' })).users[0];
    const path = `/admin/users/${id}`;
    const rolesNow = async () => (await server.data.people.users.get(server.system, id)).roles.toSorted();
    await server.data.people.users.update(server.system, id, { roles: ['editor', 'keeper'] });
    const { values } = await openForm(path, path);
    await server.data.people.users.update(server.system, id, { roles: ['editor'] });
    // He ticks guard; keeper, which was taken meanwhile, does not come back.
    const sent = { ...values, roles: ['editor', 'keeper', 'guard'] };
    const refused = await admin.post(path, { ...sent, email: 'no address' });
    const again = readForms(refused.text).find(({ action }) => action === path);
    assert.equal((await admin.post(path, { ...again?.values, email: 'kim@example.com' })).status, 303);
    assert.deepEqual(await rolesNow(), ['editor', 'guard']);
    await admin.post(path, { ...values, roles: [] });
    assert.deepEqual(await rolesNow(), ['guard'], 'what was unticked goes, what came meanwhile stays');
    const log = (await admin.get('/admin/security')).text;
    for (const said of ['+ Guards at night<', '− Theirs<', '− Editor<']) assert.ok(log.includes(said), said);
  });

  it('name and address of a person: the other admin’s input stays, and conflicts are shown', async () => {
    const { users } = server.data.people;
    const { id } = await users.create(server.system, { name: 'Lou', email: 'lou@example.com' });
    const path = `/admin/users/${id}`;
    const { values } = await openForm(path, path);
    await users.update(server.system, id, { email: 'lou@example.org' });
    assert.equal((await admin.post(path, { ...values, name: 'Lou B' })).status, 303);
    const facts = async () => {
      const { name, email } = await users.get(server.system, id);
      return [name, email];
    };
    assert.deepEqual(await facts(), ['Lou B', 'lou@example.org']);
    const told = await admin.post(path, { ...values, name: 'Louise' });
    assert.equal(told.status, 409);
    assert.match(told.text, /s-name-error">Someone else changed it to &quot;Lou B&quot; in the meantime/);
    assert.deepEqual(await facts(), ['Lou B', 'lou@example.org'], 'nothing was saved');
    const again = readForms(told.text).find(({ action }) => action === path);
    assert.deepEqual([again?.values.name, again?.values.email], ['Louise', 'lou@example.org'], 'his own, and the news');
    await users.update(server.system, id, { name: 'Lou C' });
    const twice = await admin.post(path, { ...again?.values });
    assert.equal(twice.status, 409, 'changed once more');
    const last = readForms(twice.text).find(({ action }) => action === path);
    const refused = await admin.post(path, { ...last?.values, email: 'no address' });
    assert.equal(refused.status, 422);
    const kept = readForms(refused.text).find(({ action }) => action === path);
    assert.equal((await admin.post(path, { ...kept?.values, email: 'lou@example.org' })).status, 303);
    assert.deepEqual(await facts(), ['Louise', 'lou@example.org'], 'whoever knows may put his own on top');
  });

  it('the name of a group, and the place of a file', async () => {
    await server.data.people.groups.create(server.system, { name: 'crew', label: 'Crew', roles: [] });
    const file = await server.data.files.add(server.system, Readable.from([Buffer.from('x')]), { name: 'a.txt' });
    for (const [path, typed, theirs] of /** @type {[string, any, () => Promise<unknown>][]} */ ([
      [
        '/admin/groups/crew',
        { label: 'Mine' },
        () => server.data.people.groups.update(server.system, 'crew', { label: 'Theirs' }),
      ],
      [`/admin/files/${file.id}`, { folder: 'mine' }, () => server.data.files.move(server.system, file.id, 'Theirs')],
    ])) {
      const { values } = await openForm(path, path);
      await theirs();
      const told = await admin.post(path, { ...values, ...typed });
      assert.equal(told.status, 409, path);
      assert.match(told.text, /Someone else changed it to &quot;Theirs&quot; in the meantime/);
      const again = readForms(told.text).find(({ action }) => action === path);
      assert.equal((await admin.post(path, { ...again?.values })).status, 303, path);
    }
    assert.equal((await server.data.people.groups.get(server.system, 'crew')).label, 'Mine');
    assert.equal((await server.data.files.get(server.system, file.id)).folder, 'mine');
  });

  it('home pages: what the form did not change stays as the other admin left it', async () => {
    for (const name of ['first', 'second'])
      await admin.submit('/admin/pages', { title: name }, { action: '/admin/pages' });
    const { action, values } = await openForm('/admin/pages', '/admin/pages/~home');
    await admin.post(action, { ...values, 'home.guard': 'first' });
    assert.equal((await admin.post(action, { ...values, 'home.editor': 'second' })).status, 409);
  });
});

describe('the alert of a form that came back', () => {
  it('counts the fields with errors and does not repeat their messages', async () => {
    const { text } = await admin.post('/admin/tables/staff/data/new', { title: '', amount: 'many' });
    const [, alert] = /role="alert"[^>]*>(.*?)<\/div><\/div>/s.exec(text) ?? [];
    assert.match(alert, /Check 2 fields<span data-adm-wrong>/);
    for (const said of ['must be a whole number', 'required']) {
      assert.ok(!alert.includes(said), said);
    }
    assert.equal(text.split('row-amount-error">').length, 2, 'it stands beside the field, once');
  });

  it('keeps a message that is shown nowhere else, once', async () => {
    const { text, status } = await admin.post('/admin/files', { folder: '' });
    assert.equal(status, 422);
    assert.equal(text.split('role="alert"').length, 2);
    assert.doesNotMatch(text, /data-adm-alert|data-adm-wrong/);
  });

  it('is left out above a single field', async () => {
    const { text, status } = await admin.post('/admin/tables', { label: 'staff', name: 'staff' });
    assert.ok(status >= 400);
    assert.doesNotMatch(text, /role="alert"/);
    assert.match(text, /id="s-label-error"/);
  });
});
