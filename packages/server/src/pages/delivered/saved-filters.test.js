import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';

const SYSTEM = { userId: null, roles: [], system: true };

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let staff;
/** @type {any} */
let user;

before(async () => {
  server = await startTestServer({ users: { other: ['user'] } });
  const { data } = server;
  [staff, user] = [await server.as('staff'), await server.as('user')];
  await data.edit(SYSTEM, 'add-table', {
    name: 'tasks',
    access: { user: { read: 'all' }, public: { read: 'all' } },
    fields: [
      { name: 'title', type: 'text' },
      { name: 'worth', type: 'integer', access: { read: ['staff'] } },
    ],
  });
  const columns = [{ kind: 'field', field: 'title' }];
  const view = { label: 'Tasks', template: 'list', table: 'tasks', config: { columns, sharedBy: ['staff'] } };
  await data.edit(SYSTEM, 'add-view', { view: { ...view, name: 'task_list', roles: ['user', 'public'] } });
  await data.edit(SYSTEM, 'add-view', { view: { ...view, name: 'staff_list', roles: ['staff'] } });
});
after(() => server.close());

/** @param {any} who @param {string} method @param {string} path @param {any} [body] */
async function call(who, method, path, body) {
  const answer = await who.request(`/view/${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { accept: 'application/json', 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  });
  return { status: answer.status, json: answer.text ? answer.json() : null };
}
/** @param {any} who */
const namesFor = async (who) =>
  (await call(who, 'GET', 'task_list/saved')).json.filters.map((/** @type {{ name: string }} */ { name }) => name);

describe('saved filters of a list', () => {
  it('are kept, renamed and deleted by their owner, and are nobody else’s business', async () => {
    const made = await call(user, 'POST', 'task_list/saved', { name: ' Mine ', query: 'title=a' });
    assert.equal(made.status, 200);
    assert.deepEqual([made.json.name, made.json.shared, made.json.version], ['Mine', false, 1]);
    assert.deepEqual(await namesFor(user), ['Mine']);
    assert.deepEqual(await namesFor(staff), []);
    const path = `task_list/saved/${made.json.id}`;
    for (const [method, body] of [['PATCH', { name: 'Stolen', version: 1 }], ['DELETE']])
      for (const who of [staff, await server.as('other')])
        assert.equal((await call(who, String(method), path, body)).status, 404);
    const renamed = await call(user, 'PATCH', path, { name: 'Still mine', version: 1 });
    assert.deepEqual([renamed.json.name, renamed.json.query, renamed.json.version], ['Still mine', 'title=a', 2]);
    assert.equal((await call(user, 'DELETE', path)).status, 204);
    assert.deepEqual(await namesFor(user), []);
  });

  it('are shared, and changed for all, only by roles that the view names', async () => {
    const refused = await call(user, 'POST', 'task_list/saved', { name: 'All', query: 'title=a', shared: true });
    assert.deepEqual([refused.status, refused.json.code], [403, 'FILTER_SHARED']);
    const made = await call(staff, 'POST', 'task_list/saved', { name: 'All', query: 'title=a', shared: true });
    assert.equal(made.json.shared, true);
    assert.deepEqual(await namesFor(user), ['All']);
    assert.deepEqual(await namesFor(await server.as('public')), ['All']);
    const path = `task_list/saved/${made.json.id}`;
    assert.equal((await call(user, 'PATCH', path, { name: 'Bad', version: 1 })).status, 403);
    assert.equal((await call(user, 'DELETE', path)).status, 403);
    assert.equal((await call(staff, 'DELETE', path)).status, 204);
  });

  it('tell who saves over the change of somebody else, and show it', async () => {
    const { json: made } = await call(staff, 'POST', 'task_list/saved', {
      name: 'Two',
      query: 'title=a',
      shared: true,
    });
    const admin = await server.as('admin');
    const path = `task_list/saved/${made.id}`;
    await call(admin, 'PATCH', path, { query: 'title=b', version: 1 });
    const late = await call(staff, 'PATCH', path, { query: 'title=c', version: 1 });
    assert.deepEqual([late.status, late.json.code], [409, 'FILTER_CHANGED']);
    assert.match(JSON.stringify(late.json), /"query":"title=b"/);
    assert.equal((await call(staff, 'PATCH', path, { query: 'title=c', version: 2 })).json.query, 'title=c');
    await call(staff, 'DELETE', path);
  });

  it('Z6: that name a field which their reader may not read are not told to them', async () => {
    const secrets = ['worth.gte=5000', 'any-worth=1', 'sort=-worth', 'title=a&group=worth', 'tasks.worth=7331'];
    for (const [i, query] of secrets.entries())
      await call(staff, 'POST', 'task_list/saved', { name: `Secret ${i}`, query, shared: true });
    assert.equal((await namesFor(staff)).length, secrets.length);
    const { json } = await call(user, 'GET', 'task_list/saved');
    assert.doesNotMatch(JSON.stringify(json), /worth|Secret/);
  });

  it('Z6: are given to nobody who may not open the list, nor saved by visitors', async () => {
    assert.equal((await call(user, 'GET', 'staff_list/saved')).status, 404);
    assert.equal((await call(user, 'GET', 'staff_list/saved/texts')).status, 404);
    assert.equal((await call(user, 'GET', 'task_list/saved/texts')).json.mine, 'My filters');
    assert.equal((await call(user, 'POST', 'staff_list/saved', { name: 'a', query: 'title=a' })).status, 404);
    const visitor = await server.as('public');
    assert.equal((await call(visitor, 'POST', 'task_list/saved', { name: 'a', query: 'title=a' })).status, 401);
    const cross = await user.request('/view/task_list/saved', {
      method: 'POST',
      body: '{"name":"a","query":"b"}',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
    });
    assert.equal(cross.status, 403);
  });

  for (const [what, body] of /** @type {[string, any][]} */ ([
    ['no name', { query: 'title=a' }],
    ['an empty name', { name: '  ', query: 'title=a' }],
    ['a long name', { name: 'x'.repeat(81), query: 'title=a' }],
    ['a NUL character', { name: 'a\0b', query: 'title=a' }],
    ['no conditions', { name: 'a' }],
    ['conditions without end', { name: 'a', query: 'x'.repeat(2001) }],
    ['a list', { name: ['a'], query: {} }],
  ]))
    it(`refuse ${what}`, async () => {
      assert.equal((await call(user, 'POST', 'task_list/saved', body)).status, 422);
    });

  it('refuse a second one of the same name, whatever its case', async () => {
    await call(user, 'POST', 'task_list/saved', { name: 'Open', query: 'title=a' });
    const twice = await call(user, 'POST', 'task_list/saved', { name: 'open', query: 'title=b' });
    assert.equal(twice.status, 422);
    assert.match(twice.json.detail, /already a filter of this name/);
    assert.equal((await call(user, 'PATCH', 'task_list/saved/nonsense', { name: 'x', version: 1 })).status, 404);
  });
});

describe('how a person looks at a list', () => {
  it('is kept for each person, part by part', async () => {
    const columns = [
      { key: 'title', width: 200 },
      { key: 'worth', hidden: true },
    ];
    await call(user, 'PATCH', 'task_list/list-settings', { columns, frozen: 1 });
    await call(user, 'PATCH', 'task_list/list-settings', { height: 'tall' });
    const { json } = await call(user, 'GET', 'task_list/saved');
    assert.deepEqual(json.settings, { columns, frozen: 1, height: 'tall' });
    assert.deepEqual((await call(staff, 'GET', 'task_list/saved')).json.settings, {});
  });

  it('is refused where it is no such thing', async () => {
    assert.equal((await call(user, 'PATCH', 'task_list/list-settings', [])).status, 400);
    for (const body of [
      { frozen: -1 },
      { height: 'huge' },
      { columns: [{ key: '<b>' }] },
      { columns: [{ key: 'a', width: 1e9 }] },
      { group: '<b>' },
      { group: 7 },
      { columns: [{ key: 'a' }, { key: 'b' }, { key: 'a', hidden: true }] },
    ])
      assert.equal((await call(user, 'PATCH', 'task_list/list-settings', body)).status, 422, JSON.stringify(body));
  });

  it('are sorted as the language of the site sorts', async () => {
    const swedish = ['Asbjörn', 'Olle', 'Zorn', 'Åsa', 'Ärla', 'Öberg'];
    const sort = (/** @type {string} */ locale) => server.data.edit(SYSTEM, 'change-settings', { changes: { locale } });
    const other = await server.as('other');
    for (const name of [...swedish.toReversed(), 'ängel'])
      assert.equal((await call(other, 'POST', 'task_list/saved', { name, query: 'title=a' })).status, 200);
    const own = async () =>
      (await namesFor(other)).filter((/** @type {string} */ name) => [...swedish, 'ängel'].includes(name));
    await sort('sv');
    assert.deepEqual(await own(), ['Asbjörn', 'Olle', 'Zorn', 'Åsa', 'ängel', 'Ärla', 'Öberg']);
    await sort('de');
    assert.deepEqual(await own(), ['ängel', 'Ärla', 'Åsa', 'Asbjörn', 'Öberg', 'Olle', 'Zorn']);
    await sort('en');
  });
});
