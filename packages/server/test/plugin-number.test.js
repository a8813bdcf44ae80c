import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fieldTypeContract } from '@plinth/plugin/contract';
import { installFiles, startTestServer } from '../src/testing/index.js';
import { weightType } from './samples/weight.js';

// A plugin of one file, whose type of field is a number with a unit, is treated like core's own numbers everywhere.

const SAMPLE = fileURLToPath(new URL('./samples/weight.js', import.meta.url));
fieldTypeContract(weightType, { test, assert }, { valid: ['3', '12.5 kg', 4], invalid: ['much', '2000000'] });

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** Installs a plugin of one file. @param {string} name @param {string} source */
const install = (name, source) => installFiles(server, name, { 'index.js': source });

before(async () => {
  server = await startTestServer({ users: { ann: ['user'] } });
  await install('weights', await readFile(SAMPLE, 'utf8'));
  const { data, system } = server;
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
  const heavy = { when: 'row.load > 10.0', label: 'Heavy', colour: 'red', part: 'cell' };
  await edit('add-table', {
    name: 'parcels',
    label: 'Parcels',
    access: { user: { read: 'all', create: 'all', update: 'all' } },
    fields: [
      { name: 'title', label: 'Title', type: 'text' },
      { name: 'load', label: 'Load', type: 'weight', formatting: [heavy] },
      { name: 'double', label: 'Double', type: 'decimal', auto: 'formula', formula: 'row.load * 2.0' },
    ],
  });
  for (const [title, load] of [
    ['Box', 12.5],
    ['Bag', 2],
    ['Tin', 2],
    ['Jar', null],
  ])
    await data.rows.insert(system, 'parcels', { title, load });
  const view = { table: 'parcels', roles: ['user'] };
  const columns = [
    { kind: 'field', field: 'title' },
    { kind: 'field', field: 'load', total: 'sum' },
  ];
  const add = (/** @type {string} */ name, /** @type {string} */ template, /** @type {any} */ config) =>
    edit('add-view', { view: { ...view, name, label: name, template, config } });
  await add('loads', 'list', { columns });
  await add('average', 'list', { columns: [columns[0], { ...columns[1], total: 'avg' }] });
  await add('by_load', 'list', { columns, groupBy: 'load' });
  await add('sums', 'chart', { kind: 'columns', category: 'title', aggregate: 'sum', field: 'load' });
  await add('counts', 'chart', { kind: 'columns', category: 'load', aggregate: 'count' });
  await add('total', 'number', { aggregate: 'sum', field: 'load' });
  const layout = { id: 'f', type: 'filter_field', settings: { field: 'load' } };
  await add('filters', 'filter', { layout });
});
after(() => server?.close());

/** @param {string} address */
async function textOf(address) {
  const { status, text } = await (await server.as('ann')).get(address);
  assert.equal(status, 200, text);
  return text;
}
/** What stands in the cells of a list, in order. @param {string} text */
const titles = (text) => [...text.matchAll(/\b(Box|Bag|Tin|Jar)\b(?=<)/g)].map(([, title]) => title);
/** @param {string} query */
const titlesOf = async (query) => [...new Set(titles(await textOf(`/view/loads?${query}`)))];

