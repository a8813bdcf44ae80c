import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitRule } from './split-rule.js';

/** @param {any} part @returns {any} */
const short = ({ kind, text, parts }) => (kind === 'single' ? text : [kind, ...parts.map(short)]);

const cases = /** @type {[string, any][]} */ ([
  ['row.a == 1', 'row.a == 1'],
  ['row.a == 1 && row.b', ['all', 'row.a == 1', 'row.b']],
  ['row.a || row.b && row.c', ['any', 'row.a', ['all', 'row.b', 'row.c']]],
  ['(row.a || row.b) && !(row.c)', ['all', ['any', 'row.a', 'row.b'], ['not', 'row.c']]],
  ['((row.a))', 'row.a'],
  ['(row.a) || (row.b)', ['any', 'row.a', 'row.b']],
  ['row.t == "a && b" && row.c', ['all', 'row.t == "a && b"', 'row.c']],
  ["row.t == 'it\\'s || (' || row.c", ['any', "row.t == 'it\\'s || ('", 'row.c']],
  ['row.m.exists(m, m.a && m.b)', 'row.m.exists(m, m.a && m.b)'],
  ['row.a ? row.b || row.c : row.d', 'row.a ? row.b || row.c : row.d'],
  ['!row.a', ['not', 'row.a']],
  ['!(!row.a)', ['not', ['not', 'row.a']]],
  ['(row.a&&row.b)||(!( row.c ))', ['any', ['all', 'row.a', 'row.b'], ['not', 'row.c']]],
  ['row.a && (row.b && row.c)', ['all', 'row.a', 'row.b', 'row.c']],
  ['row.a || // or "\n (row.b)', ['any', 'row.a', 'row.b']],
  ['!row.m.contains(")") && (row.n + (1)) == (2)', ['all', ['not', 'row.m.contains(")")'], '(row.n + (1)) == (2)']],
  ['row.a ==', 'row.a =='],
]);

describe('the parts of a rule', () => {
  for (const [source, expected] of cases) it(source, () => assert.deepEqual(short(splitRule(source)), expected));
});
