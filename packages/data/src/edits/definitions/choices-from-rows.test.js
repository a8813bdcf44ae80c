import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { atEdge } from '../../testing/at-edge.js';
import { admin, openSite } from './testing/edit-site.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** A table whose titles are these. @param {string} name @param {(string | null)[]} titles @param {any} [field] */
async function withTitles(name, titles, field = { name: 'title', type: 'text' }) {
  await site.edit('add-table', { name, auto: [], fields: [field] });
  const texts = titles.map((title, at) => ({ id: at + 1, title }));
  await site.rows(`insert into app.${name} (title)
    select title from jsonb_to_recordset('${JSON.stringify(texts).replaceAll("'", "''")}') as t(id int, title text) order by id`);
}
const titles = async (/** @type {string} */ table) =>
  (await site.rows(`select title from app.${table} order by id`)).map(({ title }) => title);
const choices = (/** @type {string} */ table) =>
  site.data
    .catalog()
    .table(table)
    .field('title')
    .attributes.options.map((/** @type {any} */ { value }) => value);
const become = (/** @type {string} */ type, /** @type {any} */ more = {}) => ({
  field: 'title',
  changes: { type, ...more },
});
const fieldsOf = (/** @type {string} */ type) =>
  site.data
    .catalog()
    .tables.filter((/** @type {any} */ { fields }) => fields.some((/** @type {any} */ one) => one.type === type))
    .length;
const undoLast = async () => {
  const { revisions } = await site.data.revisions.list({ limit: 1 });
  return site.data.revisions.undo(admin, revisions[0].id);
};

