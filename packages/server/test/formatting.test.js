import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../src/testing/index.js';

// Conditional formatting: rules of a field that colour it where it is shown.

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
const everything = { read: 'all', create: 'all', update: 'all', delete: 'all' };
const low = { when: 'row.stock < row.minimum', label: 'Below minimum', colour: 'red', part: 'row' };
const few = { when: 'row.stock < 10', label: 'Few left', colour: 'amber', part: 'chip' };

before(async () => {
  server = await startTestServer({ users: { ann: ['user'], sam: ['staff'] } });
  const { data, system } = server;
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
  await edit('add-table', {
    name: 'shelves',
    label: 'Shelves',
    access: { user: everything, staff: everything },
    fields: [
      { name: 'code', type: 'text' },
      { name: 'locked', type: 'boolean', access: { read: ['staff'] } },
    ],
  });
  await edit('add-table', {
    name: 'goods',
    label: 'Goods',
    display: 'title',
    access: { user: everything, staff: everything },
    fields: [
      { name: 'title', type: 'text', formatting: [rule('row.cost > 100', 'Expensive')] },
      { name: 'stock', type: 'integer', formatting: [low, few] },
      { name: 'minimum', type: 'integer' },
      { name: 'cost', type: 'integer', access: { read: ['staff'] } },
      { name: 'dear', type: 'boolean', auto: 'formula', formula: 'row.cost > 100' },
      { name: 'shelf', type: 'relation', attributes: { table: 'shelves' } },
    ],
  });
  const shelf = await data.rows.insert(system, 'shelves', { code: 'A1', locked: true });
  const rows = [
    { title: 'Bolts', stock: 2, minimum: 5, cost: 500 },
    { title: 'Nuts', stock: 7, minimum: 5, cost: 1, shelf: shelf.id },
    { title: 'Nails', stock: 90, minimum: 5, cost: 1 },
  ];
  for (const row of rows) await data.rows.insert(system, 'goods', row);
  const columns = ['title', 'stock', 'minimum'].map((field) => ({ kind: 'field', field }));
  const view = { table: 'goods', roles: ['user', 'staff'], label: 'Goods' };
  await edit('add-view', { view: { ...view, name: 'goods', template: 'list', config: { columns } } });
  const layout = { id: 'r', type: 'stack', children: [{ id: 'a', type: 'field', settings: { field: 'stock' } }] };
  await edit('add-view', { view: { ...view, name: 'good', template: 'show', config: { layout } } });
});
after(() => server?.close());

/** @param {string} when @param {string} label @returns {any} */
const rule = (when, label) => ({ when, label, colour: 'blue', part: 'cell' });

/** The names of the rules that a page shows. @param {string} who @param {string} address */
async function marks(who, address) {
  const { status, text } = await (await server.as(who)).get(address);
  assert.equal(status, 200, text);
  return [...text.matchAll(/class="pl-tone pl-tone-(\w+) pl-c-(\w+)" title="([^"]*)"/g)].map(([, ...found]) =>
    found.join(' '),
  );
}
/** @param {string} field @param {any} changes */
const change = (field, changes) => server.data.edit(server.system, 'change-field', { table: 'goods', field, changes });

