import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { costsAtMost, SEED } from '@plinth/plugin/testing';
import fc from 'fast-check';
import { quoteLiteral } from '../../../../postgres/sql/quote.js';
import { openTestDatabase } from '../../testing/column-harness.js';
import { fieldPattern } from './field-pattern.js';

/** @param {string} pattern */
const compile = (pattern) => {
  const field = { name: 'code', label: 'Code', type: 'text', attributes: { pattern }, required: false };
  return /** @type {NonNullable<ReturnType<typeof fieldPattern>>} */ (fieldPattern(field));
};

/** Patterns of the supported kind, made of parts that meet each other's texts. */
const patterns = fc.letrec((tie) => ({
  pattern: fc.oneof({ maxDepth: 4 }, tie('atom'), tie('pair'), tie('choice'), tie('repeat')),
  atom: fc.constantFrom(
    'a',
    'b',
    '[ab]',
    '[^a]',
    '.',
    '\\d',
    '\\w',
    '\\s',
    '\\.',
    '[a-c-]',
    'é',
    '🙂',
    '\\u0062',
    '[\\]\\\\]',
  ),
  pair: fc.tuple(tie('pattern'), tie('pattern')).map((parts) => parts.join('')),
  choice: fc.tuple(tie('pattern'), tie('pattern')).map((parts) => `(${parts.join('|')})`),
  repeat: fc
    .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{0,}', '*?'))
    .map(([item, count]) => `(?:${item})${count}`),
})).pattern;
const texts = fc
  .array(fc.constantFrom('a', 'b', 'c', '1', '_', ' ', '.', '-', ']', '\\', 'é', '🙂', '\n'), { maxLength: 8 })
  .map((parts) => parts.join(''));

describe('pattern attribute', () => {
  /** @type {Awaited<ReturnType<typeof openTestDatabase>>} */
  let database;
  before(async () => (database = await openTestDatabase()));
  after(() => database?.close());

  it('matches the same as JavaScript', () => {
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        assert.equal(compile(String(pattern)).matches(text), new RegExp(`^(?:${pattern})$`, 'u').test(text));
      }),
      { numRuns: 2000, seed: SEED },
    );
  });

  it('matches the same as its check constraint in PostgreSQL', async () => {
    await fc.assert(
      fc.asyncProperty(patterns, fc.array(texts, { minLength: 1, maxLength: 20 }), async (pattern, list) => {
        const { matches, sql } = compile(String(pattern));
        const query = `select array_agg(value ~ ${quoteLiteral(sql)} order by n) as found from unnest($1::text[]) with ordinality as t(value, n)`;
        const { rows } = await database.client.query(query, [list]);
        assert.deepEqual(rows[0].found, list.map(matches), sql);
      }),
      { numRuns: 150, seed: SEED },
    );
  });

  it('I12: costs little whatever the pattern and the text', async () => {
    const evil = [
      '(a+)+',
      '(a|a)*',
      '(a*)*b',
      '([a-z]+)*!',
      '(a|aa)+$',
      '(.*a){20}',
      '((a{0,20}){0,20})b',
      '^(([a-z])+.)+[A-Z]([a-z])+$',
    ];
    for (const pattern of evil) {
      const { matches } = compile(pattern);
      // Less than 100 ms of a machine of today.
      await costsAtMost(pattern, () => matches('a'.repeat(1999) + '!'), { times: 10 });
    }
  });

  for (const [pattern, fact] of [
    ['(a)\\1', 'uses \\1, which is not supported here'],
    ['(?=a)b', 'uses look-around or named groups'],
    ['(?<name>a)', 'uses look-around or named groups'],
    ['(a', 'has a "(" without its ")"'],
    ['a)', 'has a ")" without its "("'],
    ['[a', 'has a "[" without its "]"'],
    ['*a', 'has "*" with nothing before it to repeat'],
    ['a**', 'repeats a repetition'],
    ['a{3,1}', 'has the count {3,1} the wrong way round'],
    ['a{1000}', 'repeats more than 255 times'],
    ['((a{200}){200}){200}', 'is too complex: its counts multiply to too many steps'],
    ['a\\', 'ends with a lone backslash'],
    ['a^b', 'has "^" inside: the pattern always covers the whole value'],
    ['x'.repeat(501), 'is longer than 500 characters'],
    ['\0', 'holds a NUL character'],
    ['\ud800', 'is no valid Unicode text'],
  ]) {
    it(`I12: refuses ${JSON.stringify(pattern.slice(0, 30))} when it is saved`, () => {
      assert.throws(() => compile(pattern), { code: 'PATTERN_UNSUPPORTED', message: `The pattern of Code ${fact}` });
    });
  }
});
