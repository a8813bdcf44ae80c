import fc from 'fast-check';

/**
 * Random expressions over the tables of `createPlayground`, as CEL text, by result type. Each is valid: what is tested
 * is that all ways to run them agree.
 *
 * @typedef {{ names: Record<string, string[]> }} Scope
 */

/** Values of a type, for a row of `things` called `row`. @type {Record<string, string[]>} */
const PATHS = {
  bool: ['done', 'parent.done'],
  int: ['count', 'stars', 'parent.count', 'owner_row.size', 'parent.parent.count', 'id', 'parent.id'],
  decimal: ['price', 'ratio', 'cost', 'parent.price'],
  text: ['title', 'note', 'state', 'parent.title', 'owner_row.label', 'person.name', 'person.email'],
  date: ['due', 'parent.due'],
  moment: ['seen', 'created_at', 'parent.seen'],
  time: ['at'],
  duration: ['took', 'parent.took'],
  id: ['person', 'code', 'parent.person', 'owner_row.chief'],
};
const TEXTS = [
  '',
  'a',
  'A',
  'b',
  'ab',
  'ä',
  'ß',
  'Ǆ',
  'İ',
  ' x ',
  '😀',
  'ﬀ',
  '%_\\',
  "o'b",
  '\uffee',
  '\u{10000}',
  '1.5',
  '-7',
];
const INTS = ['0', '1', '2', '-1', '7', '-7', '12', '100', '9007199254740993', '4611686018427387904'];
const DECIMALS = ['0.0', '0.1', '-2.5', '1.000000000001', '3.333', '1e9', '0.5'];
const DATES = ['0001-01-01', '9999-12-31', '2024-02-29', '2026-11-21', '1969-12-31'];
const MOMENTS = [
  '1970-01-01T00:00:00Z',
  '2026-03-29T01:30:00+01:00',
  '2026-10-25T02:30:00+02:00',
  '9999-12-31T23:59:59Z',
];

const literal = (/** @type {string} */ text) => JSON.stringify(text);

/** @param {string} type @param {string} row */
function leaf(type, row) {
  const paths = (PATHS[type] ?? []).map((path) => `${row}.${path}`);
  /** @type {Record<string, string[]>} */
  const own = { bool: ['true', 'false', 'user.signedIn'], id: ['user.id', 'user'], moment: ['now'], date: ['today'] };
  /** @type {Record<string, string[]>} */
  const literals = {
    int: INTS,
    decimal: DECIMALS,
    text: TEXTS.map(literal),
    date: DATES.map((date) => `date("${date}")`),
    moment: MOMENTS.map((moment) => `timestamp("${moment}")`),
    duration: ['duration("1h")', 'duration("-36h5m")', 'duration("0s")', 'duration("9999d")'],
  };
  return fc.constantFrom(...paths, ...(own[type] ?? []), ...(literals[type] ?? []));
}

/**
 * Each generator is made once: they are nested in one another, in every place where one fits.
 *
 * @type {Map<string, fc.Arbitrary<string>>}
 */
const generators = new Map();

/**
 * @param {string} type @param {number} depth @param {string} [row]
 * @returns {fc.Arbitrary<string>}
 */
export function expressionOf(type, depth, row = 'row') {
  const key = `${type} ${Math.max(depth, 0)} ${row}`;
  const known = generators.get(key);
  if (known) return known;
  const generator = depth <= 0 ? leaf(type, row) : nestedOf(type, depth, row);
  generators.set(key, generator);
  return generator;
}

/** @param {string} type @param {number} depth @param {string} row @returns {fc.Arbitrary<string>} */
function nestedOf(type, depth, row) {
  const of = (/** @type {string} */ wanted, down = 1) => expressionOf(wanted, depth - down, row);
  const made = (/** @type {(...parts: string[]) => string} */ build, /** @type {string[]} */ ...types) =>
    fc.tuple(...types.map((wanted) => of(wanted))).map((parts) => build(...parts));
  const sign = (/** @type {string[]} */ ...signs) => fc.constantFrom(...signs);
  const infix = (/** @type {string} */ left, /** @type {string[]} */ signs, /** @type {string} */ right) =>
    fc.tuple(of(left), sign(...signs), of(right)).map(([a, s, b]) => `(${a} ${s} ${b})`);
  const name = (/** @type {string} */ word, /** @type {string[]} */ ...types) =>
    made((...parts) => `${word}(${parts.join(', ')})`, ...types);
  const choice = made((a, b, c) => `(${a} ? ${b} : ${c})`, 'bool', type, type);
  const filled = name('ifEmpty', type, type);
  const ways = [leaf(type, row), choice, filled, ...(MORE[type]?.({ of, infix, name, made, row, depth }) ?? [])];
  return fc.oneof(...ways);
}

