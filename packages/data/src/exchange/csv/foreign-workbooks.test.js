import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { say, translator } from '@plinth/plugin';
import { zipOf } from '../xlsx/testing/zip-of.js';
import { openCsv } from './open-csv.js';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const STRICT = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const STRICT_OFFICE = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
const HEAD =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Count</t></is></c></row>';
const ROW = '<row r="2"><c r="A2" t="inlineStr"><is><t>Ada</t></is></c><c r="B2"><v>36</v></c></row>';

/** @param {[string, string, string][]} all id, type and target @param {string} [base] */
const rels = (all, base = OFFICE) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${base}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;
const book = (sheets = '<sheet name="A" sheetId="1" r:id="r1"/>', { main = MAIN, office = OFFICE, more = '' } = {}) =>
  `<workbook xmlns="${main}" xmlns:r="${office}">${more}<sheets>${sheets}</sheets></workbook>`;
const sheet = (/** @type {string} */ rows, main = MAIN) =>
  `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`;
/** A usual workbook with one sheet. @param {string} rows @param {Record<string, string>} [more] further parts */
const usual = (rows, more = {}) =>
  zipOf({
    '_rels/.rels': rels([['r0', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': book(),
    'xl/_rels/workbook.xml.rels': rels([['r1', 'worksheet', 'worksheets/sheet1.xml']]),
    'xl/worksheets/sheet1.xml': sheet(rows),
    ...more,
  });

describe('workbooks of other programs', () => {
  const t = translator([], 'en');
  /** @type {string} */
  let dataDir;
  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-books-'));
  });
  after(() => rm(dataDir, { recursive: true, force: true }));

  /** @param {Buffer} bytes @param {Parameters<typeof openCsv>[1]} [known] */
  async function read(bytes, known) {
    const csv = await openCsv(Readable.from([bytes]), { dataDir, ...known });
    const rows = [];
    try {
      for await (const records of csv.records)
        rows.push(...records.map(({ line, fields, problem }) => (problem ? `${line}: ${say(problem, t)}` : fields)));
    } finally {
      await csv.close();
    }
    return { head: csv.header ? csv.columns : null, sheets: csv.sheets, rows };
  }
  const expected = { head: ['Name', 'Count'], sheets: ['A'], rows: [['Ada', '36']] };

  it('may have bold cells up to column AMJ, and in the last row: cells without a value do not count', async () => {
    const letters = (/** @type {number} */ n) =>
      (n >= 702 ? String.fromCharCode(64 + Math.floor((n - 26) / 676)) : '') +
      (n >= 26 ? String.fromCharCode(65 + (Math.floor((n - 26) / 26) % 26)) : '') +
      String.fromCharCode(65 + (n % 26));
    assert.equal(letters(1023), 'AMJ');
    const bold = Array.from({ length: 1022 }, (_, at) => `<c r="${letters(at + 2)}1" s="1"/>`).join('');
    const last = '<row r="1048576"><c r="A1048576" s="1"/><c r="XFD1048576" s="1"/></row>';
    assert.deepEqual(await read(await usual(HEAD.replace('</row>', `${bold}</row>`) + ROW + last)), expected);
  });

  it('may have up to 1000 columns, and the first value beyond is named', async () => {
    const cells = (/** @type {number} */ count) =>
      `<row>${Array.from({ length: count }, (_, at) => `<c t="inlineStr"><is><t>h${at}</t></is></c>`).join('')}</row>`;
    assert.equal((await read(await usual(cells(1000)))).head?.length, 1000);
    await assert.rejects(read(await usual(HEAD + cells(1001))), (/** @type {any} */ error) => {
      assert.deepEqual([error.code, error.message], ['CSV_INVALID', 'Row 2 has a value in column ALM']);
      assert.match(error.hint, /^At most 1000 columns can be imported/);
      return true;
    });
  });

  it('may have its parts outside xl/', async () => {
    const parts = {
      '_rels/.rels': rels([['r0', 'officeDocument', 'book/main.xml']]),
      'book/main.xml': book(),
      'book/_rels/main.xml.rels': rels([
        ['r1', 'worksheet', '../data/one.xml'],
        ['r2', 'sharedStrings', '/texts.xml'],
      ]),
      'data/one.xml': sheet('<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>' + ROW),
      'texts.xml': `<sst xmlns="${MAIN}"><si><t>Name</t></si><si><t>Count</t></si></sst>`,
    };
    assert.deepEqual(await read(await zipOf(parts)), expected);
  });

  it('may have absolute targets, names in another case or with escapes, and no relations of the package', async () => {
    const parts = {
      '[Content_Types].xml':
        '<Types><Override PartName="/Workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
      'workbook.xml': book(),
      '_rels/workbook.xml.rels': rels([['r1', 'worksheet', '/Sheets/My%20sheet.xml']]),
      'sheets/my sheet.xml': sheet(HEAD + ROW),
    };
    assert.deepEqual(await read(await zipOf(parts)), expected);
  });

  it('may be strict, with prefixes and days in ISO 8601', async () => {
    const rows = (
      HEAD +
      ROW +
      '<row r="3"><c r="A3" t="d"><v>2026-12-31T00:00:00</v></c><c r="B3" t="d"><v>2026-12-31T08:30:00Z</v></c></row>'
    )
      .replaceAll('</', '</x:')
      .replaceAll(/<(?=[a-z])/g, '<x:');
    const parts = {
      '_rels/.rels': rels([['r0', 'officeDocument', 'xl/workbook.xml']], STRICT_OFFICE),
      'xl/workbook.xml': book(undefined, { main: STRICT, office: STRICT_OFFICE }),
      'xl/_rels/workbook.xml.rels': rels([['r1', 'worksheet', 'worksheets/sheet1.xml']], STRICT_OFFICE),
      'xl/worksheets/sheet1.xml': `<x:worksheet xmlns:x="${STRICT}"><x:sheetData>${rows}</x:sheetData></x:worksheet>`,
    };
    const found = await read(await zipOf(parts));
    assert.deepEqual(found.rows, [
      ['Ada', '36'],
      ['2026-12-31', '2026-12-31 08:30:00'],
    ]);
  });

  it('may have charts and hidden sheets before the first sheet with cells', async () => {
    const parts = {
      'xl/workbook.xml': book(
        '<sheet name="Chart" r:id="r2"/><sheet name="Old" state="veryHidden" r:id="r3"/><sheet name="A" r:id="r1"/>',
      ),
      'xl/_rels/workbook.xml.rels': rels([
        ['r1', 'worksheet', 'worksheets/sheet1.xml'],
        ['r2', 'chartsheet', 'chartsheets/sheet1.xml'],
        ['r3', 'worksheet', 'worksheets/old.xml'],
      ]),
      'xl/worksheets/old.xml': sheet(''),
    };
    assert.deepEqual(await read(await usual(HEAD + ROW, parts)), { ...expected, sheets: ['Old', 'A'] });
  });

  it('may have a merged title above the head, and cells without their place', async () => {
    const title = '<row><c t="inlineStr"><is><t>Report</t></is></c><c/><c/></row><row/>';
    const rest =
      '<row><c t="str"><f>A1</f><v>Name</v></c><c t="inlineStr"><is><t>Count</t></is></c></row>' +
      ROW.replaceAll(/ r="\w+"/g, '');
    assert.deepEqual(await read(await usual(title + rest)), expected);
  });

  it('names the row whose formula has no result, or whose text is missing, and keeps the others', async () => {
    const formula = '<row r="3"><c r="A3" t="inlineStr"><is><t>Bob</t></is></c><c r="B3"><f>B2+1</f></c></row>';
    const missing = '<row r="4"><c r="A4" t="s"><v>7</v></c></row>';
    const { rows } = await read(await usual(HEAD + ROW + formula + missing));
    assert.deepEqual(rows, [
      ['Ada', '36'],
      '3: The row has a formula without a saved result: open the workbook in your spreadsheet and save it',
      '4: The row has a text that is missing from the workbook: open it in your spreadsheet and save it',
    ]);
    await assert.rejects(read(await usual(missing)), {
      code: 'CSV_INVALID',
      message: /^The file has no readable rows\. Line 4: The row has a text that is missing/,
    });
  });

  it('says after which row it is damaged, and leaves no file behind', async () => {
    const bytes = await usual(HEAD + ROW + '<row r="3"><c r="A3"><v>1</x></row>');
    await assert.rejects(read(bytes), {
      code: 'CSV_INVALID',
      message: 'The file is not an Excel workbook that can be read: it is damaged after row 2',
    });
    const whole = await usual(HEAD + ROW);
    await assert.rejects(read(whole.subarray(0, whole.length / 2)), { code: 'CSV_INVALID' });
    assert.deepEqual(await readdir(path.join(dataDir, 'imports')), []);
  });
});
