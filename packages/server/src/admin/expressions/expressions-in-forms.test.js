import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let admin;
before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  await server.data.edit(server.system, 'add-table', {
    name: 'orders',
    label: 'Orders',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'price', type: 'money' },
      { name: 'amount', type: 'integer' },
    ],
  });
});
after(() => server?.close());

const field = (/** @type {string} */ name) => server.data.catalog().table('orders').field(name);

describe('expressions in the admin', () => {
  it('make a formula field, which can be changed and is listed among the others', async () => {
    const typed = { label: 'Total', type: 'money', formula: 'row.price * row.amount' };
    const made = await admin.submit('/admin/tables/orders/new-field?type=money', typed, { action: 'new-field' });
    assert.equal(made.status, 303, made.text);
    assert.deepEqual([field('total').formula, field('total').auto], ['row.price * row.amount', 'formula']);
    const list = await admin.get('/admin/tables/orders/fields');
    assert.match(list.text, /= row\.price \* row\.amount/);
    const changes = { formula: 'row.price * row.amount * 2' };
    const changed = await admin.submit('/admin/tables/orders/fields/total', changes, { action: 'fields/total' });
    assert.equal(changed.status, 303, changed.text);
    assert.equal(field('total').formula, 'row.price * row.amount * 2');
    const { id } = await server.data.rows.insert(server.system, 'orders', { price: '2', amount: 3 });
    assert.equal((await server.data.rows.get(server.system, 'orders', id)).total, '12.00');
  });

  it('switch a formula between reckoned and stored', async () => {
    const typed = { label: 'Kept', type: 'money', formula: 'row.price * 2', stored: 'on' };
    const made = await admin.submit('/admin/tables/orders/new-field?type=money', typed, { action: 'new-field' });
    assert.equal(made.status, 303, made.text);
    assert.equal(field('kept').stored, true);
    const shown = await admin.get('/admin/tables/orders/fields/kept');
    assert.match(shown.text, /name="stored"[^>]*checked/);
    const wrong = { formula: 'now > row.created_at ? row.price : 0', stored: 'on' };
    const refused = await admin.submit('/admin/tables/orders/fields/kept', wrong, { action: 'fields/kept' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /id="f-stored-error">[^<]*looks at now or today/);
    const off = await admin.post('/admin/tables/orders/fields/kept', {
      ...{ label: 'Kept', name: 'kept', type: 'money', formula: 'row.price * 2' },
    });
    assert.equal(off.status, 303, off.text);
    assert.equal(field('kept').stored, false);
  });

  it('say beside the formula what is wrong with it', async () => {
    const typed = { label: 'Wrong', type: 'money', formula: 'row.prise * 2' };
    const refused = await admin.submit('/admin/tables/orders/new-field?type=money', typed, { action: 'new-field' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /id="f-formula-error">[^<]*at character 5, there is no &quot;prise&quot;/);
    assert.match(refused.text, /<script type="application\/json" data-adm-names>\{"names":\[\{"name":"row\.id"/);
  });

  it('give default values', async () => {
    const typed = { label: 'Until', type: 'date', default: '=today + 7' };
    const made = await admin.submit('/admin/tables/orders/new-field?type=date', typed, { action: 'new-field' });
    assert.equal(made.status, 303, made.text);
    assert.deepEqual(field('until').default, { expression: 'today + 7' });
    assert.match((await admin.get('/admin/tables/orders/fields/until')).text, /value="=today \+ 7"/);
  });

  it('make rules with a message', async () => {
    const typed = { 'rule.rule': 'row.amount > 0', 'rule.message': 'Order something', 'rule.fields': 'amount' };
    const made = await admin.submit('/admin/tables/orders/rules', typed, { action: 'rules/rule' });
    assert.equal(made.status, 303, made.text);
    await assert.rejects(
      server.data.rows.insert(server.system, 'orders', { amount: 0 }),
      (/** @type {any} */ error) => {
        assert.deepEqual(error.details.fields, { amount: 'Order something' });
        return true;
      },
    );
    const again = { 'rule.rule': 'row.amont > 0', 'rule.message': 'x' };
    const refused = await admin.submit('/admin/tables/orders/rules', again, { action: 'rules/rule' });
    assert.match(refused.text, /there is no &quot;amont&quot;/);
  });
});
