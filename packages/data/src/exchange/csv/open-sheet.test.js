import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { SEED } from '@plinth/plugin/testing';
import fc from 'fast-check';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';
import { zipOf } from '../xlsx/testing/zip-of.js';
import { createCsv } from './index.js';

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const FORMATS = ['General', 'yyyy\\-mm\\-dd', 'd/m/yy h:mm', '[h]:mm', '0.0%', '#,##0.00\\ [$€-407]', 'h:mm'];

/**
 * @param {Record<string, string>} sheets rows as XML by name
 * @param {{ date1904?: boolean, strings?: string, hidden?: string }} [options]
 */
const workbook = (sheets, { date1904 = false, strings = '', hidden = '' } = {}) =>
  zipOf({
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="r"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${Object.keys(
      sheets,
    )
      .map(
        (name, at) =>
          `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"${name === hidden ? ' state="hidden"' : ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${Object.keys(sheets)
      .map((_, at) => `<Relationship Id="r${at}" Target="worksheets/s${at}.xml"/>`)
      .join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><numFmts>${FORMATS.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${FORMATS.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}<xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${MAIN}>${strings}</sst>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [
        `xl/worksheets/s${at}.xml`,
        `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  });

const row = (/** @type {string[]} */ ...cells) => `<row>${cells.join('')}</row>`;
const text = (/** @type {string} */ value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (/** @type {string | number} */ value, style = 0) => `<c s="${style}"><v>${value}</v></c>`;

describe('an Excel workbook', () => {
  /** @type {Awaited<ReturnType<typeof createForum>>} */
  let forum;
  /** @type {ReturnType<typeof createCsv>} */
  let csv;
  /** @type {string} */
  let dataDir;
  before(async () => {
    forum = await createForum({ history: false });
    dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-xlsx-'));
    const { db, catalog, registry, edit, reload } = /** @type {any} */ (forum.data);
    csv = createCsv({ db, catalog, registry, edit, reload, dataDir });
  });
  after(async () => {
    await forum?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** @param {Buffer} bytes */
  const stream = (bytes) => Readable.from([bytes.subarray(0, 100), bytes.subarray(100)]);
  const head = row(text('Name'), text('Value'));
  /** @param {string} cell @param {any} [options] */
  const valueOf = async (cell, options) => {
    const found = await csv.inspect(stream(await workbook({ A: head + row(text('x'), cell) }, options)));
    return [found.columns[1].type, found.columns[1].samples[0]];
  };

  it('has its cells as they are meant: dates, times, percent, money, booleans, errors, results of formulas', async () => {
    assert.deepEqual(await valueOf(number(46387, 1)), ['date', '2026-12-31']);
    assert.deepEqual(await valueOf(number(46387, FORMATS.length)), ['date', '2026-12-31']);
    assert.deepEqual(await valueOf(number(46387.5, 2)), ['date_time', '2026-12-31 12:00:00']);
    assert.deepEqual(await valueOf(number(1.5, 3)), ['duration', '36:00:00']);
    assert.deepEqual(await valueOf(number(0.4375, 6)), ['time', '10:30:00']);
    assert.deepEqual(await valueOf(number('0.125', 4)), ['percent', '12.5%']);
    assert.deepEqual(await valueOf(number('1234.5', 5)), ['money', '1234.5 €']);
    // One value alone is no yes or no.
    assert.deepEqual(await valueOf('<c t="b"><v>1</v></c>'), ['text', 'true']);
    assert.deepEqual(await valueOf('<c t="e"><v>#DIV/0!</v></c>'), ['text', '#DIV/0!']);
    assert.deepEqual(await valueOf('<c><f>1+2</f><v>3</v></c>'), ['integer', '3']);
    assert.deepEqual(await valueOf('<c t="str"><f>"a"</f><v>=a</v></c>'), ['text', '=a']);
    assert.deepEqual(await valueOf(number('0.30000000000000004')), ['decimal', '0.3']);
    assert.deepEqual(await valueOf(number('1E-7')), ['decimal', '0.0000001']);
  });

  it('counts its days from 1900 with the leap day that never was, or from 1904', async () => {
    assert.deepEqual(await valueOf(number(1, 1)), ['date', '1900-01-01']);
    assert.deepEqual(await valueOf(number(59, 1)), ['date', '1900-02-28']);
    assert.deepEqual(await valueOf(number(61, 1)), ['date', '1900-03-01']);
    assert.deepEqual(await valueOf(number(0, 1), { date1904: true }), ['date', '1904-01-01']);
    assert.deepEqual(await valueOf(number(44925, 1), { date1904: true }), ['date', '2026-12-31']);
  });

  it('is read from its first visible sheet, or the chosen one; rich texts are joined, empty rows skipped', async () => {
    const strings = '<si><r><t>Na</t></r><r><t>me</t></r><rPh><t>no</t></rPh></si><si><t>Value_x0021_</t></si>';
    const shared = row('<c t="s"><v>0</v></c>', '<c t="s"><v>1</v></c>');
    const file = await workbook(
      {
        Secret: head + row(text('s'), number(1)),
        Main: `<row/>${shared}<row r="9"><c r="B9"><v>7</v></c></row>`,
        Empty: '',
      },
      { strings, hidden: 'Secret' },
    );
    const found = await csv.inspect(stream(file));
    assert.deepEqual([found.kind, found.sheet, found.sheets], ['xlsx', 'Main', ['Secret', 'Main', 'Empty']]);
    assert.deepEqual(
      found.columns.map(({ header, samples }) => [header, samples]),
      [
        ['Name', []],
        ['Value!', ['7']],
      ],
    );
    const other = await csv.inspect(stream(file), { sheet: 'Secret' });
    assert.deepEqual(other.columns[0].samples, ['s']);
    await assert.rejects(csv.inspect(stream(file), { sheet: 'Empty' }), { message: 'The sheet "Empty" is empty' });
    await assert.rejects(csv.inspect(stream(file), { sheet: 'None' }), { message: 'The workbook has no sheet "None"' });
  });

  it('I8: is refused when it unpacks to more than it may, is broken, or is another archive', async () => {
    const bomb = await zipOf({
      'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="r"><sheets><sheet name="A" r:id="r0"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r0" Target="worksheets/s0.xml"/></Relationships>',
      'xl/sharedStrings.xml': ' '.repeat(30 * 1024 ** 2),
    });
    await assert.rejects(csv.inspect(stream(bomb)), {
      code: 'CSV_INVALID',
      message: /more than 40 times larger than packed/,
    });
    const wide = await workbook({ A: row('<c r="ZZZ1"><v>1</v></c>') });
    await assert.rejects(csv.inspect(stream(wide)), { message: 'Row 1 has a value in column ZZZ' });
    const laughs = await workbook({ A: row(text('&lol;')) });
    for (const bytes of [wide.subarray(0, 300), await zipOf({ 'a.txt': 'x' }), laughs])
      await assert.rejects(csv.inspect(stream(bytes)), { message: /not an Excel workbook/ });
    const broken = await workbook({ A: head + '<row><c>' });
    await assert.rejects(csv.inspect(stream(broken)), { message: /not an Excel workbook/ });
  });

  it('is imported with line numbers, into a new table, and leaves no file behind', async () => {
    const content = head + row(text('=a'), number(5)) + row(text('b'), text('n/a')) + row(text('c'), number(7));
    const result = await csv.import(forum.admin, stream(await workbook({ A: content })), {
      newTable: { name: 'from_excel' },
      columns: [
        { header: 'Name', type: 'text' },
        { header: 'Value', type: 'integer' },
      ],
      mode: 'good-rows',
    });
    assert.deepEqual(
      [result.inserted, result.rejected.map(({ line, text: said }) => [line, said])],
      [2, [[3, 'b | n/a']]],
    );
    const { rows } = await /** @type {any} */ (forum.data).db.query(
      'select name, value from app.from_excel order by id',
    );
    assert.deepEqual(rows.map(Object.values), [
      ['=a', 5],
      ['c', 7],
    ]);
    assert.deepEqual(
      (await readdir(path.join(dataDir, 'imports'))).filter((name) => name.endsWith('.xlsx')),
      [],
    );
  });

  it('any rows come back from an Excel export', async () => {
    await forum.data.edit(SYSTEM, 'add-table', {
      name: 'round',
      fields: [
        { name: 'note', label: 'Note', type: 'text' },
        { name: 'price', label: 'Price', type: 'money', attributes: { currency: 'USD' } },
        { name: 'ratio', label: 'Ratio', type: 'percent', attributes: { min: -1000, max: 1000 } },
        { name: 'due', label: 'Due', type: 'date' },
        { name: 'at', label: 'At', type: 'date_time' },
        { name: 'done', label: 'Done', type: 'boolean' },
        { name: 'exact', label: 'Exact', type: 'decimal' },
      ],
    });
    const { db, rows: write } = /** @type {any} */ (forum.data);
    const cents = fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map((value) => (value / 100).toFixed(2));
    const day = fc
      .integer({ min: 61, max: 60_000 })
      .map((days) => new Date((days - 25_569) * 86_400_000).toISOString());
    const arbitrary = fc.record({
      note: fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
        .filter((value) => value.trim() === value && !/[\0\r\n\p{Cs}]/u.test(value)),
      price: cents,
      ratio: fc.integer({ min: -9999, max: 9999 }).map((value) => String(value / 10)),
      due: day.map((iso) => iso.slice(0, 10)),
      at: day.map((iso) => `${iso.slice(0, 10)}T13:45:10.000Z`),
      done: fc.boolean(),
      exact: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String),
    });
    const fields = ['note', 'price', 'ratio', 'due', 'at', 'done', 'exact'];
    const read = async () =>
      (await db.query('select note, price, ratio, due::text, at, done, exact from app.round order by id')).rows;
    await fc.assert(
      fc.asyncProperty(fc.array(arbitrary, { minLength: 1, maxLength: 8 }), async (values) => {
        await db.query('delete from app.round');
        for (const value of values) await write.insert(SYSTEM, 'round', value);
        const before = await read();
        const file = await buffer(await csv.export(SYSTEM, { format: 'xlsx', table: 'round', fields }));
        await db.query('delete from app.round');
        const columns = ['Note', 'Price', 'Ratio', 'Due', 'At', 'Done', 'Exact'].map((header, at) => ({
          header,
          field: fields[at],
        }));
        const result = await csv.import(SYSTEM, stream(file), {
          table: 'round',
          columns,
          header: true,
          mode: 'good-rows',
        });
        assert.deepEqual(result.rejected, []);
        assert.deepEqual(await read(), before);
      }),
      { seed: SEED, numRuns: 25 },
    );
  });
});
