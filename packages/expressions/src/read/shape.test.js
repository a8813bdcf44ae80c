import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isNamedIn, pathsIn, replacePaths, shapeOf } from './shape.js';

/** Without places. @param {any} shape @returns {any} */
function plain(shape) {
  if (shape === null) return null;
  const { kind, name, value, root, steps, parts, args } = shape;
  if (kind === 'path') return [root, ...steps].join('.');
  if (kind === 'value') return typeof value === 'bigint' ? Number(value) : { value };
  return [kind === 'call' ? name : kind, ...(parts ?? args).map(plain)];
}

/** Spellings of the same. @type {readonly (readonly string[])[]} */
const SAME = [
  [
    'row.owner == user.id',
    'row.owner==user.id',
    '( row.owner == user.id )',
    '((row.owner) == (user.id))',
    'row["owner"]==user["id"]',
  ],
  ['row.m.size() > 0', 'size(row.m)>0', '(row.m).size() > (0)', ' row . m . size( ) > 0 '],
  ["row.t.contains('a')", 'row.t.contains("a")', 'row.t.contains(("a"))', 'row.t.contains("\\u0061")'],
  [
    'row.a && row.b && row.c',
    'row.a&&(row.b&&row.c)',
    '(row.a && row.b) && row.c',
    'row.a\n  && row.b // why\n  && row.c',
  ],
  ['!(user.id in row.m)', '!( user.id  in row.m )', '(!(user.id in (row.m)))'],
];

describe('the shape of an expression', () => {
  for (const [first, ...others] of SAME)
    it(`is the same for each spelling of ${first}`, () => {
      assert.ok(shapeOf(first));
      for (const other of others) assert.deepEqual(plain(shapeOf(other)), plain(shapeOf(first)), other);
    });

  it('differs where the meaning may differ', () => {
    const different = [
      'row.a && row.b || row.c',
      'row.a && (row.b || row.c)',
      'row.b && row.a',
      '!row.a && row.b',
      '!(row.a && row.b)',
      'row.a - 1',
      '-row.a',
      'row.a == "1"',
      'row.a == 1',
      'row.a == 1.0',
      'row.a ? row.b : row.c',
      '[row.a, row.b]',
    ];
    const shapes = different.map((source) => JSON.stringify(plain(shapeOf(source))));
    assert.equal(new Set(shapes).size, different.length, shapes.join('\n'));
  });

  it('is nothing for a text that is no expression', () => {
    for (const source of [
      '',
      ' ',
      '(',
      'row.a ==',
      'row.a = 1',
      '"',
      'row.a row.b',
      `${'('.repeat(5000)}row.a`,
      'x'.repeat(100_000),
    ])
      assert.equal(shapeOf(source), null, source.slice(0, 20));
    assert.deepEqual(pathsIn('row.a =='), []);
    assert.equal(
      replacePaths('row.a ==', () => 'x'),
      'row.a ==',
    );
  });

  it('has the text of each part, with the parentheses that belong to it', () => {
    const texts = (/** @type {string} */ source) =>
      /** @type {any} */ (shapeOf(source)).parts.map((/** @type {any} */ part) => part.text);
    assert.deepEqual(texts('(row.a || row.b) && !(row.c)'), ['row.a || row.b', '!(row.c)']);
    assert.deepEqual(texts('((row.a)) || f((row.b), (1)) || (row.c + (2)) > 3'), [
      'row.a',
      'f((row.b), (1))',
      '(row.c + (2)) > 3',
    ]);
    assert.deepEqual(texts("row.t == ')' || ((row.x).size()) == (1)"), ["row.t == ')'", '((row.x).size()) == (1)']);
    assert.equal(shapeOf(' ( row.a == (1) ) ')?.text, 'row.a == (1)');
  });
});

describe('paths in an expression', () => {
  it('are found with their places, not in texts, and not names of entries', () => {
    const source = `row.a.b == "row.c" && user.id in row["d e"] && row.lines.exists(x, x.of == row.e && x.row == old.f.size())`;
    const found = pathsIn(source).toReversed();
    assert.deepEqual(
      found.map(({ root, steps }) => [root, ...steps]),
      [
        ['row', 'a', 'b'],
        ['user', 'id'],
        ['row', 'd e'],
        ['row', 'lines'],
        ['row', 'e'],
        ['old', 'f'],
      ],
    );
    for (const { text, start, end } of found) assert.equal(source.slice(start, end), text);
    assert.equal(isNamedIn('"row" == user.id', 'row'), false);
    assert.equal(isNamedIn('user.row == 1', 'row'), false);
    assert.equal(isNamedIn('row.user == 1', 'user'), false);
    assert.equal(isNamedIn('rows == 1', 'row'), false);
    assert.equal(isNamedIn('row.users.exists(user, user.id == 1)', 'user'), false);
    assert.equal(isNamedIn('( ! row.a )', 'row'), true);
  });

  it('are replaced where they stand', () => {
    const asked = (/** @type {string} */ source) =>
      replacePaths(source, ({ root, steps }) => (root === 'about' ? ['row', ...steps].join('.') : undefined));
    assert.equal(asked('about.a == "about.b" && f( about .b )'), 'row.a == "about.b" && f( row.b )');
    assert.equal(asked('(about).a + about["c"].size()'), 'row.a + row.c.size()');
    assert.equal(asked('about.m.exists(about, about.x) || row.about'), 'row.m.exists(about, about.x) || row.about');
  });
});
