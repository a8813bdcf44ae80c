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
  await edit('add-table', { name: 'customers', fields: [text('name')], display: 'name', access: { staff: ALL } });
  await edit('add-table', {
    name: 'orders',
    fields: [{ ...text('title'), required: true }, customer('customer'), customer('others', 'many_to_many')],
    access: { staff: ALL },
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
