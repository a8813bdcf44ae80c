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

/** The same conditions in other words. @type {[string, string[]][]} */
const SPELLINGS = [
  [
    'row.owner == user.id',
    ['row.owner==user.id', '( user.id == row.owner )', '((row.owner)==(user.id))', 'row["owner"] == user["id"]'],
  ],
  ['row.owner != user.id', ['user.id!=row.owner', '(row.owner)  !=  user.id']],
  ['user.id in row.members', ['(user.id) in (row.members)', 'user.id  in row["members"]']],
  ['!(user.id in row.members)', ['!( user.id in row.members )', '(!((user.id in row.members)))']],
  [
    'row.title == "open"',
    ["row.title=='open'", "'open' == row.title", 'row.title == ("open")', "row.title == r'open'"],
  ],
  ['row.amount >= 10', ['row.amount>=10', '10 <= row.amount', '(10) <= (row.amount)']],
  ['row.amount < -1.50', ['row.amount<-1.50', '-1.50>row.amount', 'row.amount < (- 1.50)', 'row.amount < -(1.50)']],
  ['row.due < today', ['today > row.due', 'row.due<(today)']],
  ['row.title == null', ['null == row.title', '(row.title)==null']],
  ['row.done != true', ['true != row.done', 'row.done!=(true)']],
  ['row.lines.size() > 0', ['size(row.lines)>0', '0 < row.lines.size()', '(row.lines).size( ) > 0']],
  ['row.title.contains("a")', ["row.title.contains('a')", '(row.title).contains(("a"))']],
  ['"admin" in user.roles', ["'admin' in user.roles", '("admin")in(user.roles)']],
  [
    'row.title == "a && b" && row.amount > 1 && row.done == true',
    [
      "row.title=='a && b'&&row.amount>1&&row.done==true",
      '(row.title == "a && b") && (1 < row.amount && true == row.done)',
    ],
  ],
  [
    'row.title == "a" || row.amount == 1',
    ["(row.title=='a')||(1==row.amount)", 'row.title == "a" || // or\n row.amount == 1'],
  ],
];

describe('a rule that was typed', () => {
  for (const [usual, others] of SPELLINGS)
    it(`has the conditions of ${usual}, however it is spelled`, () => {
      const expected = readRule(usual, names);
      assert.ok(expected);
      assert.equal(writeRule(expected.conditions, expected.joined, names), usual);
      for (const other of others) assert.deepEqual(readRule(other, names), expected, other);
    });
});

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

  it('takes a text that looks like something else as a text', () => {
    for (const value of ['null', 'true', '5', '(', 'row'])
      assert.deepEqual(readRule(`row.title == ${JSON.stringify(value)}`, names)?.conditions, [
        { field: 'row.title', op: 'is', value },
      ]);
  });

  it('is left alone where it was written in another way', () => {
    for (const text of [
      '',
      'size(row.title) > 3',
      '(row.amount > 1 && row.done == true) || row.title == "x"',
      'row.gone == 1',
      'row.title == "null" && (row.amount > 1 || row.done == true)',
      'row.title == 5',
      'row.amount == "5"',
      'row.title == "user.id"',
      'row.title == " a "',
      'row["a.b"] == 1',
      'row.owner == user.manager.id',
      '!(row.owner == user.id)',
      '!row.done',
      'row.lines.size() > 1',
      'row.amount in [1, 2]',
      'row.amount > 1 && row.amount',
      'row.amount ==',
      'user.id == user.id',
      'row.title == constructor',
      'constructor == constructor',
      'row.constructor == 1',
    ])
      assert.equal(readRule(text, names), null, text);
  });
});
