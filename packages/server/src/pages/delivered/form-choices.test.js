import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let staff;
/** Keys of the customers by name. @type {Map<string, number>} */
let keys;

const COUNT = 130;
const named = (/** @type {number} */ n) => `Customer ${String(n).padStart(3, '0')}`;
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };

before(async () => {
  server = await startTestServer();
  const { data, system } = server;
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
  const text = (/** @type {string} */ name) => ({ name, type: 'text' });
  const customer = (/** @type {string} */ name, type = 'relation') => ({
    name,
    type,
    attributes: { table: 'customers' },
  });
  const open = { read: 'all', create: 'all' };
  // Users may choose customers, but not add any; they may add towns, but have no form for them.
  await edit('add-table', {
    name: 'customers',
    fields: [text('name'), { name: 'hidden', type: 'boolean' }],
    display: 'name',
    access: { staff: ALL, user: { read: { rule: 'row.hidden != true' } } },
  });
  await edit('add-table', {
    name: 'towns',
    fields: [text('name')],
    display: 'name',
    access: { staff: ALL, user: open },
  });
  const town = { name: 'town', type: 'relation', attributes: { table: 'towns' } };
  await edit('add-table', {
    name: 'orders',
    fields: [{ ...text('title'), required: true }, customer('customer'), customer('others', 'many_to_many'), town],
    access: { staff: ALL, user: open },
  });
  await edit('add-table', {
    name: 'lines',
    fields: [text('what'), customer('payer'), { name: 'of', type: 'relation', attributes: { table: 'orders' } }],
    access: { staff: ALL },
  });
  const control = (/** @type {string} */ field) => node('form_field', { field });
  const lines = node('child_rows', { relation: 'lines.of' }, [control('what'), control('payer')]);
  const layout = node('stack', {}, [control('title'), control('customer'), control('others'), lines]);
  const view = (/** @type {string} */ name, /** @type {string} */ template, /** @type {any} */ config) =>
    edit('add-view', { view: { name, label: name, template, table: 'orders', roles: ['staff'], config } });
  await view('order', 'edit', { layout });
  const [own, name] = [
    node('stack', {}, [control('title'), control('customer'), control('town')]),
    node('stack', {}, [control('name')]),
  ];
  const form = (
    /** @type {string} */ called,
    /** @type {string} */ table,
    /** @type {string[]} */ roles,
    layout = own,
  ) => edit('add-view', { view: { name: called, label: called, template: 'edit', table, roles, config: { layout } } });
  await form('any_order', 'orders', ['staff', 'user']);
  await form('new_town', 'towns', ['staff'], name);
  await form('new_customer', 'customers', ['staff', 'user'], name);
  await view('find_order', 'filter', { layout: node('stack', {}, [node('filter_field', { field: 'customer' })]) });
  await view('order_list', 'list', { columns: [{ kind: 'field', field: 'title' }] });
  const embeds = ['find_order', 'order_list'].map((name) => node('embed', { view: name }));
  const page = { name: 'desk', title: 'Desk', roles: ['staff'], layout: node('stack', {}, embeds) };
  await edit('add-page', { page });
  keys = new Map();
  for (let n = 0; n < COUNT; n++) {
    const { id } = await data.rows.insert(system, 'customers', { name: named(n) });
    keys.set(named(n), id);
  }
  staff = await server.as('staff');
});
after(() => server.close());

const key = (/** @type {number} */ n) => keys.get(named(n));
/** The options that are chosen in a control. @param {string} text @param {string} name */
function chosenIn(text, name) {
  const select = new RegExp(`<select[^>]* name="${name.replaceAll('.', '\\.')}"[^>]*>(.*?)</select>`).exec(text)?.[1];
  assert.ok(select !== undefined, name);
  return [...select.matchAll(/<option value="([^"]*)" selected>([^<]*)/g)].map(
    ([, value, label]) => `${value} ${label}`,
  );
}

