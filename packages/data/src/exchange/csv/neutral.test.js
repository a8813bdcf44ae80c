import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { csvLine, neutralise, restore } from './neutral.js';

const SEPARATORS = [',', ';', '\t'];
/** What a spreadsheet runs: a sign of a formula first, or after what it skips. */
const RUNS = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u;

/** A number, and what was beside it where the separator is another one. */
const NUMBER = /^[\s\p{Cc}\p{Cf}]*[+-]\d+(?![^\s\p{Cc}\p{Cf},;"])/u;

/**
 * The cells of a line as a spreadsheet reads them that expects a separator: quotation marks only count at the beginning
 * of a cell.
 *
 * @param {string} file @param {string} separator
 */
function cellsOf(file, separator) {
  /** @type {string[]} */
  const cells = [];
  let [cell, state] = ['', 'start'];
  for (let at = 0; at < file.length; at++) {
    const char = file[at];
    if (state === 'start' && char === '"') state = 'quoted';
    else if (state === 'quoted' && char === '"' && file[at + 1] === '"') cell += file[(at += 1)];
    else if (state === 'quoted' && char === '"') state = 'plain';
    else if (state !== 'quoted' && (char === separator || char === '\n' || char === '\r')) {
      cells.push(cell);
      [cell, state] = ['', 'start'];
    } else {
      cell += char;
      if (state === 'start') state = 'plain';
    }
  }
  return [...cells, cell];
}

const text = fc.string({
  unit: fc.constantFrom(...'=+-@＝＠\'",;\t\n\r |a1é\u200b\u00a0'),
  maxLength: 12,
});

describe('cells that a spreadsheet must not run', () => {
  const known = {
    'a line feed first': ['\n=1+1', "'\n''=1+1"],
    'a full-width sign': ['＝1+1', "'＝1+1"],
    'a full-width plus': ['＋1', "'＋1"],
    'a full-width minus': ['－1', "'－1"],
    'a full-width at': ['＠SUM(A1)', "'＠SUM(A1)"],
    'a blank and a sign': [' =1+1', "' =1+1"],
    'a formula after a semicolon': ['x;=cmd()', "'x;''=cmd()"],
    'a formula after a quotation mark': ['x;"=cmd()"', `'x;"''=cmd()"`],
    'a formula on a second line': ['x\n=cmd()', "'x\n''=cmd()"],
    'a comma, which is quoted': ['x, -y', 'x, -y'],
    'a number': ['-5', '-5'],
  };
  for (const [name, [before, after]] of Object.entries(known)) {
    it(`I8: exports ${name} as text that no spreadsheet runs`, () => {
      assert.equal(neutralise(before), after);
      assert.equal(restore(after), before);
    });
  }

  it('I8: any text comes back, whichever the separator', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...SEPARATORS), (cell, separator) => {
        assert.equal(restore(neutralise(cell, separator), separator), cell);
      }),
      { numRuns: 20_000 },
    );
  });

  it('I8: no cell of a line runs, whichever separator the file has and whichever is expected', () => {
    const separator = fc.constantFrom(...SEPARATORS);
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), separator, separator, (cells, has, expected) => {
        const line = csvLine(
          cells.map((cell) => neutralise(cell, has)),
          has,
        );
        // A number stays one; with what follows a separator that is not expected it is no formula either.
        for (const cell of cellsOf(line, expected))
          assert.ok(!RUNS.test(cell) || NUMBER.test(cell), JSON.stringify([line, cell]));
      }),
      { numRuns: 20_000 },
    );
  });

  it('I8, L5: a long run of blanks is read once', () => {
    const long = `x${';\n'.repeat(200_000)}`;
    assert.equal(restore(neutralise(`${long}=`)), `${long}=`);
    assert.equal(neutralise(long), long);
  });
});
