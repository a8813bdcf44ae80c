import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { createClient, readForms, startTestServer } from '@plinth/server/testing';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

describe('A6: an admin whose log-in is long ago', () => {
  it('is asked for the password before changing roles, users, plugins and mail', async () => {
    const admin = await server.as('admin');
    assert.equal((await admin.get('/admin/roles')).status, 200);
    await server.data.db.query(`update plinth.sessions set authenticated_at = now() - interval '2 hours'`);
    const role = { name: 'guests', label: 'Guests' };
    await server.data.edit(server.system, 'add-role', { role });
    await until(async () => (await admin.get('/admin/roles')).status !== 200);
    for (const path of ['roles', 'roles/guests', 'users/new', 'users/invite', 'settings/mail']) {
      assert.match(String((await admin.get(`/admin/${path}`)).location), /^\/auth\/confirm\?next=/, path);
    }
    const posts = ['roles', 'roles/guests', 'roles/guests/delete', 'users/new', 'plugins/install', 'settings/mail'];
    for (const path of posts) {
      const answer = await admin.post(`/admin/${path}`, { label: 'X', inherits: 'staff', name: 'x' });
      assert.equal(answer.status, 403, path);
      assert.match(answer.text, /name="_password"/, path);
    }
    const { roles } = server.data.catalog();
    assert.equal(roles.find((/** @type {any} */ one) => one.name === 'guests')?.inherits, 'user');
  });
});

