import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer, withBarrierPassed } from '../../testing/index.js';

const SYSTEM = { userId: null, roles: [], system: true };
const READ = { staff: { read: 'all' }, user: { read: 'all' } };
const DAY = 86_400_000;
/** The list with the menu of fields to filter by open. */
const FIELDS = '/view/task_list?task_list:menu=filter';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let staff;
/** @type {any} */
let user;

before(async () => {
  server = await startTestServer();
  const { data } = server;
  staff = await server.as('staff');
  user = await server.as('user');
  await data.edit(SYSTEM, 'add-table', {
    name: 'teams',
    label: 'Teams',
    display: 'name',
    access: READ,
    fields: [{ name: 'name', type: 'text' }],
  });
  await data.edit(SYSTEM, 'add-table', {
    name: 'tasks',
    label: 'Tasks',
    access: READ,
    fields: [
      { name: 'title', type: 'text' },
      { name: 'points', label: 'Points', type: 'integer' },
      { name: 'due', label: 'Due', type: 'date' },
      { name: 'done_at', label: 'Done at', type: 'date_time' },
      { name: 'owner', label: 'Owner', type: 'user' },
      { name: 'team', label: 'Team', type: 'relation', attributes: { table: 'teams' } },
      { name: 'tags', label: 'Tags', type: 'multi_select', attributes: { options: ['a', 'b', 'c'].map(optionOf) } },
      { name: 'place', label: 'Board order', type: 'rank' },
      { name: 'worth', label: 'Pecuniary', type: 'integer', access: { read: ['staff'] } },
    ],
  });
  await data.rows.insertMany(SYSTEM, 'teams', [{ name: 'Red' }, { name: 'Blue' }]);
  const day = (/** @type {number} */ days) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
  await data.rows.insertMany(SYSTEM, 'tasks', [
    { title: 'one', points: 1, due: day(0), done_at: new Date().toISOString(), tags: ['a'], worth: 7331 },
    { title: 'two', points: 20, due: day(-400), owner: staff.user.id, team: 1, tags: ['b', 'c'], worth: 1 },
    { title: 'three', points: 300, due: day(400), owner: user.user.id, team: 2, tags: ['c'] },
  ]);
  const columns = ['title', 'points', 'owner'].map((field) => ({ kind: 'field', field }));
  const view = { name: 'task_list', label: 'Tasks', template: 'list', table: 'tasks', roles: ['staff', 'user'] };
  await data.edit(SYSTEM, 'add-view', { view: { ...view, config: { columns, sort: [{ field: 'points' }] } } });
});
after(() => server.close());

/** @param {string} value */
const optionOf = (value) => ({ value, label: value.toUpperCase() });
/** @param {string} text */
const titlesIn = (text) => [...text.matchAll(/<td class="pl-cell-main">([^<]*)/g)].map(([, title]) => title);
/** @param {string} query */
const titles = async (query, who = staff) => titlesIn((await who.get(`/view/task_list?${query}`)).text);

