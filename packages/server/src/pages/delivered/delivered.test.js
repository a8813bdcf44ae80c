import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer, withBarrierPassed } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let data;
/** @param {string} name @param {any} input */
const edit = (name, input) => data.edit(server.system, name, input);

before(async () => {
  server = await startTestServer();
  ({ data } = server);
  await edit('add-table', {
    name: 'tasks',
    label: 'Tasks',
    fields: [
      { name: 'title', label: 'Title', type: 'text', required: true },
      { name: 'secret', label: 'Secret', type: 'text' },
      { name: 'done', label: 'Done', type: 'boolean' },
      { name: 'paper', label: 'Paper', type: 'file' },
    ],
  });
  const rights = { read: 'all', create: 'all', update: 'all', delete: 'none' };
  await edit('set-access', { table: 'tasks', access: { staff: rights } });
  await edit('generate-views', { table: 'tasks', menu: true, roles: ['staff'] });
  await edit('add-page', {
    page: {
      name: 'start',
      title: 'Start',
      description: 'The first page',
      roles: ['public'],
      layout: node('stack', {}, [node('heading', { text: 'Welcome all' }), node('embed', { view: 'tasks_list' })]),
    },
  });
  for (const title of ['First', 'Second <b>']) {
    await data.rows.insert(server.system, 'tasks', { title, secret: 'canary' });
  }
});
after(() => server.close());

