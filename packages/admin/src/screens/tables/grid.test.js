import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '@plinth/server/testing';

const SYSTEM = { userId: null, roles: [], system: true };
const options = [{ value: 'open', label: 'Open' }, { value: 'shut' }];

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;
/** @type {any} */
let data;

before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  data = server.data;
  await data.edit(SYSTEM, 'change-settings', { changes: { timeZone: 'Europe/Berlin' } });
  await data.edit(SYSTEM, 'add-table', { name: 'towns', fields: [{ name: 'name', type: 'text' }] });
  await data.edit(SYSTEM, 'add-table', {
    name: 'things',
    fields: [
      { name: 'title', type: 'text', required: true },
      { name: 'pieces', type: 'integer', attributes: { max: 99 } },
      { name: 'price', type: 'money' },
      { name: 'day', type: 'date' },
      { name: 'at', type: 'date_time' },
      { name: 'done', type: 'boolean' },
      { name: 'state', type: 'select', attributes: { options } },
      { name: 'tags', type: 'multi_select', attributes: { options } },
      { name: 'town', type: 'relation', attributes: { table: 'towns' } },
      { name: 'towns', type: 'many_to_many', attributes: { table: 'towns' } },
      { name: 'who', type: 'user' },
      { name: 'more', type: 'json' },
      { name: 'code', type: 'text', unique: true },
    ],
  });
  const { done } = await data.rows.insertMany(SYSTEM, 'towns', [{ name: 'Ulm' }, { name: 'Neu-Ulm' }]);
  const [ulm, neu] = done.map((/** @type {any} */ { id }) => id);
  const who = (await data.db.query(`select id from plinth.users where name ilike '%admin%' limit 1`)).rows[0]?.id;
  const one = { pieces: 5, price: '2.50', day: '2026-11-21', at: '2026-11-20T23:30:00Z', done: true, state: 'open' };
  await data.rows.insertMany(SYSTEM, 'things', [
    { title: 'one', ...one, tags: ['open'], town: ulm, towns: [ulm, neu], who, more: { a: 1 } },
    { title: '=two', pieces: 7, day: '2026-11-22', at: '2026-11-21T23:30:00Z', done: false, town: neu },
    { title: 'three' },
  ]);
});
after(() => server.close());

