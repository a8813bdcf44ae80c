import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { operatorsOf, writeRule } from './rule-builder.js';
import { readRule } from './read-rule.js';

/** @type {any[]} */
const names = [
  ['row.title', { name: 'text' }],
  ['row.amount', { name: 'int' }],
  ['row.done', { name: 'bool' }],
  ['row.due', { name: 'date' }],
  ['row.tags', { name: 'list', of: { name: 'text' } }],
  ['row.owner', { name: 'row', table: 'users' }],
  ['row.members', { name: 'rows', table: 'users' }],
  ['row.lines', { name: 'rows', table: 'lines' }],
  ['user.roles', { name: 'list', of: { name: 'text' } }],
].map(([name, type]) => ({ name, type, label: String(name) }));

const condition = fc.constantFrom(...names).chain(({ name, type }) =>
  fc.record({
    field: fc.constant(name),
    op: fc.constantFrom(...operatorsOf(type)),
    value:
      type.name === 'int'
        ? fc.integer().map(String)
        : fc.oneof(fc.string(), fc.constantFrom('a && b', '"', 'x || y', '\\')),
  }),
);

describe('a rule put together by choosing', () => {
  it('is read back as the selected conditions', () => {
    fc.assert(
      fc.property(
        fc.array(condition, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('and', 'or'),
        (conditions, joined) => {
          const text = writeRule(conditions, /** @type {any} */ (joined), names);
          const read = readRule(text, names);
          assert.ok(read, text);
          assert.equal(writeRule(read.conditions, read.joined, names), text);
          assert.deepEqual(
            read.conditions.map(({ field, op }) => [field, op]),
            conditions.map(({ field, op }) => [field, op]),
          );
        },
      ),
      { numRuns: 300, seed: 20261121 },
    );
  });

  it('is left alone where it was written in another way', () => {
    for (const text of [
      '',
      'size(row.title) > 3',
      '(row.amount > 1 && row.done == true) || row.title == "x"',
      'row.gone == 1',
    ])
      assert.equal(readRule(text, names), null, text);
  });
});
