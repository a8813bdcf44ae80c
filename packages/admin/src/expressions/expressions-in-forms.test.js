import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '@plinth/server/testing';

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
      { name: 'state', label: 'State', type: 'select', attributes: { options: [{ value: 'New' }, { value: 'Sent' }] } },
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
    const typed = { label: 'Kept', type: 'money', formula: 'row.price * 2', stored: 'true' };
    const made = await admin.submit('/admin/tables/orders/new-field?type=money', typed, { action: 'new-field' });
    assert.equal(made.status, 303, made.text);
    assert.equal(field('kept').stored, true);
    const shown = await admin.get('/admin/tables/orders/fields/kept');
    assert.match(shown.text, /name="stored"[^>]*checked/);
    const wrong = { formula: 'now > row.created_at ? row.price : 0', stored: 'true' };
    const refused = await admin.submit('/admin/tables/orders/fields/kept', wrong, { action: 'fields/kept' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /id="s-stored-error">[^<]*uses now or today/);
    const off = await admin.post('/admin/tables/orders/fields/kept', {
      label: 'Kept',
      name: 'kept',
      type: 'money',
      formula: 'row.price * 2',
    });
    assert.equal(off.status, 303, off.text);
    assert.equal(field('kept').stored, false);
  });

  it('show errors beside the formula', async () => {
    const typed = { label: 'Wrong', type: 'money', formula: 'row.prise * 2' };
    const refused = await admin.submit('/admin/tables/orders/new-field?type=money', typed, { action: 'new-field' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /id="s-formula-error">[^<]*at character 5, there is no &quot;prise&quot;/);
    assert.match(
      refused.text,
      /data-expression="\{&quot;table&quot;:&quot;orders&quot;,&quot;place&quot;:&quot;formula&quot;/,
    );
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
    await server.data.rows.insert(server.system, 'orders', { title: 'old <one>', amount: 0 });
    const told = await admin.submit('/admin/tables/orders/rules', typed, { action: 'rules/rule' });
    assert.equal(told.status, 422);
    assert.match(told.text, /One row breaks this rule[^]*>old &lt;one&gt; \(2\)<[^]*name="anyway"/);
    assert.equal(server.data.catalog().table('orders').constraints.length, 0);
    const many = { ...typed, 'rule.rule': 'row.title == "x"' };
    assert.match(
      (await admin.submit('/admin/tables/orders/rules', many, { action: 'rules/rule' })).text,
      /2 rows break/,
    );
    await server.data.db.query("delete from app.orders where title = 'old <one>'");
    const made = await admin.submit('/admin/tables/orders/rules', typed, { action: 'rules/rule' });
    assert.equal(made.status, 303, made.text);
    await assert.rejects(
      server.data.rows.insert(server.system, 'orders', { amount: 0 }),
      (/** @type {any} */ error) => {
        assert.deepEqual(error.details.fields, { amount: 'Order something' });
        return true;
      },
    );
    await admin.post('/admin/tables/orders/rules/rule', { ...many, anyway: '1' });
    assert.equal(server.data.catalog().table('orders').constraints.length, 2);
    const again = { 'rule.rule': 'row.amont > 0', 'rule.message': 'x' };
    const refused = await admin.submit('/admin/tables/orders/rules', again, { action: 'rules/rule' });
    assert.match(refused.text, /there is no &quot;amont&quot;/);
  });

  it('list what can be written, each with its type, and nothing that is not allowed there', async () => {
    const names = async (/** @type {string} */ query) =>
      JSON.parse((await admin.get(`/admin/expressions/names?${query}`)).text);
    const formula = await names('table=orders&place=formula');
    assert.deepEqual(
      formula.names.find((/** @type {any} */ { name }) => name === 'row.price'),
      { name: 'row.price', label: 'Price', table: null, type: 'decimal number' },
    );
    assert.ok(!formula.names.some((/** @type {any} */ { name }) => name.startsWith('user.')));
    assert.equal(formula.builds, false);
    assert.match(
      formula.functions.find((/** @type {any} */ { name }) => name === 'addPercent').type,
      /decimal number, decimal number/,
    );
    const rule = await names('table=orders&place=rule');
    assert.ok(rule.names.some((/** @type {any} */ { name }) => name === 'user.roles'));
    assert.deepEqual([rule.builds, rule.rows.length > 0], [true, true]);
  });

  it('immediately show the result for a row, or where the error is', async () => {
    const attempt = async (/** @type {any} */ asked) =>
      (await admin.post('/admin/expressions/try', { table: 'orders', place: 'rule', row: '1', ...asked })).text;
    assert.match(await attempt({ source: 'row.amount > 1' }), /gives <strong>Yes<\/strong>/);
    assert.match(await attempt({ source: 'row.amount > 10' }), /gives <strong>No<\/strong>/);
    assert.match(await attempt({ source: 'row.price * 2', place: 'formula' }), /<strong>4<\/strong>.*decimal number/);
    const wrong = await attempt({ source: 'row.amont > 1' });
    assert.match(wrong, /<code>row\.<mark>amont<\/mark> &gt; 1<\/code>/);
    assert.match(wrong, /Did you mean &quot;amount&quot;/);
    assert.match(await attempt({ source: 'row.amount + 1' }), /but yes or no is expected/);
    assert.match(await attempt({ source: 'today + 1', place: 'default' }), /\d{4}-\d\d-\d\d<\/strong>/);
    assert.match(await attempt({ source: 'row.amount > 1', row: '' }), /There are no rows yet to test it with/);
    assert.match(await attempt({ source: '<b>x</b>' }), /&lt;/);
    const never = await attempt({ source: 'row.state == "new"' });
    assert.match(never, /State is never “new”. Its choices: &quot;New&quot;, &quot;Sent&quot;/);
    assert.doesNotMatch(await attempt({ source: 'row.state == "New"' }), /never/);
  });

  it('put conditions together, and read those that were put together', async () => {
    const build = async (/** @type {any} */ asked) =>
      (await admin.post('/admin/expressions/build', { table: 'orders', place: 'rule', ...asked })).text;
    const chosen = {
      '0.field': 'row.title',
      '0.op': 'contains',
      '0.value': 'a "b"',
      '1.field': 'row.amount',
      '1.op': 'atLeast',
    };
    const written = await build({ ...chosen, '1.value': '3', count: '2', joined: 'or', op: 'write' });
    const { source } = JSON.parse(written);
    assert.equal(source, 'row.title.contains("a \\"b\\"") || row.amount >= 3');
    const opened = await build({ source, op: 'open' });
    assert.match(opened, /value="a &quot;b&quot;"/);
    assert.match(opened, /<option value="or" selected>/);
    assert.match(opened, /data-b="1\.value" value="3"/);
    for (const spelling of [
      'row.title.contains(\'a "b"\')||row.amount>=3',
      '((row.title).contains("a \\"b\\"")) || ( 3 <= row.amount )',
    ])
      assert.equal(await build({ source: spelling, op: 'open' }), opened, spelling);
    assert.match(await build({ source: 'size(row.title) > 3', op: 'open' }), /data-b="0\.field"/);
    assert.doesNotMatch(await build({ ...chosen, count: '2', op: 'remove:0' }), /data-b="1\.field"/);
  });
});