describe('a form that comes back', () => {
  it('names the chosen row, however far down the list it is, and not the previous one', async () => {
    const { data, system } = server;
    const { id } = await data.rows.insert(system, 'orders', { title: 'A', customer: key(1) });
    const far = { customer: String(key(120)), others: [String(key(121)), String(key(122))] };
    const line = { 'lines.of.0.what': 'x', 'lines.of.0.payer': String(key(125)) };
    for (const address of ['/view/order', `/view/order?id=${id}`]) {
      const { status, text } = await staff.post(address, { title: '', ...far, ...line });
      assert.equal(status, 422);
      assert.deepEqual(chosenIn(text, 'customer'), [`${key(120)} ${named(120)}`]);
      assert.deepEqual(chosenIn(text, 'others'), [`${key(121)} ${named(121)}`, `${key(122)} ${named(122)}`]);
      assert.deepEqual(chosenIn(text, 'lines.of.0.payer'), [`${key(125)} ${named(125)}`]);
    }
  });

  it('names what the address of a filter chose', async () => {
    const { text } = await staff.get(`/page/desk?orders.customer=${key(120)}`);
    assert.deepEqual(chosenIn(text, 'orders.customer'), [`${key(120)} ${named(120)}`]);
  });
});

describe('a long list without scripts', () => {
  it('takes what one types a part of, where it fits one row', async () => {
    assert.match(
      (await staff.get('/view/order')).text,
      /<noscript><label[^>]*>[^<]*<\/label><input[^>]*name="customer\.find"/,
    );
    const form = { title: 'B', customer: '', 'customer.find': 'mer 120', 'others.find': '121' };
    const answer = await staff.post('/view/order', form);
    assert.equal(answer.status, 303, answer.text.slice(0, 300));
    const id = new URLSearchParams(answer.location.split('?')[1]).get('id');
    const row = await server.data.rows.get(server.system, 'orders', Number(id), { fields: ['customer', 'others'] });
    assert.deepEqual([row.customer, row.others], [key(120), [key(121)]]);
  });

  it('offers what fits where several rows do, keeps what was typed, and is done when one is chosen', async () => {
    const form = { title: 'C', customer: String(key(3)), 'customer.find': 'mer 12' };
    const { status, text } = await staff.post('/view/order', form);
    assert.equal(status, 422);
    assert.match(text, /Several entries match “mer 12”\. Choose one from the list\./);
    assert.match(text, /name="title"[^>]* value="C"|value="C"[^>]* name="title"/);
    assert.deepEqual(chosenIn(text, 'customer'), [`${key(3)} ${named(3)}`]);
    for (const n of [120, 129]) assert.match(text, new RegExp(`<option value="${key(n)}">${named(n)}`));
    const done = await staff.post('/view/order', { ...form, customer: String(key(124)) });
    assert.equal(done.status, 303);
    const rows = await server.data.rows.count(server.system, 'orders', {
      field: 'customer',
      op: 'eq',
      value: key(124),
    });
    assert.equal(rows, 1);
  });

  it('reports that nothing matches', async () => {
    const { status, text } = await staff.post('/view/order', { title: 'D', 'customer.find': '<walrus>' });
    assert.equal(status, 422);
    assert.match(text, /No matches for “&lt;walrus&gt;”\./);
  });

  it('does so in a filter by its address', async () => {
    const { text } = await staff.get('/page/desk?orders.customer.find=mer+12');
    assert.match(text, new RegExp(`<option value="${key(129)}">${named(129)}`));
    assert.doesNotMatch(text, new RegExp(`<option value="${key(3)}">`));
    assert.match(text, /name="orders\.customer\.find"[^>]*value="mer 12"/);
  });

  it('Z15: looks nothing up for a field that the form has no control for', async () => {
    const { data, system } = server;
    const layout = node('stack', {}, [node('form_field', { field: 'title' })]);
    const view = { name: 'bare', template: 'edit', table: 'orders', roles: ['staff'], config: { layout } };
    await data.edit(system, 'add-view', { view });
    const answer = await staff.post('/view/bare', { title: 'E', 'customer.find': named(120) });
    assert.equal(answer.status, 303);
    const id = Number(new URLSearchParams(answer.location.split('?')[1]).get('id'));
    assert.equal((await data.rows.get(system, 'orders', id)).customer, null);
  });
});