describe('conditional formatting', () => {
  it('colours by the first rule that holds, with its name for those who see no colours', async () => {
    const expected = ['row red Below minimum', 'chip amber Few left'];
    assert.deepEqual(await marks('ann', '/view/goods'), expected);
    assert.deepEqual(await marks('ann', '/view/good?id=2'), ['chip amber Few left']);
    assert.deepEqual(await marks('ann', '/view/good?id=3'), []);
    const { text } = await (await server.as('ann')).get('/view/goods');
    assert.match(text, /2<\/span><span class="visually-hidden"> \(Below minimum\)<\/span>/);
    assert.match(text, /href="[^"]*core-views\/css\/formatting[^"]*\.css"/);
  });

  it('follows the row', async () => {
    await server.data.rows.update(server.system, 'goods', 3, { stock: 1 });
    assert.deepEqual(await marks('ann', '/view/good?id=3'), ['row red Below minimum']);
    await server.data.rows.update(server.system, 'goods', 3, { stock: 90 });
    assert.deepEqual(await marks('ann', '/view/good?id=3'), []);
  });

  it('is shown in the data grid', async () => {
    assert.ok((await marks('admin', '/admin/tables/goods/data')).includes('row red Below minimum'));
  });

  describe('Z6: a rule over what the reader may not read does not apply', () => {
    for (const [what, when] of /** @type {[string, string][]} */ ([
      ['a hidden field', 'row.cost > 100 || row.stock < 100'],
      ['the absence of a hidden field', 'row.cost == null'],
      ['a formula over a hidden field', 'row.dear || row.stock < 100'],
      ['a hidden field of a related row', 'row.shelf.locked != false'],
    ])) {
      it(`Z6: ignores a rule over ${what}`, async () => {
        await change('stock', { formatting: [rule(when, 'Told')] });
        assert.deepEqual(await marks('ann', '/view/goods'), []);
        assert.deepEqual(await marks('ann', '/view/good?id=1'), []);
        const seen = await marks('sam', '/view/goods');
        const isAbsence = when.endsWith('== null');
        assert.equal(seen.includes('cell blue Told'), !isAbsence, seen.join());
        await change('stock', { formatting: [low, few] });
      });
    }
  });

  const wrong = /** @type {[string, any, string][]} */ ([
    ['a condition that names no field', [rule('row.stok < 1', 'x')], 'formatting.0.when'],
    ['a condition that is not true or false', [low, rule('row.stock', 'x')], 'formatting.1.when'],
    ['no condition', [{ ...low, when: '' }], 'formatting.0.when'],
    ['no name', [{ ...low, label: '' }], 'formatting.0.label'],
    ['a colour of its own', [{ ...low, colour: 'red;background:url(x)' }], 'formatting.0.colour'],
    ['more than ten rules', Array.from({ length: 11 }, () => low), 'formatting'],
  ]);
  for (const [what, formatting, at] of wrong) {
    it(`refuses ${what}`, async () => {
      await assert.rejects(change('stock', { formatting }), (/** @type {any} */ error) => {
        assert.equal(error.status, 422);
        assert.ok(Object.keys(error.details?.fields ?? {}).includes(at), JSON.stringify(error.details));
        return true;
      });
    });
  }

  it('is set in the form of the field, which keeps what was typed', async () => {
    const admin = await server.as('admin');
    const form = {
      'formatting.0.when': 'row.minimum > 3',
      'formatting.0.label': 'Many <b>',
      'formatting.0.colour': 'green',
      'formatting.0.part': 'cell',
    };
    const address = '/admin/tables/goods/fields/minimum';
    const refused = await admin.submit(address, { ...form, 'formatting.0.when': 'row.minimum >' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /row\.minimum &gt;<\/textarea>/);
    assert.equal((await admin.submit(address, form)).status, 303);
    assert.ok((await marks('ann', '/view/goods')).includes('cell green Many &lt;b&gt;'));
    assert.match((await admin.get(address)).text, /row\.minimum &gt; 3<\/textarea>/);
    await change('minimum', { formatting: [] });
  });

  it('follows the renaming of a field, and survives its removal', async () => {
    await change('minimum', { name: 'least' });
    assert.equal(server.data.catalog().table('goods').field('stock').formatting?.[0].when, 'row.stock < row.least');
    assert.deepEqual(await marks('ann', '/view/good?id=1'), ['row red Below minimum']);
    const { revision } = await server.data.edit(server.system, 'remove-field', { table: 'goods', field: 'least' });
    assert.deepEqual(await marks('ann', '/view/good?id=1'), ['chip amber Few left']);
    assert.ok(revision);
    const { text } = await (await server.as('admin')).get('/admin/problems');
    assert.match(text, /formatting\.0\.when|least/);
  });
});