/** Titles that the grid's CSV has for this address. @param {string} query */
async function titles(query) {
  const answer = await admin.get(`/admin/tables/things/export.csv?col=title&sort=title&${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.text.trim().split('\r\n').slice(1).join(' ');
}
const where = (/** @type {string} */ f, /** @type {string} */ op, v = '') => `${new URLSearchParams({ f, op, v })}`;

describe('the filter of the grid', () => {
  for (const [field, op, value, found] of [
    ['title', 'contains', 'ON', 'one'],
    ['title', 'lacks', 'on', "'=two three"],
    ['title', 'starts', 't', 'three'],
    ['title', 'ends', 'E', 'one three'],
    ['pieces', 'contains', '5', 'one'],
    ['pieces', 'gte', '5', "'=two one"],
    ['price', 'eq', '2.5', 'one'],
    ['day', 'lt', '2026-11-22', 'one'],
    ['at', 'eq', '2026-11-21', 'one'],
    ['at', 'gt', '2026-11-21', "'=two"],
    ['at', 'lte', '2026-11-22', "'=two one"],
    ['done', 'eq', 'true', 'one'],
    ['state', 'contains', 'Open', 'one'],
    ['state', 'ne', 'open', "'=two three"],
    ['tags', 'eq', 'open', 'one'],
    ['tags', 'ne', 'open', "'=two three"],
    ['town', 'contains', 'ulm', "'=two one"],
    ['town', 'lacks', 'neu', 'one three'],
    ['town', 'ends', 'LM', "'=two one"],
    ['tags', 'lacks', 'open', "'=two three"],
    ['pieces', 'lacks', '5', "'=two three"],
    ['town', 'eq', 'Ulm', 'one'],
    ['town', 'eq', '2', "'=two"],
    ['town', 'ne', 'Ulm', "'=two three"],
    ['towns', 'contains', 'neu', 'one'],
    ['towns', 'lacks', 'neu', "'=two three"],
    ['towns', 'eq', '1', 'one'],
    ['who', 'contains', 'admin', 'one'],
    ['more', 'filled', '', 'one'],
    ['town', 'empty', '', 'three'],
  ]) {
    it(`finds ${field} ${op} ${value}`, async () => {
      assert.equal(await titles(where(field, op, value)), found);
      const page = await admin.get(`/admin/tables/things/data?${where(field, op, value)}`);
      assert.equal([...page.text.matchAll(/<tr data-id/g)].length, found.split(' ').length);
      assert.doesNotMatch(page.text, /alert-danger/);
    });
  }

  it('reports what it can’t compare or read, and then exports nothing', async () => {
    for (const [condition, message] of /** @type {[string, RegExp][]} */ ([
      [where('more', 'contains', 'a'), /does not support this comparison/],
      [where('pieces', 'eq', 'many'), /whole number/],
    ])) {
      assert.match((await admin.get(`/admin/tables/things/data?${condition}`)).text, message);
      const refused = await admin.get(`/admin/tables/things/export.csv?${condition}`);
      assert.equal(refused.status, 422);
      assert.match(refused.text, message);
    }
  });

  it('is exported as shown: rows, order and columns', async () => {
    const { text, headers } = await admin.get('/admin/tables/things/export.csv?q=t&sort=-title&col=title&col=pieces');
    assert.match(String(headers.get('content-disposition')), /things\.csv/);
    assert.equal(text, "Title,Pieces\r\nthree,\r\n'=two,7\r\n");
  });
});

describe('chosen rows', () => {
  const pieces = async () =>
    (await data.db.query('select id, pieces from app.things order by id')).rows.map(
      (/** @type {any} */ row) => row.pieces,
    );

  it('get one value together, chosen by field first', async () => {
    const form = await admin.get('/admin/tables/things/change?id=1&id=2&field=pieces&query=%3Fq%3Dt');
    assert.match(form.text, /name="pieces"/);
    assert.doesNotMatch(form.text, /value="code"/, 'what must be unique is not offered');
    const values = { 'for.id': ['1', '2'], 'for.field': 'pieces', 'for.query': '?q=t', pieces: '42' };
    const answer = await admin.post('/admin/tables/things/change', /** @type {any} */ (values));
    assert.deepEqual([answer.status, answer.location], [303, '/admin/tables/things/data?q=t']);
    assert.deepEqual(await pieces(), [42, 42, null]);
  });

  it('keep their values when the new one is wrong, which is said beside it', async () => {
    const values = { 'for.id': ['1', '3'], 'for.field': 'pieces', 'for.query': '', pieces: '100' };
    const answer = await admin.post('/admin/tables/things/change', /** @type {any} */ (values));
    assert.equal(answer.status, 422);
    assert.match(answer.text, /at most 99/);
    assert.match(answer.text, /value="100"/);
    assert.deepEqual(await pieces(), [42, 42, null]);
  });

  it('that can’t be changed are named, with the reason', async () => {
    const values = { 'for.id': ['1', '999'], 'for.field': 'pieces', 'for.query': '', pieces: '42' };
    const answer = await admin.post('/admin/tables/things/change', /** @type {any} */ (values));
    assert.equal(answer.status, 303);
    const { text } = JSON.parse(String(admin.cookies.get('plinth_flash')));
    assert.match(text, /One row could not be changed\. ID 999: /);
    assert.deepEqual(await pieces(), [42, 42, null]);
  });

  it('are emptied on request only, which is counted and named before', async () => {
    const change = (/** @type {Record<string, any>} */ values) => admin.post('/admin/tables/things/change', values);
    const tags = async () => (await data.rows.get(SYSTEM, 'things', 1)).tags;
    const before = await tags();
    assert.notEqual(before, null);
    const chosen = { 'for.id': '1', 'for.field': 'tags', 'for.query': '' };
    const nothing = await change(chosen);
    assert.equal(nothing.status, 422);
    assert.match(nothing.text, /Enter a value, or choose “Clear the field”/);
    const asked = await change({ ...chosen, 'for.how': 'clear' });
    assert.equal(asked.status, 200);
    assert.match(asked.text, /Clear Tags in 1 thing\?/);
    assert.deepEqual(await tags(), before);
    assert.equal((await change({ ...chosen, 'for.how': 'clear', 'for.sure': '1' })).status, 303);
    assert.equal(await tags(), null);
    const title = { 'for.id': '1', 'for.field': 'title', 'for.query': '' };
    assert.equal((await change(title)).status, 422);
    assert.equal((await change({ ...title, 'for.how': 'clear', 'for.sure': '1' })).status, 422, 'required');
  });

  it('must be chosen before they are changed', async () => {
    const answer = await admin.get('/admin/tables/things/change?query=');
    assert.deepEqual([answer.status, answer.location], [302, '/admin/tables/things/data']);
  });
});

describe('all rows found, also on other pages', () => {
  const query = '?f=name&op=starts&v=North';
  const names = async () =>
    (await data.db.query('select name, count(*)::int as n from app.places group by name order by name')).rows.map(
      (/** @type {any} */ { name, n }) => `${name} ${n}`,
    );
  const said = () => String(admin.cookies.get('plinth_flash'));
  before(async () => {
    const fields = [{ name: 'name', type: 'text' }];
    await data.edit(SYSTEM, 'add-table', { name: 'places', history: true, fields });
    const rows = (/** @type {string} */ name, /** @type {number} */ n) => Array.from({ length: n }, () => ({ name }));
    await data.rows.insertMany(SYSTEM, 'places', [...rows('North', 130), ...rows('South', 60)]);
  });

  it('are offered with their number where a page does not hold them, and only there', async () => {
    const { text } = await admin.get(`/admin/tables/places/data${query}`);
    const [, link] = /href="([^"]+change\?all=1[^"]*)"/.exec(text) ?? [];
    const form = await admin.get(link.replaceAll('&amp;', '&'));
    assert.match(form.text, /The field is set to this value in 130 rows/);
    assert.match(form.text, /Delete these 130 rows/);
    assert.doesNotMatch((await admin.get('/admin/tables/things/data')).text, /change\?all=1/);
  });

  it('get one value together, and no other row does', async () => {
    const values = { 'for.all': '130', 'for.field': 'name', 'for.query': query, name: 'Northern' };
    const answer = await admin.post('/admin/tables/places/change', values);
    assert.equal(answer.status, 303, answer.text);
    assert.deepEqual(await names(), ['Northern 130', 'South 60']);
    assert.match(said(), /130 rows changed/);
  });

  it('are left alone when they are not as many as were shown, or the filter can not be read', async () => {
    const stale = { 'for.all': '129', 'for.field': 'name', 'for.query': query, name: 'Lost' };
    const answer = await admin.post('/admin/tables/places/change', stale);
    assert.equal(answer.status, 409);
    assert.match(answer.text, /130 rows match now instead of 129/);
    await admin.post('/admin/tables/places/data/delete', { all: '129', query });
    const unread = '?f=id&op=eq&v=nothing';
    await admin.post('/admin/tables/places/data/delete', { all: '190', query: unread });
    assert.deepEqual(await names(), ['Northern 130', 'South 60']);
  });

  it('are deleted together, and listed where the history is on', async () => {
    await admin.post('/admin/tables/places/data/delete', { all: '130', query });
    assert.match(said(), /130 places deleted/);
    assert.deepEqual(await names(), ['South 60']);
    assert.match((await admin.get('/admin/tables/places/deleted')).text, /Northern/);
  });

  it('are too many above ten thousand', async () => {
    await data.db.query(`insert into app.places (name) select 'West' from generate_series(1, 10001)`);
    const all = { all: '10001', query: '?q=West' };
    const answer = await admin.get(`/admin/tables/places/change?${new URLSearchParams(all)}`);
    assert.equal(answer.status, 302);
    assert.match(said(), /At most 10.?000 rows can be changed or deleted at once/);
    await admin.post('/admin/tables/places/data/delete', all);
    assert.deepEqual(await names(), ['South 60', 'West 10001']);
  });
});
