import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
const READ = { staff: { read: 'all' } };
const KINDS = ['sum', 'avg', 'min', 'max', 'latest', 'array'];

before(async () => {
  server = await startTestServer();
  const { data, system } = server;
  const relation = (/** @type {string} */ table) => ({ type: 'relation', attributes: { table } });
  const tables = [
    { name: 'makers', label: 'Makers', display: 'name', fields: [{ name: 'name', type: 'text' }] },
    {
      name: 'orders',
      label: 'Orders',
      display: 'number',
      fields: [
        { name: 'number', label: 'Number', type: 'text' },
        { name: 'size', label: 'Size', type: 'integer' },
      ],
    },
    {
      name: 'items',
      label: 'Items',
      fields: [
        { name: 'what', label: 'What', type: 'text' },
        { name: 'pieces', label: 'Pieces', type: 'integer' },
        { name: 'price', label: 'Price', type: 'money', attributes: { currency: 'EUR' } },
        { name: 'share', label: 'Share', type: 'percent' },
        { name: 'work', label: 'Work', type: 'duration' },
        { name: 'day', label: 'Day', type: 'date' },
        { name: 'done', label: 'Done', type: 'boolean' },
        { name: 'maker', label: 'Maker', ...relation('makers') },
        { name: 'order', label: 'Order', ...relation('orders') },
      ],
    },
  ];
  for (const table of tables) await data.edit(system, 'add-table', { ...table, access: READ });
  const [ann, bob] = [
    await data.rows.insert(system, 'makers', { name: 'Ann' }),
    await data.rows.insert(system, 'makers', { name: 'Bob' }),
  ];
  const order = await data.rows.insert(system, 'orders', { number: 'A1', size: 3 });
  const items = [
    { what: 'Bolt', pieces: 1, price: '10.00', share: '10', work: 60, day: '2026-01-02', done: true, maker: ann.id },
    { what: 'Nut', pieces: 4, price: '2.50', share: '35', work: 120, day: '2026-03-04', done: false, maker: bob.id },
  ];
  for (const item of items) await data.rows.insert(system, 'items', { ...item, order: order.id });
});
after(() => server.close());

/** The cells of the list's only row, and of its totals. @param {any[]} columns */
async function cellsOf(columns) {
  const name = `orders_${Math.random().toString(36).slice(2, 8)}`;
  const view = { name, template: 'list', table: 'orders', roles: ['staff'], config: { columns } };
  await server.data.edit(server.system, 'add-view', { view });
  const { status, text } = await (await server.as('staff')).get(`/view/${name}`);
  assert.equal(status, 200);
  const cells = (/** @type {string} */ tag, part = text) =>
    [...part.matchAll(new RegExp(`<${tag}[ >][^]*?(?=</?t(?:d|h|r|head|body|foot)[ >])`, 'g'))].map(([cell]) =>
      cell.replace(/<[^>]+>/g, '').trim(),
    );
  const body = text.match(/<tbody>[^]*<\/tbody>/)?.[0] ?? '';
  const foot = text.match(/<tfoot>[^]*<\/tfoot>/)?.[0] ?? '';
  return {
    heads: cells('th', text.match(/<thead[^]*<\/thead>/)?.[0] ?? ''),
    cells: cells('td', body),
    totals: cells('td', foot),
  };
}

/** @param {string} aggregate @param {string} [of] */
const column = (aggregate, of) => ({ kind: 'aggregate', relation: 'items.order', aggregate, ...(of && { of }) });

describe('aggregates in a list', () => {
  const expected = {
    pieces: ['5', '2.5', '1', '4', '4', '4, 1'],
    price: ['€12.50', '€6.25', '€2.50', '€10.00', '€2.50', '€2.50, €10.00'],
    share: ['45%', '22.5%', '10%', '35%', '35%', '35%, 10%'],
    what: [null, null, 'Bolt', 'Nut', 'Nut', 'Nut, Bolt'],
    day: [null, null, 'Jan 2, 2026', 'Mar 4, 2026', 'Mar 4, 2026', 'Mar 4, 2026, Jan 2, 2026'],
    maker: [null, null, null, null, 'Bob', 'Bob, Ann'],
  };
  for (const [of, values] of Object.entries(expected)) {
    it(`of ${of}: ${values.join(' | ')}`, async () => {
      const fitting = KINDS.flatMap((kind, i) => (values[i] === null ? [] : [{ kind, value: values[i] }]));
      const { cells } = await cellsOf(fitting.map(({ kind }) => column(kind, of)));
      assert.deepEqual(
        cells.map((text, i) => [fitting[i].kind, text.replaceAll('\u202f', '')]),
        fitting.map(({ kind, value }) => [kind, value]),
      );
    });
  }

  it('counts rows, and only those that meet a condition', async () => {
    const where = { field: 'done', op: 'eq', value: true };
    const { cells, heads } = await cellsOf([column('count'), { ...column('count'), where, label: 'Done' }]);
    assert.deepEqual(cells, ['2', '1']);
    assert.deepEqual(heads, ['Items', 'Done']);
  });

  it('names the value in the heading', async () => {
    const { heads } = await cellsOf([column('sum', 'price'), column('avg', 'price'), column('latest', 'maker')]);
    assert.deepEqual(heads, ['Items: Price', 'Items: Price (Average)', 'Items: Maker (Latest)']);
  });

  it('leaves out a column without a possible value, and a total, and reports it; the others stay', async () => {
    const before = server.data.catalog().problems.length;
    const { cells, heads } = await cellsOf([
      { kind: 'field', field: 'number' },
      column('sum', 'what'),
      column('avg', 'day'),
      { kind: 'field', field: 'number', total: 'sum' },
      { kind: 'field', field: 'size', total: 'avg' },
    ]);
    assert.deepEqual(heads, ['Number', 'Size']);
    assert.deepEqual(cells, ['A1', '3']);
    const problems = server.runtime.views.plans(server.data.catalog()).problems;
    assert.equal(problems.length - before, 3, JSON.stringify(problems));
  });

  it('the element shows the same', async () => {
    const parts = [
      { aggregate: 'avg', field: 'price' },
      { aggregate: 'latest', field: 'maker' },
      { aggregate: 'array', field: 'maker' },
      { aggregate: 'count' },
    ].map((settings) => node('aggregation', { relation: 'items.order', ...settings }));
    const config = { layout: node('stack', {}, parts) };
    const view = { name: 'order_numbers', template: 'show', table: 'orders', roles: ['staff'], config };
    await server.data.edit(server.system, 'add-view', { view });
    const { text } = await (await server.as('staff')).get('/view/order_numbers?id=1');
    const main = (text.match(/<main[^]*<\/main>/)?.[0] ?? '').replace(/<[^>]+>/g, '|');
    for (const value of ['€6.25', 'Bob', 'Bob, Ann', '2'])
      assert.match(main, new RegExp(`[|\\s]${value}[|\\s]`), value);
  });
});