describe('A6: an admin who logged in long ago and changes rights', () => {
  /** @type {import('@plinth/server/testing').Client} */
  let admin;
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  const catalog = () => server.data.catalog();
  const isAsked = (/** @type {import('@plinth/server/testing').Answer} */ answer) =>
    answer.status === 403 && /type="password"/.test(answer.text);

  /** What the page that asks carries. @param {import('@plinth/server/testing').Answer} answer */
  const carried = ({ text }) => /** @type {any} */ (readForms(text).find(({ values }) => '_posted' in values)).values;

  before(async () => {
    await edit('add-table', { name: 'notes', fields: [{ name: 'title', type: 'text' }] });
    await edit('generate-views', { table: 'notes' });
    admin = await server.as('admin');
  });
  beforeEach(forget);

  /** Makes all log-ins old, and waits until the server knows. */
  async function forget() {
    await server.data.db.query(`update plinth.sessions set authenticated_at = now() - interval '2 hours'`);
    await until(async () => (await admin.get('/admin/roles')).status !== 200);
  }

  it('is asked for the password before the rights of a table change, and loses nothing of the form', async () => {
    const rights = { 'staff.read': 'all', 'staff.create': 'all', 'user.read': 'all' };
    const asked = await admin.post('/admin/tables/notes/access', rights);
    assert.ok(isAsked(asked), asked.text.slice(0, 300));
    assert.deepEqual(catalog().table('notes').access, {});
    const wrong = await admin.post('/admin/tables/notes/access', { ...carried(asked), _password: 'wrong password' });
    assert.equal(wrong.status, 401);
    assert.ok(!wrong.text.includes('wrong password'));
    assert.deepEqual(catalog().table('notes').access, {});
    const done = await admin.post('/admin/tables/notes/access', { ...carried(wrong), _password: server.password });
    assert.equal(done.status, 303, done.text.slice(0, 300));
    assert.equal(catalog().table('notes').access.staff.create, 'all');
    assert.equal((await admin.get('/admin/roles')).status, 200);
  });

  it('A12: is asked for the password on a page that holds nothing of what was typed, for this session and address only', async () => {
    const typed = { host: 'mail.test', port: '25', user: 'me', from: 'a@b.test', password: 'canary-typed-1' };
    const asked = await admin.post('/admin/settings/mail', typed);
    assert.ok(isAsked(asked));
    assert.doesNotMatch(asked.text, /canary|mail\.test/);
    const posted = carried(asked);
    assert.doesNotMatch(Buffer.from(String(posted._posted).split('.')[1], 'base64url').toString('latin1'), /canary/);
    const password = { _password: server.password };
    const elsewhere = await admin.post('/admin/tables/notes/access', { ...posted, ...password });
    assert.deepEqual([elsewhere.status, elsewhere.text.includes('too long ago')], [409, true]);
    const other = createClient(server.url);
    await other.post('/auth/login', { email: admin.user.email, password: server.password });
    assert.equal((await other.post('/admin/settings/mail', { ...posted, ...password })).status, 409);
    for (const forged of ['', 'x', 'x.y', String(posted._posted).replace('.', '.AAAA')])
      assert.equal((await admin.post('/admin/settings/mail', { _posted: forged, ...password })).status, 409, forged);
    assert.equal(await server.data.people.secrets.read('smtp'), null);
    const done = await admin.post('/admin/settings/mail', { ...posted, ...password });
    assert.equal(done.status, 303, done.text.slice(0, 300));
    assert.equal((await server.data.people.secrets.read('smtp'))?.password, typed.password);
    const { rows } = await server.data.db.query("select * from plinth.secrets where name = 'smtp'");
    assert.equal(rows[0].value, null);
    assert.doesNotMatch(rows[0].sealed.toString('latin1'), /canary/);
  });

  it('is asked before roles of views and pages change, not before anything else of them does', async () => {
    await edit('add-page', { page: { name: 'hello', title: 'Hello', layout: { id: 'root', type: 'stack' } } });
    for (const [path, find] of /** @type {[string, () => any][]} */ ([
      ['views/notes_list', () => catalog().view('notes_list')],
      ['pages/hello', () => catalog().page('hello')],
    ])) {
      const open = `/admin/${path}/settings`;
      const changed = await admin.submit(open, { 'general.roles': ['staff'] }, { action: `${path}/settings` });
      assert.ok(isAsked(changed), path);
      assert.deepEqual(find().roles, [], path);
      const words = { 'general.description': 'New words' };
      assert.equal((await admin.submit(open, words, { action: `${path}/settings` })).status, 303, path);
      assert.equal(find().description, 'New words');
    }
  });

  it('is asked before everybody may sign up, not before the site gets another name', async () => {
    assert.ok(isAsked(await admin.submit('/admin/settings', { signUp: 'true' })));
    assert.equal(catalog().settings.signUp, false);
    assert.equal((await admin.submit('/admin/settings', { siteName: 'Other' })).status, 303);
    assert.equal(catalog().settings.siteName, 'Other');
  });

  it('is asked before an app comes in by a file', async () => {
    const file = new Blob(['{}'], { type: 'application/json' });
    assert.match(String((await admin.get('/admin/apps/import')).location), /^\/auth\/confirm/);
    const asked = await admin.post('/admin/apps/import', { file });
    assert.ok(isAsked(asked));
    assert.match(asked.text, /choose them again/);
    assert.ok(isAsked(await admin.post('/admin/apps/import/0a1b2c3d', { rows: '1' })));
  });

  it('is asked before undo and redo bring rights back, not for other steps', async () => {
    const access = (/** @type {any} */ rights) => edit('set-access', { table: 'notes', access: rights, owner: null });
    await access({ staff: { read: 'all', create: 'all', update: 'all', delete: 'all' } });
    const taken = (await access({})).revision;
    const step = (/** @type {string} */ id, /** @type {string} */ name) => admin.post(`/admin/history/${id}/${name}`);
    assert.ok(isAsked(await step(taken, 'undo')));
    assert.deepEqual(catalog().table('notes').access, {});
    const { revision: moved } = await edit('change-table', { table: 'notes', changes: { label: 'Jottings' } });
    assert.equal((await step(moved, 'undo')).status, 303);
    assert.notEqual(catalog().table('notes').label, 'Jottings');
    const answer = await admin.post(`/admin/history/${taken}/undo`, {
      return: '/admin/history',
      _password: server.password,
    });
    assert.equal(answer.status, 303);
    assert.equal(catalog().table('notes').access.staff.read, 'all');
  });

  it('finds the password on no later page, not even if somebody else was faster', async () => {
    const form = await admin.get('/admin/tables/notes/access');
    const expect = /name="expect" value="([^"]+)"/.exec(form.text)?.[1] ?? '';
    await edit('change-table', { table: 'notes', changes: { description: 'Meanwhile' } });
    const values = { expect, 'user.read': 'all', _password: server.password };
    const answer = await admin.post('/admin/tables/notes/access', values);
    assert.equal(answer.status, 409);
    assert.match(answer.text, /name="user.read">\nall</);
    assert.ok(!answer.text.includes(server.password) && !answer.text.includes('_password'));
    assert.ok(!server.log().includes(server.password));
  });

  it('gets an error instead of a form if a script asks', async () => {
    const headers = { accept: 'application/json' };
    const answer = await admin.post('/admin/tables/notes/access', { 'user.read': 'all' }, headers);
    assert.deepEqual([answer.status, answer.json().code], [403, 'LOGIN_TOO_OLD']);
  });
});
