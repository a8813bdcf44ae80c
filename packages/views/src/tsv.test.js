import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readBlock, writeBlock } from '../assets/js/cells/tsv.js';

describe('blocks of cells on the clipboard', () => {
  for (const [text, rows] of /** @type {[string, string[][]][]} */ ([
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\t\tb', [['a', '', 'b']]],
    ['a\t', [['a', '']]],
    ['"two\nlines"\t"say ""hi"""', [['two\nlines', 'say "hi"']]],
    ['"not closed\tb', [['"not closed', 'b']]],
    ['"quoted" word\tb', [['"quoted" word', 'b']]],
    ['', [['']]],
  ])) {
    it(`are read: ${JSON.stringify(text)}`, () => assert.deepEqual(readBlock(text, 100), rows));
  }

  it('come back as they were copied', () => {
    const cell = fc.string().map((text) => text.replace(/\r/g, ''));
    const block = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
      );
    fc.assert(fc.property(block, (rows) => assert.deepEqual(readBlock(writeBlock(rows), 100), rows)));
  });

  it('are read no further than the limit needs', () =>
    assert.equal(readBlock('a\tb\n'.repeat(100_000), 500).length, 501));
});