describe('the filters of a list', () => {
  for (const [query, expected] of /** @type {[string, string[]][]} */ ([
    ['points.gte=2&points.lte=30', ['two']],
    ['points.op=between&points.value=2&points.to=30', ['two']],
    ['due.within=today', ['one']],
    ['due.within=past', ['two']],
    ['due.within=future', ['three']],
    ['due.within=last_30_days', ['one']],
    ['due.within=last_401_days', ['one', 'two']],
    ['due.within=over_399_days_ago', ['two']],
    ['due.within=over_400_days_ago', []],
    ['due.op=within&due.period=over_n_days_ahead&due.days=10', ['three']],
    ['done_at.op=within&done_at.period=last_n_days&done_at.days=٣', ['one']],
    ['done_at.within=today', ['one']],
    ['done_at.within=this_year', ['one']],
    ['owner=me', ['two']],
    ['owner.ne=me', ['one', 'three']],
    ['tags=a&tags=b', ['one', 'two']],
    ['tags.hasAll=b&tags.hasAll=c', ['two']],
    ['tags.op=hasAll&tags.value=c&tags.value=a', []],
    ['tags.lacks=b', ['one', 'three']],
    ['tags.lacks=a&tags.lacks=b', ['three']],
    ['title.lacks=O', ['three']],
    ['title.ends=E', ['one', 'three']],
    ['any-tags.hasAll=b&any-tags.hasAll=c&any-title.ends=ee', ['two', 'three']],
    ['title.ne=one&title.ne=two', ['three']],
    ['any-title=one&any-points.gte=300', ['one', 'three']],
    ['any-title=one&any-points.gte=300&owner.empty=1', ['one']],
    ['any-title=one&any-title=two&any2-points.lte=1&any2-tags=c', ['one', 'two']],
    ['any-points.gte=2&any-points.lte=30&any-title=three', ['two', 'three']],
    ['sort=-title,points', ['two', 'three', 'one']],
  ]))
    it(`finds ${expected.join(' and ')} by ${query}`, async () => assert.deepEqual(await titles(query), expected));

  it('names an invalid value, leaves that condition out, and keeps the rest', async () => {
    const { status, text } = await staff.get('/view/task_list?points.gte=many&title=one&due=31-31-2026');
    assert.equal(status, 200);
    assert.deepEqual(titlesIn(text), ['one']);
    assert.match(text, /role="alert">Points must be a whole number\. The list is shown without this filter/);
    assert.match(text, /role="alert">Due must be month\/day\/year, such as 12\/24\/2026/);
    assert.match(text, /value="many"/, 'what was typed is there to be mended');
  });

  it('says what it asks a list or a text for, and offers it in its form', async () => {
    for (const [query, verb, value] of [
      ['tags.hasAll=b&tags.hasAll=c', 'has all of', 'B, C'],
      ['tags.lacks=b&tags.lacks=c', 'has none of', 'B, C'],
      ['tags.lacks=b', 'does not contain', 'B'],
      ['title.ends=e', 'ends with', 'e'],
      ['due.within=last_1_days', 'is', 'Last 1 day'],
      ['due.within=over_45_days_ago', 'is', 'More than 45 days ago'],
    ]) {
      const { text } = await staff.get(`/view/task_list?${query}`);
      assert.ok(text.includes(`<span class="pl-chip-verb">${verb}</span> <b>${value}</b>`), query);
      assert.match(text, new RegExp(`<option value="${/\.(\w+)=/.exec(query)?.[1]}" selected>`), query);
    }
  });

  it('asks for the number of days that is missing or too large, and shows the rest', async () => {
    for (const days of ['', '0', '10000', 'many', '1.5']) {
      const query = `title=one&due.op=within&due.period=over_n_days_ago&due.days=${days}`;
      const { text } = await staff.get(`/view/task_list?${query}`);
      assert.deepEqual(titlesIn(text), ['one'], days);
      assert.match(text, /role="alert">Due: enter a number of days from 1 to 9999/, days);
    }
  });

  it('names a chosen row by its label, and one that is gone by no key', async () => {
    const { text } = await staff.get('/view/task_list?team=1');
    assert.match(text, /Team <span class="pl-chip-verb">is<\/span> <b>Red<\/b>/);
    assert.match((await staff.get('/view/task_list?team=999')).text, /<b>Unknown<\/b>/);
  });

  it('Z6: neither offers, names nor applies a field that its reader may not read', async () => {
    for (const query of ['worth=7331', 'worth.gte=5000', 'any-worth=7331', 'task_list:add=worth', 'sort=-worth']) {
      const { text, status } = await user.get(`/view/task_list?${query}`);
      assert.equal(status, 200);
      assert.deepEqual(titlesIn(text), ['one', 'two', 'three'], query);
      assert.doesNotMatch(text, /Pecuniary/, query);
      assert.doesNotMatch(text, /data-pl-condition="[^"]*worth/, query);
    }
    assert.deepEqual(await titles('worth.gte=5000'), ['one']);
    assert.doesNotMatch((await user.get(FIELDS)).text, /Pecuniary|worth/);
    assert.match((await staff.get(FIELDS)).text, /Pecuniary/);
  });

  it('Z6: finds different rows for each person by "me", in the cache too', async () => {
    for (let times = 0; times < 3; times++) {
      assert.deepEqual(await titles('owner=me', staff), ['two']);
      assert.deepEqual(await titles('owner=me', user), ['three']);
    }
  });

  it('asks one statement, and one more for the names of chosen rows, in one round trip', async () => {
    const admin = await server.as('admin');
    let count = 0;
    for (const [query, statements] of /** @type {[string, number][]} */ ([
      ['points.gte=3', 1],
      ['owner=me&any-due.within=today&any-points=5', 2],
      ['task_list:add=team', 2],
    ])) {
      const { before, answer, after } = await withBarrierPassed(server, async () => ({
        before: server.data.db.counters(),
        answer: await admin.get(`/view/task_list?${query}&new=${count++}`),
        after: server.data.db.counters(),
      }));
      const told = Number(/sql;desc="(\d+) statement/.exec(answer.headers.get('server-timing') ?? '')?.[1]);
      assert.equal(told, statements, query);
      assert.ok(after.roundTrips - before.roundTrips <= 1, query);
    }
  });

  it('offers no field whose values mean nothing to people', async () => {
    const { text } = await staff.get(FIELDS);
    assert.match(text, /:add=points"/);
    assert.doesNotMatch(text, /Board order/);
  });

  it('sends what is in a menu when it is opened, in the same state, and is closed by what is chosen there', async () => {
    const shut = (await staff.get('/view/task_list?sort=-points&q=o')).text;
    assert.doesNotMatch(shut, /:add=|data-pl-group=|export\.csv|<details[^>]* open/);
    const sent = [...shut.matchAll(/href="([^"]*)" data-pl-send="(\w+)"/g)].map(([, href, name]) => [name, href]);
    const at = (/** @type {string} */ name) =>
      `/view/task_list?sort=-points&amp;q=o&amp;task_list:menu=${name}#v-task_list`;
    assert.deepEqual(
      sent,
      ['filter', 'view'].map((name) => [name, at(name)]),
    );
    for (const [name, href] of sent) {
      const { text } = await staff.get(href.replaceAll('&amp;', '&'));
      const [, menu] = /<details class="dropdown pl-\w+-menu"[^>]* open>(.*?)<\/section>/.exec(text) ?? [];
      assert.ok(menu, name);
      const links = [...menu.matchAll(/href="([^"]*)"/g)].map(([, link]) => link).filter((link) => !/menu=/.test(link));
      assert.match(
        links.join(' '),
        name === 'filter' ? /sort=-points&amp;q=o&amp;task_list:add=points/ : /export\.csv\?/,
      );
      const others = text.replace(/<a [^>]*data-pl-send=[^>]*>/, '').replace(/data-pl-from="[^"]*"/, '');
      assert.doesNotMatch(others, /:menu=/, 'no other link keeps it open');
      assert.doesNotMatch(text, /:menu=[^"]*:menu=/);
    }
    for (const odd of ['', 'gone', '%00', 'filter&task_list:menu=view']) {
      const { status, text } = await staff.get(`/view/task_list?task_list:menu=${odd}`);
      assert.equal(status, 200, odd);
      assert.ok((text.match(/data-pl-sent=/g) ?? []).length <= 1, odd);
    }
  });

  it('offers choices of its relations to those who see the list, and of nothing else', async () => {
    assert.deepEqual((await staff.get('/view/task_list/choices?field=tasks.team&q=re')).json(), [
      { value: 1, label: 'Red' },
    ]);
    assert.equal((await staff.get('/view/task_list/choices?field=tasks.title&q=o')).status, 404);
    assert.equal((await (await server.as('public')).get('/view/task_list/choices?field=tasks.team')).status, 302);
  });

  it('survives hostile addresses', async () => {
    const parts = ['any-', 'any9-points.op=between', 'points.op=__proto__&points.value=1', 'tasks.any-points.op=has'];
    for (const query of [...parts, 'task_list:add=any', 'task_list:add=any-gone', 'due.within=%00', 'points.value=3']) {
      const { status } = await staff.get(`/view/task_list?${query}`);
      assert.equal(status, 200, query);
    }
  });
});

describe('a filter view as chips', () => {
  before(async () => {
    const fields = ['points', 'team', 'worth'].map((field) => node('filter_field', { field }));
    const view = { name: 'task_filter', template: 'filter', table: 'tasks', roles: ['staff', 'user'] };
    const config = { layout: node('stack', {}, fields), chips: true };
    await server.data.edit(SYSTEM, 'add-view', { view: { ...view, config } });
    const children = ['task_filter', 'task_list'].map((name) => node('embed', { view: name }));
    const page = { name: 'tasks', title: 'Tasks', roles: ['staff', 'user'], layout: node('stack', {}, children) };
    await server.data.edit(SYSTEM, 'add-page', { page });
  });

  it('offers its fields, as far as they may be read, and no others', async () => {
    const offered = (/** @type {string} */ text) =>
      [...text.matchAll(/pl-chip-offer" href="[^"]*:add=(\w+)"/g)].map(([, name]) => name);
    assert.deepEqual(offered((await staff.get('/page/tasks')).text), ['points', 'team', 'worth']);
    const { text } = await user.get('/page/tasks');
    assert.deepEqual(offered(text), ['points', 'team']);
    assert.doesNotMatch(text, /Pecuniary|data-pl-live|views\/live\.js/);
    const added = (await staff.get('/page/tasks?task_filter:add=team')).text;
    assert.deepEqual(offered(added), ['points', 'worth']);
    assert.match(added, /type="checkbox"[^>]*name="tasks\.team\.value" value="1"/);
    for (const odd of ['title', 'nothing', '__proto__', 'any-title'])
      assert.equal((await staff.get(`/page/tasks?task_filter:add=${odd}`)).status, 200, odd);
    assert.doesNotMatch((await user.get('/page/tasks?task_filter:add=worth')).text, /Pecuniary/);
  });

  it('shows what is asked, and steers the list', async () => {
    const { text } = await staff.get('/page/tasks?tasks.team=1&tasks.points.gte=2');
    assert.deepEqual(titlesIn(text), ['two']);
    const [own] = text.split('id="v-task_list"');
    assert.match(own, /Team <span class="pl-chip-verb">is<\/span> <b>Red<\/b>/);
    assert.match(own, /aria-label="Remove filter: Points"/);
  });
});
