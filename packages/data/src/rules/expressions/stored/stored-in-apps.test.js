import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createRegistry } from '@plinth/plugin';
import { dataPlugin } from '../../../core-plugin.js';
import { createData } from '../../../create-data.js';
import { SYSTEM } from '../../../gate/rows/testing/forum.js';
import { createTestDatabase } from '../../../testing/index.js';

/** @type {any} */
let data;
/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let database;
before(async () => {
  database = await createTestDatabase();
  data = await createData({ connection: database.connection, registry: createRegistry([dataPlugin]) });
});
after(async () => {
  await data?.close();
  await database?.close();
});

it('an app exports its stored formulas and profile fields, also under new names', async () => {
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(SYSTEM, name, input);
  await edit('add-app', { name: 'shop', label: 'Shop' });
  await edit('add-table', {
    name: 'orders',
    app: 'shop',
    person: 'buyer',
    fields: [
      { name: 'buyer', type: 'one_to_one', attributes: { table: 'users' } },
      { name: 'rate', type: 'decimal' },
      { name: 'paid', type: 'decimal', default: { expression: 'row.rate * 2.0' } },
    ],
  });
  await edit('add-table', {
    name: 'lines',
    app: 'shop',
    fields: [
      { name: 'price', type: 'decimal' },
      { name: 'order', type: 'relation', attributes: { table: 'orders' } },
    ],
  });
  const total = { name: 'total', type: 'decimal', formula: 'row.lines.sum(l, l.price) * row.rate', stored: true };
  await edit('add-field', { table: 'orders', field: total });
  const document = await data.apps.export(SYSTEM, 'shop', { rows: false });
  const orders = document.tables.find((/** @type {any} */ { name }) => name === 'orders');
  const kept = orders.fields.find((/** @type {any} */ { name }) => name === 'total');
  assert.deepEqual([kept.formula, kept.stored, orders.person], [total.formula, true, 'buyer']);
  // One table tells more of users: that of the second copy would be the second.
  await edit('change-table', { table: 'orders', changes: { person: null } });
  await data.apps.install(SYSTEM, document, { prefix: 'two_' });
  const copy = data.catalog().table('two_orders');
  assert.deepEqual(
    [copy.field('total').formula, copy.field('total').stored],
    ['row.two_lines.sum(l, l.price) * row.rate', true],
  );
  assert.deepEqual(copy.field('paid').default, { expression: 'row.rate * 2.0' });
  assert.equal(copy.person, 'buyer');
  const { id } = await data.rows.insert(SYSTEM, 'two_orders', { rate: '2' });
  await data.rows.insert(SYSTEM, 'two_lines', { price: '3', order: id });
  const { rows } = await data.db.query('select total from app.two_orders');
  assert.equal(Number(rows[0].total), 6);
  assert.equal((await data.rows.get(SYSTEM, 'two_orders', id)).paid, '4');
});

it('a stored formula is found by search and its index, but hidden from readers who may not see what it uses', async () => {
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(SYSTEM, name, input);
  await edit('add-table', { name: 'people', fields: [{ name: 'name', type: 'text' }] });
  await edit('add-table', {
    name: 'notes',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'by', type: 'relation', attributes: { table: 'people' } },
      { name: 'full', type: 'text', formula: 'row.title + " by " + row.by.name', stored: true },
    ],
    access: { user: { read: 'all', create: 'none', update: 'none', delete: 'none' } },
  });
  await data.rows.insert(SYSTEM, 'people', { name: 'Hidden Person' });
  await data.rows.insert(SYSTEM, 'notes', { title: 'First', by: 1 });
  await edit('add-index', { table: 'notes', kind: 'search', fields: ['title', 'full'] });
  const found = async (/** @type {any} */ actor, /** @type {string} */ q) => {
    const spec = { table: 'notes', select: [{ as: 'full', field: 'full' }], search: { param: 'q' } };
    const [{ rows }] = await data.select(actor, [{ spec, params: { q } }]);
    return rows.map((/** @type {any} */ { full }) => full);
  };
  assert.deepEqual(await found(SYSTEM, 'hidden'), ['First by Hidden Person']);
  const user = { userId: null, roles: ['user', 'public'], system: false };
  assert.deepEqual(await found(user, 'hidden'), []);
  assert.deepEqual(await found(user, 'first'), ['First by ']);
});
