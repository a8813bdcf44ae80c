import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('../../testing/client.js').Client} */
let user;
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
      { name: 'hidden', type: 'boolean' },
    ],
  });
  await edit('set-access', { table: 'tasks', access: { user: { ...ALL, read: { rule: '!row.hidden' } } } });
  await edit('generate-views', { table: 'tasks', roles: ['user'] });
  await edit('add-page', {
    page: { name: 'start', title: 'Start', roles: ['user'], layout: { id: 'a', type: 'stack', children: [] } },
  });
  for (const title of ['One', 'Two']) await server.data.rows.insert(server.system, 'tasks', { title, hidden: false });
  user = await server.as('user');
});
after(() => server.close());

const sections = async (client = user) => {
  const { text } = await client.get('/search');
  const section = (/** @type {string} */ name) =>
    [...(text.split(`>${name}</h2>`)[1]?.split('</section>')[0] ?? '').matchAll(/pl-palette-label">([^<]*)/g)].map(
      ([, label]) => label,
    );
  return { starred: section('Favourites'), recent: section('Recent') };
};
const see = (/** @type {string} */ here, client = user) =>
  client.post('/places/seen', { here }, { accept: 'application/json' });
const star = (/** @type {string} */ here, starred = 'true') =>
  user.post('/places/star', { here, starred }, { accept: 'application/json' });

describe('favourites and recent items', () => {
  it('are one’s own pages, views and rows, the latest first', async () => {
    for (const here of [
      '/page/start',
      '/view/tasks_list?search=x',
      '/view/tasks_show?id=1',
      '/view/tasks_edit?id=2',
      '/page/start',
    ])
      assert.equal((await see(here)).status, 200, here);
    assert.deepEqual(await sections(), { starred: [], recent: ['Start', 'Two', 'One', 'Tasks'] });
    assert.deepEqual((await star('/view/tasks_show?id=1')).json(), { starred: true });
    assert.deepEqual((await see('/view/tasks_show?id=1')).json(), { starred: true });
    assert.deepEqual((await see('/view/tasks_show/change?id=1')).json(), { starred: true }, 'a form of it');
    assert.deepEqual(await sections(), { starred: ['One'], recent: ['Start', 'Two', 'Tasks'] });
    assert.deepEqual(await sections(await server.as('staff')), { starred: [], recent: [] });
  });

  it('Z1: say nothing of what the reader may not open any more', async () => {
    await server.data.rows.update(server.system, 'tasks', 1, { hidden: true });
    await server.data.edit(server.system, 'change-page', { page: 'start', changes: { roles: ['staff'] } });
    assert.deepEqual(await sections(), { starred: [], recent: ['Two', 'Tasks'] });
    assert.equal((await star('/view/tasks_show?id=1')).status, 404);
    assert.equal((await see('/page/start')).status, 404);
    await server.data.rows.remove(server.system, 'tasks', 2);
    assert.deepEqual((await sections()).recent, ['Tasks']);
    await server.data.rows.update(server.system, 'tasks', 1, { hidden: false });
    assert.deepEqual((await sections()).starred, ['One']);
  });

  it('are taken back, and kept in bounds', async () => {
    await star('/view/tasks_show?id=1', 'false');
    assert.deepEqual((await sections()).starred, []);
    for (let i = 0; i < 60; i++) {
      const { id } = await server.data.rows.insert(server.system, 'tasks', { title: `t${i}`, hidden: false });
      await see(`/view/tasks_show?id=${id}`);
    }
    const { rows } = await server.data.db.query(
      'select count(*)::int as n from plinth.user_places where starred_at is null',
    );
    assert.equal(rows[0].n, 50);
    assert.equal((await sections()).recent.length, 12);
  });

  it('take no address that is none of this site, and nothing without a login', async () => {
    for (const here of [
      '',
      'x',
      '//evil.example/page/start',
      '/admin',
      '/view/none',
      '/view/tasks_show?id=nope',
      '/page/%00',
    ])
      assert.equal((await see(here)).status, 404, here);
    assert.equal((await see('/page/start', await server.as('public'))).status, 401);
  });
});