describe('delivered pages', () => {
  it('Z1: a view is shown to its roles, and does not exist for others', async () => {
    const [staff, user, visitor] = await Promise.all(['staff', 'user', 'public'].map((name) => server.as(name)));
    const shown = await staff.get('/view/tasks_list');
    assert.equal(shown.status, 200);
    assert.match(shown.text, /First/);
    assert.match(shown.text, /Second &lt;b&gt;/);
    const hidden = await user.get('/view/tasks_list');
    const missing = await user.get('/view/no_such_view');
    assert.equal(hidden.status, 404);
    assert.equal(hidden.text.replace(/\b[0-9a-f]{16}\b/g, ''), missing.text.replace(/\b[0-9a-f]{16}\b/g, ''));
    assert.doesNotMatch(hidden.text, /First|Tasks/);
    assert.equal((await visitor.get('/view/tasks_list')).location, '/auth/login?next=%2Fview%2Ftasks_list');
    assert.equal((await visitor.get('/view/no_such_view')).location, '/auth/login?next=%2Fview%2Fno_such_view');
  });

  it('a page shows everybody only the views that they may see', async () => {
    const staff = await (await server.as('staff')).get('/page/start');
    const visitor = await (await server.as('public')).get('/page/start');
    assert.match(staff.text, /Welcome all[\s\S]*First/);
    assert.match(visitor.text, /Welcome all/);
    assert.doesNotMatch(visitor.text, /First|canary/);
  });

  it('runs no metadata statement, and one statement per embedded view', async () => {
    const admin = await server.as('admin');
    let count = 0;
    const { sent, timing } = await withBarrierPassed(server, async () => {
      const before = data.db.counters().statements;
      const { headers } = await admin.get(`/page/start?new=${count++}`);
      return { sent: data.db.counters().statements - before, timing: headers.get('server-timing') ?? '' };
    });
    // And the snapshot, by which a page from memory is known to be right.
    assert.equal(sent, 2);
    assert.match(timing, /desc="1 statements"/);
  });

  it('saves a form, and shows errors beside the field, with all the input', async () => {
    const staff = await server.as('staff');
    const wrong = await staff.submit('/view/tasks_edit', { title: '', secret: 'kept words' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /kept words/);
    assert.match(wrong.text, /is-invalid/);
    const saved = await staff.submit('/view/tasks_edit', { title: 'Third', secret: 's' });
    assert.equal(saved.status, 303, saved.text.slice(0, 3000));
    assert.match((await staff.get('/view/tasks_list')).text, /Third/);
  });

  it('changes a row, but not a missing one', async () => {
    const staff = await server.as('staff');
    const { id } = await data.rows.insert(server.system, 'tasks', { title: 'Change me' });
    assert.equal((await staff.submit(`/view/tasks_edit?id=${id}`, { title: 'Changed' })).status, 303);
    assert.match((await staff.get(`/view/tasks_show?id=${id}`)).text, /Changed/);
    for (const wrong of ['999999', 'x', '1%20or%201=1', '-1', '99999999999999999999999999']) {
      assert.equal((await staff.get(`/view/tasks_show?id=${wrong}`)).status, 404, wrong);
    }
  });

  it('does not undo what somebody else saved meanwhile, unless asked to', async () => {
    const staff = await server.as('staff');
    const { id } = await data.rows.insert(server.system, 'tasks', { title: 'Both want it' });
    const page = await staff.get(`/view/tasks_edit?id=${id}`);
    const version = (/** @type {string} */ text) => /name="_version" value="([^"]+)"/.exec(text)?.[1] ?? '';
    assert.equal((await staff.submit(`/view/tasks_edit?id=${id}`, { title: 'The other one' })).status, 303);
    const values = { title: 'My words', _version: version(page.text) };
    const refused = await staff.post(`/view/tasks_edit?id=${id}`, values);
    assert.equal(refused.status, 409);
    assert.match(refused.text, /role="alert"[\s\S]*My words/);
    assert.equal((await data.rows.get(server.system, 'tasks', id)).title, 'The other one');
    const again = await staff.post(`/view/tasks_edit?id=${id}`, { ...values, _version: version(refused.text) });
    assert.equal(again.status, 303);
    assert.equal((await data.rows.get(server.system, 'tasks', id)).title, 'My words');
  });

  it('Z15: takes no field that the form does not have', async () => {
    const staff = await server.as('staff');
    const answer = await staff.submit('/view/tasks_edit', { title: 'Mine', id: '4711', created_by: 'x', owner: 'x' });
    assert.equal(answer.status, 303);
    assert.equal(await data.rows.get(server.system, 'tasks', 4711).catch(() => null), null);
  });

  it('A14: takes no form from another site', async () => {
    const staff = await server.as('staff');
    const before = (await staff.get('/view/tasks_list')).text.match(/<tr/g)?.length;
    const answer = await staff.post('/view/tasks_edit', { title: 'Evil' }, { 'sec-fetch-site': 'cross-site' });
    assert.equal(answer.status, 403);
    assert.equal((await staff.get('/view/tasks_list')).text.match(/<tr/g)?.length, before);
  });

  it('answers scripts in JSON', async () => {
    const staff = await server.as('staff');
    const answer = await staff.post('/view/tasks_edit', { title: 'By script' }, { accept: 'application/json' });
    assert.ok(answer.json().id);
    const wrong = await staff.post('/view/tasks_edit', { title: '' }, { accept: 'application/json' });
    assert.equal(wrong.status, 422);
    assert.ok(wrong.json().fields.title);
  });

  it('Z9: returns choices only for controls of the view, and only readable rows', async () => {
    const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(server.system, name, input);
    await edit('add-table', { name: 'secrets', fields: [{ name: 'word', type: 'text' }] });
    await data.rows.insert(server.system, 'secrets', { word: 'canary-word' });
    await edit('add-field', {
      table: 'tasks',
      field: { name: 'secret_of', type: 'relation', attributes: { table: 'secrets' } },
    });
    await edit('add-view', {
      view: {
        name: 'pick',
        template: 'edit',
        table: 'tasks',
        roles: ['staff'],
        config: { layout: node('stack', {}, [node('form_field', { field: 'secret_of' }), node('submit', {})]) },
      },
    });
    const staff = await server.as('staff');
    const own = await staff.get('/view/pick/choices?field=tasks.secret_of&q=canary', { accept: 'application/json' });
    assert.equal(own.status, 200, own.text);
    assert.doesNotMatch(own.text, /canary/);
    const admin = await (await server.as('admin')).get('/view/pick/choices?field=tasks.secret_of&q=canary');
    assert.match(admin.text, /canary-word/);
    for (const field of ['tasks.created_by', 'secrets.word', 'users.email', '', '__proto__.x', 'tasks.title']) {
      assert.equal((await staff.get(`/view/pick/choices?field=${field}&q=`)).status, 404, field);
    }
  });

  it('Z6: a filter or sort by a missing field is ignored or refused, never a 500', async () => {
    const staff = await server.as('staff');
    for (const query of [
      'nonsense=1',
      'sort=nonsense',
      'after=%00',
      'title.nonsense=1',
      'done=maybe',
      'sort[]=x',
      'q=%27',
    ]) {
      const { status } = await staff.get(`/view/tasks_list?${query}`);
      assert.ok([200, 422].includes(status), `${query}: ${status}`);
    }
  });
});

describe('the home page', () => {
  it('is the first entry of the menu that one may open, until a role has one', async () => {
    const staff = await server.as('staff');
    assert.equal((await staff.get('/')).location, '/view/tasks_list');
    await edit('change-role', { role: 'public', changes: { home: 'start' } });
    assert.match((await staff.get('/')).text, /Welcome all/);
    assert.match((await (await server.as('public')).get('/')).text, /Welcome all/);
  });
});
