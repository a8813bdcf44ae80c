import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';

const SYSTEM = { userId: null, roles: [], system: true };
const MANY = 40_000;
const SHOWN = 1200;

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;

// The table is large, but who is not staff may read only a few of its rows.
before(async () => {
  server = await startTestServer();
  const { data } = server;
  await data.edit(SYSTEM, 'add-table', {
    name: 'orders',
    label: 'Orders',
    access: {
      staff: { read: 'all' },
      user: { read: { rule: 'row.place == "shop"' } },
      public: { read: { rule: 'row.place == "fair"' } },
    },
    fields: [
      { name: 'number', type: 'integer' },
      { name: 'place', type: 'text' },
      { name: 'note', type: 'text' },
    ],
  });
  await data.db.query({
    text: `insert into app.orders (number, place, note)
           select n, case when n <= ${SHOWN} then 'shop' when n <= ${SHOWN + 30} then 'fair' else 'web' end, repeat('x', 40)
             from generate_series(1, ${MANY}) n`,
    values: [],
  });
  await data.db.query({ text: 'analyze app.orders', values: [] });
  const columns = [{ kind: 'field', field: 'number' }];
  const view = { name: 'order_list', label: 'Orders', template: 'list', table: 'orders' };
  const sort = [{ field: 'number' }];
  await data.edit(SYSTEM, 'add-view', {
    view: { ...view, roles: ['staff', 'user', 'public'], config: { columns, sort, pageSize: 20 } },
  });
  await data.edit(SYSTEM, 'add-view', { view: { ...view, name: 'staff_list', roles: ['staff'], config: { columns } } });
});
after(() => server.close());

/** @param {string} role @param {string} [query] */
const countFor = async (role, query = '') => {
  const at = encodeURIComponent(`/view/order_list${query && '?'}${query}`);
  const answer = await (await server.as(role)).get(`/rows/count?of=v-order_list&at=${at}`);
  return answer.status === 200 ? answer.json().text : answer.status;
};
/** @param {string} text */
const numbers = (text) =>
  [...text.matchAll(/<td class="pl-cell-main"><span[^>]*>([\d,.]+)</g)].map(([, number]) => number);

describe('the number of rows of a list', () => {
  it('is estimated for those who may read all rows of a large table', async () => {
    const text = await countFor('staff');
    const count = Number(/^of about ([\d,]+)$/.exec(text)?.[1].replaceAll(',', ''));
    assert.ok(count > MANY * 0.8 && count < MANY * 1.2, text);
    assert.match(await countFor('staff', 'number.lte=20000'), /^of about/);
    // Cheap to count: few rows of an index, or none.
    assert.match(await countFor('staff', 'place=nowhere'), /^of (about )?\d+$/);
  });

  it('Z6: tells who reads some rows only of these, whatever they filter by', async () => {
    assert.equal(await countFor('user'), 'of more than 1,000');
    assert.equal(await countFor('user', 'number.gt=1000'), 'of 230');
    assert.equal(await countFor('public'), 'of 30');
    // Rows that others would see, which an estimate over all rows would betray.
    assert.equal(await countFor('public', 'number.gt=5000'), 'of 0');
    assert.equal(await countFor('public', 'place=web'), 'of 0');
    assert.equal(await countFor('user', 'q=xxx'), 'of more than 1,000');
  });

  it('Z6: is told to nobody who may not open the list, nor of other statements', async () => {
    const at = encodeURIComponent('/view/staff_list');
    const refused = await (await server.as('user')).get(`/rows/count?of=v-staff_list&at=${at}`);
    assert.equal(refused.status, 404);
    const staff = await server.as('staff');
    for (const query of ['', 'of=v-order_list', 'of=x&at=/view/order_list', 'of=v-order_list&at=/view/gone'])
      assert.equal((await staff.get(`/rows/count?${query}`)).status, 404, query);
    for (const path of ['//evil.example/view/order_list', '/admin', '/view/order_list/act', '/view/%2e%2e', '\\view'])
      assert.equal((await staff.get(`/rows/count?of=v-order_list&at=${encodeURIComponent(path)}`)).status, 404, path);
  });

  it('is exact where it is asked for, in the same statement, and not counted otherwise', async () => {
    const staff = await server.as('staff');
    const { text } = await staff.get('/view/order_list');
    assert.match(text, /1–20<\/span> <a [^>]*data-pl-count="v-order_list">Count all</);
    const { text: counted } = await staff.get('/view/order_list?order_list:count=1');
    assert.match(counted, /1–20<\/span> of 40,000</);
    const { text: guest } = await (await server.as('public')).get('/view/order_list?order_list:count=1');
    assert.match(guest, /1–20<\/span> of 30</);
  });

  it('says which rows a page has, forth and back, and nothing that it does not know', async () => {
    const guest = await server.as('public');
    const first = (await guest.get('/view/order_list')).text;
    const next = /rel="next" href="([^"]+)"/.exec(first)?.[1].replaceAll('&amp;', '&') ?? '';
    const second = (await guest.get(next)).text;
    assert.match(second, /21–30<\/span> of 30</);
    assert.equal(numbers(second).length, 10);
    const back = /rel="prev" href="([^"]+)"/.exec(second)?.[1].replaceAll('&amp;', '&') ?? '';
    assert.match((await guest.get(back)).text, /1–20<\/span> <a/);
    const unknown = (await guest.get(next.replace(/&[^&]*:at=\d+/, ''))).text;
    assert.doesNotMatch(unknown, /21–30|of 30/);
    assert.equal((await guest.get(next.replace(/:at=\d+/, ':at=-5%00'))).status, 200);
  });
});