describe('the number type of a plugin', () => {
  it('is summed, with its unit, also on average', async () => {
    assert.match(await textOf('/view/loads'), /<tfoot[\s\S]*16\.5 kg/);
    assert.match(await textOf('/view/average'), /<tfoot[\s\S]*5\.5 kg/);
    assert.match(await textOf('/view/total'), /<div class="pl-stat">16\.5 kg</);
  });

  it('is aligned at its last digit', async () => {
    assert.match(await textOf('/view/loads'), /<td class="[^"]*text-end[^"]*"[^>]*>(?:<[^>]*>|Load)*12\.5 kg/);
  });

  it('is what lists are grouped by', async () => {
    const text = await textOf('/view/by_load');
    assert.match(text, /2 kg[\s\S]*Bag[\s\S]*Tin[\s\S]*12\.5 kg[\s\S]*Box/);
    assert.match(await textOf('/view/loads?loads:menu=view'), /loads:group=load|value="load"/);
  });

  it('is charted, as a value and as a category', async () => {
    assert.match(await textOf('/view/sums'), /12\.5 kg/);
    assert.match(await textOf('/view/counts'), /2 kg[\s\S]*12\.5 kg/);
  });

  it('is filtered and sorted', async () => {
    assert.deepEqual(await titlesOf('load.gte=3'), ['Box']);
    assert.deepEqual((await titlesOf('load=2')).sort(), ['Bag', 'Tin']);
    assert.deepEqual(await titlesOf('load.empty=true'), ['Jar']);
    assert.equal((await titlesOf('sort=-load'))[0], 'Box');
    const filters = await textOf('/view/filters');
    assert.match(filters, /name="[^"]*load\.gte"[\s\S]*name="[^"]*load\.lte"/, 'a range, as of every number');
  });

  it('is formatted by a rule, and counts in formulas', async () => {
    const text = await textOf('/view/loads');
    assert.deepEqual(
      [...text.matchAll(/class="pl-tone pl-tone-(\w+) pl-c-(\w+)" title="([^"]*)"/g)].map(([, ...found]) =>
        found.join(' '),
      ),
      ['cell red Heavy'],
    );
    const spec = { table: 'parcels', select: [{ as: 'double', field: 'double' }], sort: [{ field: 'id' }] };
    const [{ rows }] = await server.data.select(server.system, [{ spec: /** @type {any} */ (spec), params: {} }]);
    assert.deepEqual(
      rows.map((/** @type {any} */ { double }) => double && Number(double)),
      [25, 4, 4, null],
    );
  });

  it('comes from CSV, where its type is guessed, and from Excel', async () => {
    const { data, system } = server;
    const text = Buffer.from('Name,Weight\nA,1.5 kg\nB,20 kg\n');
    const guessed = await data.csv.inspect(Readable.from([text]), { header: true });
    assert.deepEqual(
      guessed.columns.map((/** @type {any} */ { type }) => type),
      ['text', 'weight'],
    );
    const columns = [
      { header: 'Name', field: 'title', format: null },
      { header: 'Weight', field: 'load', format: null },
    ];
    const into = { table: 'parcels', columns, mode: 'all-or-nothing', header: true };
    const { inserted } = await data.csv.import(system, Readable.from([text]), /** @type {any} */ (into));
    assert.equal(inserted, 2);
    const fields = ['title', 'load'];
    const file = await buffer(await data.csv.export(system, { format: 'xlsx', table: 'parcels', fields }));
    const read = await data.csv.inspect(Readable.from([file]), { table: 'parcels', header: true });
    assert.deepEqual(
      read.columns.map((/** @type {any} */ { field }) => field),
      fields,
    );
    const again = { table: 'parcels', columns: read.columns, mode: 'all-or-nothing', header: true };
    assert.equal((await data.csv.import(system, Readable.from([file]), /** @type {any} */ (again))).inserted, 6);
    assert.match(await textOf('/view/total'), /<div class="pl-stat">76 kg</, 'twice 16.5, 1.5 and 20');
  });

  it('is offered in the settings of charts, and described in the API', async () => {
    const admin = await server.as('admin');
    const { text } = await admin.get('/admin/views/sums/settings');
    assert.match(text, /<option[^>]*value="load"[^>]*selected/);
    const { tables } = JSON.parse((await admin.get('/api/v1/catalog')).text);
    const { fields } = tables.find((/** @type {any} */ { name }) => name === 'parcels');
    assert.deepEqual(fields.find((/** @type {any} */ { name }) => name === 'load').schema, {
      type: ['number', 'null'],
    });
  });

  it('is refused with a wrong trait, which is named, and the server runs on', async () => {
    const source = (await readFile(SAMPLE, 'utf8'))
      .replaceAll("'weight'", "'mass'")
      .replace("name: 'weights'", "name: 'masses'")
      .replace("value: 'number', hasUnit", "value: 'number', hasDay");
    await assert.rejects(install('masses', source), {
      code: 'TRAIT_INVALID',
      message: 'The field type "mass" of plugin "masses" has a wrong trait "hasDay"',
    });
    assert.match(await textOf('/view/loads'), /12\.5 kg/);
  });
});