const ORDERED = ['int', 'decimal', 'text', 'date', 'moment', 'time', 'duration'];
const ALL = [...ORDERED, 'bool', 'id'];
let variables = 0;

/**
 * A list of related rows with a variable, and a condition for each.
 *
 * @param {any} tools @param {string} kind @param {string} type
 */
function each({ depth, row }, kind, type) {
  const as = `v${(variables += 1)}`;
  const asked = (/** @type {string} */ of) => expressionOf(type, Math.min(depth - 1, 2), of);
  const over = (/** @type {string} */ list, /** @type {fc.Arbitrary<string>} */ body) =>
    body.map((text) => `${row}.${list}.${kind}(${as}, ${text})`);
  return fc.oneof(
    over('things', asked(as)),
    over('parts', asked(`${as}.thing`)),
    over('parent.parts', asked(`${as}.thing`)),
    over('friends', fc.constantFrom(`${as}.name == "ada"`, `${as} == user.id`, `${as}.email == ${row}.title`)),
  );
}

/** @type {Record<string, (tools: any) => fc.Arbitrary<string>[]>} */
const MORE = {
  bool: (tools) => [
    ...ORDERED.map((type) => tools.infix(type, ['<', '<=', '>', '>=', '==', '!='], type)),
    tools.infix('int', ['<', '==', '!='], 'decimal'),
    ...ALL.map((type) => tools.made((/** @type {string} */ a) => `(${a} == null)`, type)),
    ...ALL.map((type) => tools.name('isEmpty', type)),
    tools.infix('bool', ['&&', '||', '==', '!='], 'bool'),
    tools.made((/** @type {string} */ a) => `!${a}`, 'bool'),
    tools.name('contains', 'text', 'text'),
    tools.name('startsWith', 'text', 'text'),
    tools.name('endsWith', 'text', 'text'),
    tools.made((/** @type {string} */ a) => `(${a} in ${tools.row}.tags)`, 'text'),
    tools.made((/** @type {string} */ a) => `(${a} in user.roles)`, 'text'),
    tools.made((/** @type {string} */ a) => `(${a} in user.groups)`, 'text'),
    tools.made((/** @type {string} */ a, /** @type {string} */ b) => `(${a} in [${b}, 3])`, 'int', 'int'),
    tools.made((/** @type {string} */ a) => `(${a} in ${tools.row}.friends)`, 'id'),
    fc.constantFrom(
      `${tools.row}.data.a == "x"`,
      `${tools.row}.data.n > 2`,
      `${tools.row}.data.b == true`,
      `has(${tools.row}.data.a)`,
      `${tools.row}.tags == ["a", "b"]`,
      `${tools.row}.parent.tags != ${tools.row}.tags`,
      `${tools.row}.friends == null`,
      `[${tools.row}.count, null] == [${tools.row}.stars, null]`,
    ),
    each(tools, 'exists', 'bool'),
    each(tools, 'all', 'bool'),
    fc.constantFrom(`${tools.row}.tags.exists(t, t > "a")`, `${tools.row}.parts.isEmpty()`),
  ],
  int: (tools) => [
    tools.infix('int', ['+', '-', '*', '/', '%'], 'int'),
    tools.made((/** @type {string} */ a) => `-(${a})`, 'int'),
    ...['abs', 'int'].map((word) => tools.name(word, 'int')),
    ...['round', 'floor', 'ceil', 'int'].map((word) => tools.name(word, 'decimal')),
    ...['min', 'max'].map((word) => tools.name(word, 'int', 'int')),
    tools.name('int', 'text'),
    tools.name('size', 'text'),
    tools.name('indexOf', 'text', 'text'),
    tools.name('sign', 'int'),
    tools.name('sign', 'decimal'),
    ...['monthsBetween', 'yearsBetween'].map((word) => tools.name(word, 'date', 'date')),
    ...['quarter', 'week', 'dayOfYear'].flatMap((word) => [tools.name(word, 'date'), tools.name(word, 'moment')]),
    ...['time', 'moment'].map((type) => tools.name('second', type)),
    tools.infix('date', ['-'], 'date'),
    ...['year', 'month', 'day', 'weekday'].flatMap((word) => [tools.name(word, 'date'), tools.name(word, 'moment')]),
    ...['hour', 'minute'].flatMap((word) => [tools.name(word, 'time'), tools.name(word, 'moment')]),
    fc.constantFrom(`size(${tools.row}.tags)`, `size(${tools.row}.parts)`, `${tools.row}.parts.sum(p, p.amount)`),
    fc.constantFrom(`${tools.row}.parts.max(p, p.amount)`, `${tools.row}.parts.count(p, p.amount > 1)`),
  ],
  decimal: (tools) => [
    tools.infix('decimal', ['+', '-', '*', '/'], 'decimal'),
    tools.infix('int', ['+', '*', '/'], 'decimal'),
    tools.name('number', 'text'),
    tools.name('round', 'decimal', 'int'),
    ...['min', 'max'].map((word) => tools.name(word, 'decimal', 'decimal')),
    ...['seconds', 'minutes', 'hours', 'days'].map((word) => tools.name(word, 'duration')),
    ...['roundTo', 'percentOf', 'addPercent', 'withoutPercent', 'share'].map((word) =>
      tools.name(word, 'decimal', 'decimal'),
    ),
    fc.constantFrom(`${tools.row}.parts.average(p, p.amount)`, `${tools.row}.parts.sum(p, p.weight * p.amount)`),
  ],
  text: (tools) => [
    tools.infix('text', ['+'], 'text'),
    ...['lower', 'upper', 'trim', 'string'].map((word) => tools.name(word, 'text')),
    tools.name('replace', 'text', 'text', 'text'),
    tools.name('substring', 'text', 'int'),
    ...['left', 'right'].map((word) => tools.name(word, 'text', 'int')),
    ...['textBefore', 'textAfter'].map((word) => tools.name(word, 'text', 'text')),
    tools.name('padStart', 'text', 'int', 'text'),
    tools.made((/** @type {string} */ a) => `join(${tools.row}.tags, ${a})`, 'text'),
    tools.name('substring', 'text', 'int', 'int'),
    ...['int', 'decimal', 'bool', 'date', 'moment', 'time', 'id'].map((type) => tools.name('string', type)),
    fc.constantFrom(`${tools.row}.parts.min(p, p.label)`, `${tools.row}.parts.max(p, p.label + "x")`),
  ],
  date: (tools) => [
    tools.infix('date', ['+', '-'], 'int'),
    tools.name('date', 'moment'),
    ...['addMonths', 'addYears'].map((word) => tools.name(word, 'date', 'int')),
    ...['startOfWeek', 'startOfMonth', 'endOfMonth', 'startOfYear'].map((word) => tools.name(word, 'date')),
    ...['min', 'max'].map((word) => tools.name(word, 'date', 'date')),
  ],
  moment: (tools) => [
    tools.infix('moment', ['+', '-'], 'duration'),
    ...['min', 'max'].map((word) => tools.name(word, 'moment', 'moment')),
  ],
  time: (tools) => [tools.name('time', 'moment'), ...['min', 'max'].map((word) => tools.name(word, 'time', 'time'))],
  duration: (tools) => [
    ...['min', 'max'].map((word) => tools.name(word, 'duration', 'duration')),
    tools.infix('duration', ['+', '-'], 'duration'),
    tools.infix('moment', ['-'], 'moment'),
  ],
};

/** @param {string} type @param {number} depth */
export const expressions = (type, depth) => expressionOf(type, depth);
export const TYPES = ALL;
