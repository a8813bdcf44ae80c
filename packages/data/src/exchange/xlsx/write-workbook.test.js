import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { partsOf } from './testing/parts-of.js';
import { writeWorkbook } from './write-workbook.js';

/** @param {any[][]} rows @param {object} [options] */
async function written(rows, options) {
  async function* pages() {
    yield rows.slice(0, 1);
    yield rows.slice(1);
  }
  const stream = await writeWorkbook({ name: 'Orders', head: ['A', 'B'], ...options }, pages());
  return partsOf(await buffer(stream));
}

const cellsOf = (/** @type {string} */ sheet) => sheet.match(/<c[ />].*?(?=<c[ />]|<\/row>)/g) ?? [];

describe('a workbook', () => {
  it('has typed cells: numbers, money, percent, yes or no, days, instants in the zone of the reader', async () => {
    const parts = await written(
      [
        [
          { kind: 'number', value: '1234.50', decimals: 2, isGrouped: true, currency: 'USD' },
          { kind: 'percent', value: '12.5' },
          { kind: 'boolean', value: true },
          { kind: 'date', value: '2026-12-31' },
          { kind: 'dateTime', value: '2026-06-30T22:30:00.000Z' },
          { kind: 'duration', value: 5400 },
          null,
        ],
      ],
      { timeZone: 'Europe/Berlin' },
    );
    const cells = cellsOf(parts['xl/worksheets/sheet1.xml']).slice(2);
    assert.deepEqual(
      cells.map((cell) => /<v>(.*)<\/v>/.exec(cell)?.[1]),
      ['1234.50', '0.125', '1', '46387', '46204.02083333333', '0.0625'],
    );
    for (const format of ['#,##0.00 [$USD]', '0.##%', 'yyyy\\-mm\\-dd', '[h]:mm:ss'])
      assert.ok(parts['xl/styles.xml'].includes(`formatCode="${format}"`), format);
  });

  it('I8: a text never becomes a formula, not when its cell is edited either', async () => {
    for (const value of ['=cmd|calc', '+1+1', '-2', '@SUM(A1)', ' =1']) {
      const parts = await written([[{ kind: 'text', value }]]);
      const sheet = parts['xl/worksheets/sheet1.xml'];
      assert.ok(!sheet.includes('<f'), 'no formula');
      const style = Number(/<c r="A2" s="(\d+)" t="inlineStr"><is><t[^>]*>[ ]?[=+\-@]/.exec(sheet)?.[1]);
      const xfs = parts['xl/styles.xml'].split('<cellXfs')[1].match(/<xf[^>]*>/g) ?? [];
      assert.match(xfs[style], /quotePrefix="1"/, value);
    }
  });

  it('I1: any text comes out as XML that can be read', async () => {
    const parts = await written([[{ kind: 'text', value: '<a>&"\u0000_x0041_\ud800\r\n' }]]);
    assert.match(parts['xl/worksheets/sheet1.xml'], /&lt;a&gt;&amp;&quot;_x0000__x005F_x0041_\ufffd_x000D_\n<\/t>/);
  });

  it('keeps numbers that a double can not hold, and days that Excel does not know, as texts', async () => {
    const parts = await written([
      [
        { kind: 'number', value: '12345678901234567.89' },
        { kind: 'date', value: '1899-01-01' },
      ],
    ]);
    const sheet = parts['xl/worksheets/sheet1.xml'];
    assert.match(sheet, /<t>12345678901234567.89<\/t>.*<t>1899-01-01<\/t>/s);
  });

  it('goes on in a second sheet beyond the rows that one may have, and has none too many', async () => {
    const rows = Array.from({ length: 4 }, (_, at) => [{ kind: 'text', value: `r${at}` }]);
    const parts = await written(rows, { mostRows: 3 });
    assert.deepEqual(
      Object.keys(parts).filter((name) => name.includes('worksheets')),
      ['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml'],
    );
    assert.match(parts['xl/worksheets/sheet2.xml'], /r2.*r3/s);
    assert.match(parts['xl/workbook.xml'], /name="Orders".*name="Orders 2"/s);
  });

  it('breaks off when its rows do', async () => {
    async function* pages() {
      yield [[{ kind: /** @type {const} */ ('text'), value: 'x' }]];
      throw new Error('gone');
    }
    const stream = await writeWorkbook({ name: 'x', head: ['A'] }, pages());
    await assert.rejects(buffer(stream), /gone/);
  });
});
