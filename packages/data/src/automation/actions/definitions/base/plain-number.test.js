import assert from 'node:assert/strict';
import { it } from 'node:test';
import { plainNumber } from './plain-number.js';

it('makes numbers of number literals only', () => {
  for (const [source, value, wanted] of /** @type {[string, unknown, unknown][]} */ ([
    ['7.0', '7', 7],
    [' (-4.5) ', '-4.5', -4.5],
    ['row.amount', '7', '7'],
    ['"7"', '7', '7'],
    ['7.0 + 1.0', '8', '8'],
    ['12345678901234567890.5', '12345678901234567890.5', '12345678901234567890.5'],
    ['null', null, null],
    ['true', true, true],
  ]))
    assert.equal(plainNumber(source, value), wanted, source);
});