describe('a text field that becomes a list of choices', () => {
  it('gets one choice for each value of its rows, with colours', async () => {
    const written = ['Piemonte', 'Lazio', ' Lazio ', 'lazio', null, "L'Aquila", 'Lazio\t'];
    await withTitles('regions', written);
    await site.edit('change-field', { table: 'regions', ...become('select') });
    assert.deepEqual(choices('regions'), ["L'Aquila", 'lazio', 'Lazio', 'Piemonte']);
    const { options } = site.data.catalog().table('regions').field('title').attributes;
    assert.ok(options.every((/** @type {any} */ { label, value, colour }) => label === value && colour));
    assert.deepEqual(await titles('regions'), ['Piemonte', 'Lazio', 'Lazio', 'lazio', null, "L'Aquila", 'Lazio']);
    await undoLast();
    assert.deepEqual(await titles('regions'), written);
    assert.equal(site.data.catalog().table('regions').field('title').type, 'text');
  });

  it('gets several from a text with commas or semicolons as multi-select', async () => {
    const long = Array.from({ length: 40 }, (_, at) => `word ${at}`).join(', ');
    const written = ['red, blue', 'green', 'blue;red ', 'green, green', '["red", "dark, grey"]', 'red,', null, long];
    await withTitles('colours', written);
    await site.edit('change-field', { table: 'colours', ...become('multi_select') });
    const words = long.split(', ');
    assert.deepEqual(choices('colours').slice(0, 4), ['blue', 'dark, grey', 'green', 'red']);
    assert.equal(choices('colours').length, 44);
    assert.deepEqual(await titles('colours'), [
      ...[['red', 'blue'], ['green'], ['blue', 'red'], ['green'], ['red', 'dark, grey'], ['red'], null],
      words,
    ]);
    await undoLast();
    assert.deepEqual(await titles('colours'), written);
  });

  it('is the same for long texts, addresses and numbers, and after a rename in the same edit', async () => {
    await withTitles('notes', ['a', 'b', 'a'], { name: 'title', type: 'long_text' });
    await site.edit('change-field', { table: 'notes', ...become('select') });
    assert.deepEqual(choices('notes'), ['a', 'b']);

    await withTitles('mails', ['ann@example.com', null], { name: 'title', type: 'email' });
    await site.edit('change-field', { table: 'mails', ...become('multi_select') });
    assert.deepEqual(await titles('mails'), [['ann@example.com'], null]);

    await site.edit('add-table', { name: 'marks', auto: [], fields: [{ name: 'mark', type: 'integer' }] });
    await site.rows('insert into app.marks (mark) values (3), (1), (3)');
    await site.edit('batch', {
      edits: [
        { edit: 'change-field', input: { table: 'marks', field: 'mark', changes: { name: 'title' } } },
        { edit: 'change-field', input: { table: 'marks', ...become('select') } },
      ],
    });
    assert.deepEqual(choices('marks'), ['1', '3']);
    assert.deepEqual(await titles('marks'), ['3', '1', '3']);
  });

  it('reports values that can’t be choices, with the choices that there would be, and changes nothing', async () => {
    const written = ['short', 'x'.repeat(201), 'two\nlines', 'short'];
    await withTitles('mixed', written, { name: 'title', type: 'long_text' });
    const { blocked, changes } = await site.data.preview(admin, 'change-field', {
      table: 'mixed',
      ...become('select'),
    });
    assert.deepEqual([blocked?.code, blocked?.count], ['FIELD_NOT_CONVERTIBLE', 2]);
    assert.deepEqual(
      changes[0].after?.body.attributes.options.map((/** @type {any} */ { value }) => value),
      ['short'],
    );
    await assert.rejects(site.edit('change-field', { table: 'mixed', ...become('select') }), {
      code: 'FIELD_NOT_CONVERTIBLE',
    });
    assert.deepEqual(await titles('mixed'), written);
    await site.edit('change-field', { table: 'mixed', ...become('select'), discard: true });
    assert.deepEqual(await titles('mixed'), ['short', null, null, 'short']);
    await undoLast();
    assert.deepEqual(await titles('mixed'), written);
  });

  for (const type of ['select', 'multi_select'])
    atEdge('choices', {
      as: `of the rows of a field that becomes a ${type}`,
      async send(count) {
        const table = `names_${type}_${count}`;
        await withTitles(
          table,
          Array.from({ length: count }, (_, at) => `name ${at}`),
        );
        await site.edit('change-field', { table, ...become(type) });
        assert.equal(choices(table).length, count);
      },
      cause: /has 501 different values, but a list can have at most 500 choices/,
      wayOut: /Keep it as text, make a table of these values, or name the choices yourself/,
      stored: () => fieldsOf(type),
    });

  it('says how many different values there are if they are far too many for choices', async () => {
    await withTitles('many', []);
    await site.rows(`insert into app.many (title) select 'name ' || n from generate_series(1, 20500) as n`);
    await assert.rejects(site.edit('change-field', { table: 'many', ...become('select') }), {
      message: /has 20500 different values/,
    });
  });

  it('keeps choices that are named, and refuses an empty list and an empty table as before', async () => {
    await withTitles('named', ['a', 'b']);
    const named = (/** @type {any[]} */ options) => ({
      table: 'named',
      ...become('select', { attributes: { options } }),
    });
    await assert.rejects(site.edit('change-field', named([])), { code: 'FIELD_ATTRIBUTES_INVALID' });
    await assert.rejects(site.edit('change-field', named([{ value: 'a' }])), { code: 'FIELD_NOT_CONVERTIBLE' });
    await site.edit('change-field', named([{ value: 'a' }, { value: 'b' }, { value: 'c' }]));
    assert.deepEqual(choices('named'), ['a', 'b', 'c']);
    await site.edit('change-field', { table: 'named', ...become('multi_select') });
    assert.deepEqual(choices('named'), ['a', 'b', 'c']);
    await withTitles('empty', [null]);
    await assert.rejects(site.edit('change-field', { table: 'empty', ...become('select') }), {
      code: 'FIELD_ATTRIBUTES_INVALID',
    });
  });

  it('is for administrators only, also to look at beforehand', async () => {
    await withTitles('secret', ['a']);
    const staff = { userId: null, roles: ['staff', 'user', 'public'], system: false };
    const input = { table: 'secret', ...become('select') };
    for (const trying of [
      site.data.preview(staff, 'change-field', input),
      site.data.edit(staff, 'change-field', input),
    ])
      await assert.rejects(trying, { code: 'FORBIDDEN' });
  });
});
