import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { say, translator } from '@plinth/plugin';
import { openCsv } from './open-csv.js';
import { hasWidth } from './records.js';

/** In parts of three bytes. @param {string} text */
function stream(text) {
  const bytes = Buffer.from(text);
  return Readable.from(Array.from({ length: Math.ceil(bytes.length / 3) }, (_, i) => bytes.subarray(i * 3, i * 3 + 3)));
}

/** The head and the rows: cells, or the line and what is wrong with it. @param {string} text @param {Parameters<typeof openCsv>[1]} [known] */
async function read(text, known) {
  const csv = await openCsv(stream(text), known);
  const rows = [];
  for await (const records of csv.records)
    for (const { line, fields, problem, missing } of records)
      rows.push(problem ? `${line}: ${say(problem, t)}` : missing ? [...fields, `${missing} missing`] : fields);
  return [csv.columns, ...rows];
}

const t = translator([], 'en');
const NOT_CLOSED = 'The line has an unclosed quotation mark';

describe('rows of a CSV file', () => {
  it('may leave out their last cells', async () => {
    assert.deepEqual(
      await read('Name,Mail,Phone,Note\nCy,cy@example.com,555 0101\nDi,di@example.com,555 0102,x\nEd\n'),
      [
        ['Name', 'Mail', 'Phone', 'Note'],
        ['Cy', 'cy@example.com', '555 0101', '', '1 missing'],
        ['Di', 'di@example.com', '555 0102', 'x'],
        ['Ed', '', '', '', '3 missing'],
      ],
    );
  });

  it('have further cells only if these are empty', async () => {
    assert.deepEqual(await read('a,b\nx,1,\ny,2, ,\nz,3\n'), [
      ['a', 'b'],
      ['x', '1'],
      ['y', '2'],
      ['z', '3'],
    ]);
    const [, , row] = await read('a,b\nx,1\ny,2,lost\nz,3\n');
    assert.deepEqual([row, hasWidth(/** @type {string[]} */ (row), 2)], [['y', '2', 'lost'], false]);
  });

  it('may end with a separator, the head too', async () => {
    assert.deepEqual(await read('a,b,\nx,1,\ny,2,\n'), [
      ['a', 'b'],
      ['x', '1'],
      ['y', '2'],
    ]);
    assert.deepEqual((await read('a,b,\nx,1,\ny,2,kept\n'))[0], ['a', 'b', 'Column 3']);
  });

  it('may have blanks around their quotation marks', async () => {
    assert.deepEqual(await read('name, note, count\nAnn, "a, b", 1\n"Bob" , "c" ,2\n'), [
      ['name', 'note', 'count'],
      ['Ann', 'a, b', '1'],
      ['Bob', 'c', '2'],
    ]);
    assert.deepEqual(await read('name,note,count\nAnn, "a\n""b""",1\n'), [
      ['name', 'note', 'count'],
      ['Ann', 'a\n"b"', '1'],
    ]);
    // A blank that not every cell has belongs to its cell, and so does a mark inside.
    assert.deepEqual(await read('size,note\n5,x\n6, 7" pipe\n7, "so" called\n'), [
      ['size', 'note'],
      ['5', 'x'],
      ['6', ' 7" pipe'],
      ['7', ' "so" called'],
    ]);
  });

  for (const [name, text] of [
    ['doubled marks', 'a,b\n"say ""hi"", ok",1\n"x",2\n'],
    ['backslashes', 'a,b\n"say \\"hi\\", ok",1\n"x",2\n'],
    ['apostrophes', "a,b\n'say \"hi\", ok',1\n'x',2\n"],
    ['apostrophes and backslashes', "a,b\n'say \"hi\", ok',1\n'x',2\n'it\\'s',3\n"],
    ['tabs', 'a\tb\n"say ""hi"", ok"\t1\nx\t2\n'],
    ['bars', 'a|b\n"say ""hi"", ok"|1\nx|2\n'],
  ])
    it(`are read with ${name}`, async () => {
      assert.deepEqual((await read(text)).slice(0, 3), [
        ['a', 'b'],
        ['say "hi", ok', '1'],
        ['x', '2'],
      ]);
    });

  it('keep backslashes and apostrophes that mean themselves', async () => {
    assert.deepEqual(await read('a,b\n"C:\\dir\\",1\n"D:\\",2\n'), [
      ['a', 'b'],
      ['C:\\dir\\', '1'],
      ['D:\\', '2'],
    ]);
    assert.deepEqual(await read("a,b\n'tis,1\n't Hooft,2\n"), [
      ['a', 'b'],
      ["'tis", '1'],
      ["'t Hooft", '2'],
    ]);
    assert.deepEqual(await read("a,b\n'=1+1,1\nx,2\n"), [
      ['a', 'b'],
      ["'=1+1", '1'],
      ['x', '2'],
    ]);
  });

  it('have decimal commas between semicolons', async () => {
    assert.deepEqual(await read('A;1,5\nB;2,5\n', { header: false }), [
      ['Column 1', 'Column 2'],
      ['A', '1,5'],
      ['B', '2,5'],
    ]);
    assert.deepEqual((await read('1,5;2,5;3,5\n4,5;5,5;6,5\n'))[1], ['1,5', '2,5', '3,5']);
  });

  it('end with any line break, also in one file, and count as lines', async () => {
    assert.deepEqual(await read('a,b\r\nx,1\ny,2\rz,3\r\n"u\r\nv",4\n"bad,5\nw,6\r\r\nq,7'), [
      ['a', 'b'],
      ['x', '1'],
      ['y', '2'],
      ['z', '3'],
      ['u\r\nv', '4'],
      `7: ${NOT_CLOSED}`,
      ['w', '6'],
      ['q', '7'],
    ]);
    assert.deepEqual(await read('a,b\rx,1\ry,2\r'), [
      ['a', 'b'],
      ['x', '1'],
      ['y', '2'],
    ]);
  });

  it('are not swallowed by a quotation mark that is never closed, or closed by a stray one', async () => {
    const rows = Array.from({ length: 50 }, (_, at) => `r${at},${at}`).join('\n');
    const open = await read(`a,b\n"x,1\n${rows}\n`);
    assert.deepEqual([open.length, open[1], open[51]], [52, `2: ${NOT_CLOSED}`, ['r49', '49']]);
    const stray = await read(`a,b,c\nx,1,2\n"six,1,2\n${rows.replaceAll(/$/gm, ',z')}\n12,y",9,9,9\nend,1,2\n`);
    assert.deepEqual([stray[2], stray[3], stray.at(-1)], [`3: ${NOT_CLOSED}`, ['r0', '0', 'z'], ['end', '1', '2']]);
    const after = await read('a,b\n"x"y,1\nz,2\n');
    assert.deepEqual(after, [['a', 'b'], '2: The line has text after a closing quotation mark', ['z', '2']]);
  });

  it('may be empty cells, but not blank lines', async () => {
    assert.deepEqual(await read('a,b\n\n  \n,\nx,1\n""\n'), [
      ['a', 'b'],
      ['', ''],
      ['x', '1'],
      ['', '', '1 missing'],
    ]);
  });

  it('may be as long as a text, and are told if they are longer, without what follows', async () => {
    const long = 'x'.repeat(1_500_000);
    const text = `a,b\nx,1\n${long},2\ny,3\n"${long}",4\nz,5\n`;
    const csv = await openCsv(Readable.from([Buffer.from(text)]));
    const rows = [];
    for await (const records of csv.records)
      rows.push(...records.map(({ line, problem }) => [line, problem && say(problem, t)]));
    assert.deepEqual(rows, [
      [2, null],
      [3, 'The line is longer than 1000000 characters: shorten its texts, or look for a missing line break'],
      [4, null],
      [5, 'The line is longer than 1000000 characters: shorten its texts, or look for a missing line break'],
      [6, null],
    ]);
  });
});
