import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('../../testing/client.js').Client} */
let user;
/** @type {import('../../testing/client.js').Client} */
let staff;
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };

before(async () => {
  server = await startTestServer();
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  await edit('add-table', {
    name: 'tasks',
    label: 'Tasks',
    display: 'title',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'who', type: 'user', label: 'Assignee', attributes: { notify: true } },
    ],
  });
  await edit('set-access', {
    table: 'tasks',
    access: { staff: ALL, user: { ...ALL, read: { rule: 'row.who == user' } } },
  });
  await edit('generate-views', { table: 'tasks', roles: ['user'] });
  [user, staff] = [await server.as('user'), await server.as('staff')];
});
after(() => server.close());

const unread = async (client = user) => (await client.get('/notifications/count')).json().unread;

describe('notifications', () => {
  it('tell of an assignment by a form, lead to the row and are read then', async () => {
    const answer = await staff.submit('/view/tasks_edit', { title: 'Paint <b>it</b>', who: user.user.id });
    assert.equal(answer.status, 303, answer.text.slice(0, 500));
    assert.equal(await unread(), 1);
    assert.equal(await unread(staff), 0);
    const { text } = await user.get('/notifications');
    assert.match(text, /staff assigned you \(Assignee\)/);
    assert.match(text, /Paint &lt;b&gt;it/);
    const [address] = /\/notifications\/open\/[0-9a-f-]+/.exec(text) ?? [];
    assert.equal((await staff.get(String(address))).status, 404, 'somebody else’s');
    const opened = await user.get(String(address));
    assert.equal(opened.status, 302);
    assert.match(opened.headers.get('location') ?? '', /^\/view\/tasks_show\?id=/);
    assert.equal(await unread(), 0);
  });

  it('Z1: say nothing of a row that the reader may not read any more', async () => {
    const row = await server.data.rows.insert(server.system, 'tasks', { title: 'Canary', who: user.user.id });
    assert.equal(await unread(), 1);
    await server.data.rows.update(server.system, 'tasks', row.id, { who: staff.user.id });
    assert.equal(await unread(), 0);
    assert.doesNotMatch((await user.get('/notifications')).text, /Canary/);
    assert.match((await staff.get('/notifications')).text, /Canary/);
  });

  it('are marked as read, one or all, only one’s own', async () => {
    for (const title of ['a', 'b']) await server.data.rows.insert(server.system, 'tasks', { title, who: user.user.id });
    const [, id] = /name="id" value="([0-9a-f-]+)"/.exec((await user.get('/notifications')).text) ?? [];
    await staff.post('/notifications/read', { id });
    assert.equal(await unread(), 2);
    await user.post('/notifications/read', { id });
    assert.equal(await unread(), 1);
    await user.post('/notifications/read', {});
    assert.equal(await unread(), 0);
  });

  it('of a kind are switched off and on again', async () => {
    assert.equal((await user.post('/notifications/settings', { kind: 'mention' })).status, 303);
    await server.data.rows.insert(server.system, 'tasks', { title: 'quiet', who: user.user.id });
    assert.equal(await unread(), 0);
    assert.match((await user.get('/notifications')).text, /value="mention" checked/);
    assert.doesNotMatch((await user.get('/notifications')).text, /value="assigned" checked/);
  });

  it('are nobody’s without a login', async () => {
    const visitor = await server.as('public');
    assert.equal((await visitor.get('/notifications')).status, 302);
    assert.equal((await visitor.post('/notifications/read', {}, { accept: 'application/json' })).status, 401);
    assert.doesNotMatch((await visitor.get('/auth/login')).text, /data-pl-bell/);
    assert.equal((await user.get('/notifications/open/no-id')).status, 404);
    assert.equal((await user.get('/notifications?before=x')).status, 200);
  });
});
