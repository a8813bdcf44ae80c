import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';
import { listIn, listText } from './list-text.js';
import { exportedValues } from './testing/exported-values.js';

/** Commas and points, other figures and order of days, and letters that sort otherwise. */
const LANGUAGES = ['en', 'de', 'de-CH', 'fr', 'sv', 'pl', 'pt-BR', 'ja', 'hi', 'ar', 'fa', 'bn'];
/** How a file is written: as programs want it, and as people download it. */
const WAYS = /** @type {Record<string, any>} */ ({
  CSV: {},
  'CSV with semicolons': { delimiter: ';' },
  'CSV with labels': { labels: true, findable: true },
  Excel: { format: 'xlsx' },
  'Excel with labels': { format: 'xlsx', labels: true, findable: true },
});
/** Excel has no moments, only what a clock shows, in milliseconds. */
const LESS_IN_EXCEL = new Set(['2026-12-31T23:59:59.123456Z']);

/** @type {any} */
let forum;
before(async () => {
  forum = await createForum({ history: false });
  await forum.data.edit(SYSTEM, 'add-table', { name: 'targets', fields: [{ name: 'title', type: 'text' }] });
  await forum.data.rows.insertMany(SYSTEM, 'targets', [{ title: '=one' }, { title: 'two; three' }]);
  const fields = TYPES.map(([type, { attributes }]) => ({ name: type, type, attributes }));
  for (const name of ['sent', 'read']) await forum.data.edit(SYSTEM, 'add-table', { name, fields });
  const people = /** @type {Record<string, any>} */ ({ ADA: forum.ada.userId, BEN: forum.ben.userId });
  const most = Math.max(...TYPES.map(([, { values }]) => values.length));
  const rows = Array.from({ length: most + 1 }, (_, i) =>
    Object.fromEntries(
      TYPES.flatMap(([type, { values }]) => {
        // A one-to-one relation takes each row once; the last row is empty.
        const value = i === most || (type === 'one_to_one' && i >= values.length) ? null : values[i % values.length];
        return [[type, typeof value === 'string' ? (people[value] ?? value) : value]];
      }),
    ),
  );
  // A line of a workbook without a value is no row.
  rows[most].text = 'nothing else';
  const { errors } = await forum.data.rows.insertMany(SYSTEM, 'sent', rows);
  assert.deepEqual(errors, []);
});
after(() => forum?.close());
beforeEach(() => forum.data.db.query('delete from app.read'));

const TYPES = Object.entries(exportedValues);
const NAMES = TYPES.map(([type]) => type);

/** @param {string} table @returns {Promise<any[]>} */
async function rowsOf(table) {
  const spec = { table, select: NAMES.map((as) => ({ as, field: as })), sort: [{ field: 'id' }], limit: 100 };
  const [{ rows }] = await forum.data.select(SYSTEM, [{ spec, params: {} }]);
  return rows.map((/** @type {any} */ row) => Object.fromEntries(NAMES.map((name) => [name, row[name]])));
}

/** @param {any[]} rows */
const asExcel = (rows) =>
  rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, LESS_IN_EXCEL.has(value) ? '(less)' : value])),
  );

for (const locale of LANGUAGES) {
  describe(`a file that is read again on a site in ${locale}`, () => {
    before(() => forum.data.edit(SYSTEM, 'change-settings', { changes: { locale } }));

    for (const [way, options] of Object.entries(WAYS)) {
      it(`gives the same rows of every type: ${way}`, async () => {
        const sent = await rowsOf('sent');
        const file = await buffer(
          await forum.data.csv.export(forum.admin, { table: 'sent', fields: NAMES, ...options }),
        );
        const { columns } = await forum.data.csv.inspect(Readable.from([file]), { table: 'read', header: true });
        assert.deepEqual(
          columns.map((/** @type {any} */ { field }) => field),
          NAMES,
        );
        const into = { table: 'read', columns, mode: 'all-or-nothing', header: true };
        const { rejected } = await forum.data.csv.import(forum.admin, Readable.from([file]), into);
        assert.deepEqual(rejected, []);
        const read = await rowsOf('read');
        if (options.format !== 'xlsx') return assert.deepEqual(read, sent);
        const less = asExcel(sent);
        const compared = read.map((row, i) =>
          Object.fromEntries(NAMES.map((name) => [name, less[i]?.[name] === '(less)' ? '(less)' : row[name]])),
        );
        assert.deepEqual(compared, less);
      });
    }

    it('gives the same rows as JSON, which programs send back', async () => {
      const sent = await rowsOf('sent');
      // A text that is written to a JSON field is read as JSON, so a text as its value is sent in its quotes.
      const again = JSON.parse(JSON.stringify(sent)).map((/** @type {any} */ row) => ({
        ...row,
        json: typeof row.json === 'string' ? JSON.stringify(row.json) : row.json,
      }));
      const { errors } = await forum.data.rows.insertMany(SYSTEM, 'read', again);
      assert.deepEqual(errors, []);
      assert.deepEqual(await rowsOf('read'), sent);
    });
  });
}

it('has no empty texts: one that SQL wrote is empty everywhere, and one from a file is no text', async () => {
  const { data, admin } = forum;
  await data.edit(SYSTEM, 'change-settings', { changes: { locale: 'en' } });
  await data.edit(SYSTEM, 'add-table', {
    name: 'gaps',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'note', type: 'text' },
    ],
  });
  await data.db.query(`insert into app.gaps (title, note) values ('by SQL', ''), ('nothing', null)`);
  await data.rows.insert(SYSTEM, 'gaps', { title: 'by the API', note: '' });
  const where = { field: 'note', op: 'empty' };
  const empty = async () => {
    const spec = { table: 'gaps', select: [{ as: 'title', field: 'title' }], where, sort: [{ field: 'id' }], limit: 9 };
    return (await data.select(SYSTEM, [{ spec, params: {} }]))[0].rows.map((/** @type {any} */ { title }) => title);
  };
  assert.deepEqual(await empty(), ['by SQL', 'nothing', 'by the API']);
  for (const format of ['csv', 'xlsx']) {
    const file = await buffer(await data.csv.export(admin, { table: 'gaps', format, fields: ['title', 'note'] }));
    await data.db.query('delete from app.gaps');
    const { columns } = await data.csv.inspect(Readable.from([file]), { table: 'gaps', header: true });
    const into = { table: 'gaps', columns, mode: 'all-or-nothing', header: true };
    assert.deepEqual((await data.csv.import(admin, Readable.from([file]), into)).rejected, []);
    const { rows } = await data.db.query('select note from app.gaps');
    assert.deepEqual(rows, [{ note: null }, { note: null }, { note: null }]);
  }
});

it('keeps names with semicolons apart in lists', () => {
  for (const list of [['a', 'b'], ['a; b', 'c'], ['[x]'], ['["x"]', 'y'], [';'], ['a'], ['1', '[2, 3'], []]) {
    const text = listText(list);
    assert.deepEqual(listIn(text), list, text);
  }
  assert.deepEqual(listIn(' a ;; b '), ['a', 'b']);
  assert.deepEqual(listIn('[a; b'), ['[a', 'b']);
});
