import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { openCsv } from './open-csv.js';

/** @param {string} text @param {Parameters<typeof openCsv>[1]} [known] */
const open = (text, known) => openCsv(Readable.from([Buffer.from(text)]), known);

/** @param {string} text @param {Parameters<typeof openCsv>[1]} [known] */
async function read(text, known) {
  const csv = await open(text, known);
  const rows = [];
  for await (const records of csv.records) rows.push(...records.map(({ fields, problem }) => problem ?? fields));
  return { head: csv.header ? csv.columns : null, headLine: csv.headLine, rows };
}

describe('the head of a file', () => {
  for (const [kind, text] of [
    ['years', 'Country,2019,2020,2021\nItaly,55,66,77\nFrance,43,12,9\n'],
    ['years, without a line below', 'Country,2019,2020,2021\n'],
    ['years, no name for the first column', ',2019,2020\nItaly,55.5,66\nFrance,43,12\n'],
    [
      'years above amounts that look like years',
      'Country,2019,2020,2021\nItaly,2001,1987,2040\nFrance,1950,1700,2011\n',
    ],
    ['one year', 'Country,2019\nItaly,55\nFrance,66\n'],
    ['years alone', '2019,2020,2021\n5,7,9\n8,1,3\n'],
    ['falling years and a text column', 'Country,Note,2021,2020\nItaly,x,5,\nFrance,y,,7\n'],
    ['months', 'Region,2026-01,2026-02\nNorth,5,7\nSouth,8,9\n'],
    ['days', 'Name,1/5/2026,2/5/2026\nAda,x,\nBob,,x\n'],
    ['ids of questions', 'Person,101,102,103\nAda,4,5,3\nBob,1,2,2\n'],
    ['what pandas numbers', ',0,1,2\na,10.5,20,7\nb,8,9,12\n'],
    ['numbers of a series above larger ones', 'Week,1,2,3\nAda,40,38,12\nBob,35,41,7\n'],
    ['ranges', 'Country,0-9,10-19,20-29\nItaly,5,7,9\nFrance,1,2,3\n'],
    ['yes and no', 'Region,true,false\nNorth,5,7\nSouth,8,2\n'],
    ['texts above numbers', 'Name,Age\nAda,36\n'],
    ['texts above texts', 'Name,City\nAda,London\nBob,Paris\n'],
    ['names of codes', 'Code,Colour\nA-17,red\nB-9,blue\n'],
  ])
    it(`is recognized if it has ${kind}`, async () => {
      const csv = await open(text);
      assert.deepEqual([csv.header, csv.sample.length], [true, text.trim().split('\n').length - 1]);
      assert.deepEqual(
        csv.columns,
        text
          .split('\n')[0]
          .split(',')
          .map((name) => name || 'Column 1'),
      );
    });

  for (const [kind, text] of [
    ['names and ages', 'Ada,36\nBob,41\nCy,7\n'],
    ['years of birth', 'Ada,1990\nBob,1985\nCy,2001\n'],
    ['a year and an amount', 'Italy,2019,55\nItaly,2020,66\nFrance,2019,77\n'],
    ['days', '2026-01-01,5\n2026-01-02,7\n'],
    ['numbers', '1,2,3\n4,5,6\n7,8,9\n'],
    ['ranks', 'Ada,1,2,3\nBob,3,1,2\nCy,2,3,1\n'],
    ['addresses', 'ada@example.com,Ada\nbob@example.com,Bob\n'],
    ['a value that repeats', 'Ada,London\nBob,London\nCy,London\n'],
    ['codes', 'A-17,red\nB-9,blue\nC-33,green\n'],
    ['ids', '100,apple\n101,pear\n102,plum\n'],
    ['a gap', 'Ada,n/a\nBob,n/a\n'],
    ['one line of values', 'Ada,36\n'],
  ])
    it(`is not made of a row of ${kind}`, async () => {
      const csv = await open(text);
      assert.deepEqual([csv.header, csv.sample.length], [false, text.trim().split('\n').length]);
    });

  for (const [kind, text] of [
    ['a title', 'Sales of the year\nName,Age,City\nAda,36,London\nBob,41,Paris\n'],
    ['a title as spreadsheets write it', 'Sales of the year,,\n,,\nName,Age,City\nAda,36,London\nBob,41,Paris\n'],
    ['a title and blank lines', '\n\nSales of the year\n\nName,Age,City\nAda,36,London\nBob,41,Paris\n'],
    ['a title above two columns', 'Sales\nName,Age\nAda,36\nBob,41\n'],
    ['a date of the report', 'Created:,2026-01-01\nName,Age,City,Zip\nAda,36,London,1\nBob,41,Paris,2\n'],
    ['a comment', '# from the warehouse\n# on Monday\nName,Age,City\nAda,36,London\nBob,41,Paris\n'],
    ['a comment with commas', '# from Ada, Bob, Cy\nName,Age,City\nAda,36,London\nBob,41,Paris\n'],
    ['a comment with a quotation mark', '# from "Ada\nName,Age,City\nAda,36,London\nBob,41,Paris\n'],
  ])
    it(`is found below ${kind}`, async () => {
      const { head, headLine, rows } = await read(text);
      assert.deepEqual(head?.slice(0, 2), ['Name', 'Age']);
      assert.equal(headLine, text.split('\n').findIndex((line) => line.startsWith('Name')) + 1);
      assert.deepEqual(
        rows.map((row) => (Array.isArray(row) ? row.slice(0, 2) : row)),
        [
          ['Ada', '36'],
          ['Bob', '41'],
        ],
      );
    });

  it('is not made of sentences', async () => {
    const notes = await read('Note\nHello, world, and all\nBye, all, and more\n');
    assert.deepEqual([notes.head, notes.rows.length], [['Note'], 2]);
    const ragged = await read(
      'Sales of the stores\n\nCountry;2019;2020;2021\n# checked\nItaly;55;66;77\nFrance;43;12\n',
    );
    assert.deepEqual([ragged.head, ragged.headLine], [['Country', '2019', '2020', '2021'], 3]);
  });

  it('leaves rows alone that begin like a comment', async () => {
    const { head, rows } = await read('Order,Total\n#1001,5\n#1002,7\n');
    assert.deepEqual(
      [head, rows],
      [
        ['Order', 'Total'],
        [
          ['#1001', '5'],
          ['#1002', '7'],
        ],
      ],
    );
    assert.deepEqual((await read('#,Name\n1,Ada\n2,Bob\n')).head, ['#', 'Name']);
    const numpy = await read('# x,y\n1,2\n3,5\n');
    assert.deepEqual([numpy.head, numpy.rows.length], [['# x', 'y'], 2]);
  });

  it('skips comments between rows', async () => {
    const { rows } = await read('# a list\nName,Age\nAda,36\n# and "the other\nBob,41\n');
    assert.deepEqual(rows, [
      ['Ada', '36'],
      ['Bob', '41'],
    ]);
    assert.deepEqual((await read('Name;Age\n% no row\nAda;36\n', { comment: '%' })).rows, [['Ada', '36']]);
  });

  it('is where somebody says', async () => {
    const text = 'Report\nfor all\nName,Age\ntext,years\nAda,36\n';
    assert.deepEqual(await read(text, { headLine: 3, skip: 1 }), {
      head: ['Name', 'Age'],
      headLine: 3,
      rows: [['Ada', '36']],
    });
    assert.deepEqual(await read(text, { header: false, skip: 4 }), {
      head: null,
      headLine: null,
      rows: [['Ada', '36']],
    });
    assert.deepEqual((await read(text, { skip: 2 })).head, ['Name', 'Age']);
    await assert.rejects(read(text, { headLine: 9 }), {
      code: 'CSV_INVALID',
      message: 'The file has no line 9 to begin with',
    });
    await assert.rejects(read(text, { headLine: -1 }), { code: 'CSV_INVALID' });
    await assert.rejects(read(text, { skip: 2.5 }), { code: 'CSV_INVALID' });
  });

  it('may be over two lines, and narrower than the rows', async () => {
    assert.deepEqual(await read('"First\nname",Age\nAda,36\n'), {
      head: ['First name', 'Age'],
      headLine: 1,
      rows: [['Ada', '36']],
    });
    const wide = await read('a,b\nx,1,2\ny,3,4\n');
    assert.deepEqual(
      [wide.head, wide.rows],
      [
        ['a', 'b', 'Column 3'],
        [
          ['x', '1', '2'],
          ['y', '3', '4'],
        ],
      ],
    );
  });
});
