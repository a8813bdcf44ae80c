import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operatorsOf, writeRule } from './rule-builder.js';

const names = /** @type {any[]} */ ([
  { name: 'row.title', type: { name: 'text' } },
  { name: 'row.count', type: { name: 'int' } },
  { name: 'row.done', type: { name: 'bool' } },
  { name: 'row.owner', type: { name: 'row', table: 'users' } },
  { name: 'row.members', type: { name: 'rows', table: 'users' } },
  { name: 'row.tags', type: { name: 'list', of: { name: 'text' } } },
]);

const cases = /** @type {[any[], 'and' | 'or', string][]} */ ([
  [[['row.title', 'is', 'a "b" \\ c']], 'and', 'row.title == "a \\"b\\" \\\\ c"'],
  [[['row.count', 'atMost', '3,5']], 'and', 'row.count <= 3.5'],
  [[['row.count', 'is', '1 || true']], 'and', 'row.count == "1 || true"'],
  [[['row.owner', 'asker', '']], 'and', 'row.owner == user.id'],
  [[['row.members', 'hasNotAsker', '']], 'and', '!(user.id in row.members)'],
  [[['row.tags', 'has', 'x']], 'and', '"x" in row.tags'],
  [[['row.title', 'is', 'user.name']], 'and', 'row.title == user.name'],
  [
    [
      ['row.done', 'no', ''],
      ['row.title', 'blank', ''],
    ],
    'or',
    'row.done != true || row.title == null',
  ],
  [
    [
      ['', '', ''],
      ['row.done', 'yes', ''],
      ['row.gone', 'is', 'x'],
      ['row.done', 'contains', 'x'],
    ],
    'and',
    'row.done == true',
  ],
]);

describe('the rule builder', () => {
  for (const [rows, joined, expected] of cases)
    it(`writes ${expected}`, () => {
      const conditions = rows.map(([field, op, value]) => ({ field, op, value }));
      assert.equal(writeRule(conditions, joined, names), expected);
    });

  it('offers the type’s operators', () => {
    assert.deepEqual(operatorsOf({ name: 'bool' }), ['yes', 'no']);
    assert.deepEqual(operatorsOf({ name: 'json' }), []);
    assert.deepEqual(operatorsOf(undefined), []);
  });
});