describe('Save and new', () => {
  it('saves and leads to the empty form with the same presets, where the form offers it; only for new rows', async () => {
    const { data, system } = server;
    const layout = node('stack', {}, [node('form_field', { field: 'name' })]);
    const config = { layout, another: true, destination: 'view', destinationView: 'order_list' };
    const view = { name: 'many', label: 'Many', template: 'edit', table: 'towns', roles: ['staff'], config };
    await data.edit(system, 'add-view', { view });
    const button = /<button class="btn" type="submit" name="_next" value="new">Save and new<\/button>/;
    assert.match((await staff.get('/view/many')).text, button);
    const again = await staff.post('/view/many?name=Preset', { name: 'Ulm', _next: 'new' });
    assert.deepEqual([again.status, again.location], [303, '/view/many?name=Preset']);
    const done = await staff.post('/view/many', { name: 'Bonn' });
    assert.equal(done.location, '/view/order_list');
    const { id } = await data.rows.insert(system, 'towns', { name: 'Trier' });
    assert.equal(button.test((await staff.get(`/view/many?id=${id}`)).text), false);
    const changed = await staff.post(`/view/many?id=${id}`, { name: 'Treves', _next: 'new' });
    assert.equal(changed.location, '/view/order_list');
    assert.equal(/_next/.test((await staff.get('/view/new_town')).text), false, 'not by itself');
  });
});

describe('a row that is to be chosen', () => {
  const CREATES = /data-pl-create="([^"]*)" data-pl-creates="([^"]*)" data-pl-title="([^"]*)"/g;

  it('can be added on the way by those who may open its form and add rows; others are told of neither', async () => {
    const offers = [...(await staff.get('/view/any_order')).text.matchAll(CREATES)].map(([, ...offer]) => offer);
    assert.deepEqual(offers, [
      ['/view/new_customer', 'New entry in Customers', 'name'],
      ['/view/new_town', 'New entry in Towns', 'name'],
    ]);
    const { status, text } = await (await server.as('user')).get('/view/any_order');
    assert.equal(status, 200);
    assert.match(text, /data-pl-combobox/);
    assert.equal(/data-pl-create|new_customer|new_town/.test(text), false);
  });

  it('is found by its key, so far as the reader may see it; what is no key finds nothing', async () => {
    const { id: hidden } = await server.data.rows.insert(server.system, 'customers', { name: 'Hidden', hidden: true });
    const ask = async (/** @type {any} */ client, /** @type {string} */ keys) => {
      const answer = await client.get(`/view/any_order/choices?field=orders.customer&keys=${keys}`, {
        accept: 'application/json',
      });
      assert.equal(answer.status, 200);
      return answer.json();
    };
    const user = await server.as('user');
    const third = { value: key(3), label: named(3) };
    assert.deepEqual(await ask(staff, `${key(3)},${hidden}`), [third, { value: hidden, label: 'Hidden' }]);
    assert.deepEqual(await ask(user, `${key(3)},${hidden}`), [third]);
    for (const keys of ['', 'x', "1'--", '%00', '99999999999999999999', '1.5'])
      assert.deepEqual(await ask(user, keys), []);
  });

  it('is told to a script by its key once it was added', async () => {
    const answer = await staff.post('/view/new_customer', { name: 'Newco' }, { accept: 'application/json' });
    const [{ label }] = (
      await staff.get(`/view/any_order/choices?field=orders.customer&keys=${answer.json().id}`)
    ).json();
    assert.equal(label, 'Newco');
  });
});
