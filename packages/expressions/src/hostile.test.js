import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '@plinth/plugin';
import { costsAtMost } from '@plinth/plugin/testing';
import fc from 'fast-check';
import { evaluate, readExpression } from './index.js';
import { sampleCatalog, withFormulas } from './testing.js';

const catalog = sampleCatalog();
const scope = { catalog, table: catalog.table('tasks') };
const env = {
  row: {},
  user: { id: null, roles: ['public'], signedIn: false },
  now: 1_795_248_000_000_000n,
  today: 20_778,
  timeZone: 'Europe/Berlin',
};

/** What a text gives: a value, or a message that names what is wrong. @param {string} source */
function outcome(source) {
  try {
    const { tree } = readExpression(source, scope);
    evaluate(tree, env);
    return 'value';
  } catch (error) {
    if (error instanceof AppError && error.code === 'EXPRESSION_INVALID' && error.status === 422) return 'refused';
    throw error;
  }
}

/** @param {import('./types.d.ts').Scope['catalog']} catalog @returns {(source: string) => import('./types.d.ts').Expression} */
const readWith = (catalog) => (source) => readExpression(source, { catalog, table: catalog.table('tasks') });

describe('expressions that mean no good', () => {
  it('S9: are refused however deep they nest', async () => {
    const nests = [
      (/** @type {number} */ n) => `${'('.repeat(n)}1${')'.repeat(n)}`,
      (/** @type {number} */ n) => `${'!'.repeat(n)}true`,
      (/** @type {number} */ n) => `${'- '.repeat(n)}1`,
      (/** @type {number} */ n) => `${'['.repeat(n)}${']'.repeat(n)}`,
      (/** @type {number} */ n) => `${'true ? 1 : '.repeat(n)}1`,
      (/** @type {number} */ n) => `row.data${'.a'.repeat(n)} == "x"`,
      (/** @type {number} */ n) => `row.title${'.trim()'.repeat(n)}`,
      (/** @type {number} */ n) => `row${'.project.tasks'.repeat(n)}.size()`,
      (/** @type {number} */ n) => `"${'a'.repeat(n)}" == row.title`,
      (/** @type {number} */ n) => Array.from({ length: n }, () => 'true').join(' && '),
    ];
    for (const nest of nests) {
      for (const depth of [1, 30, 200, 1500, 10_000, 1_000_000]) {
        const source = nest(depth);
        if (depth >= 10_000) assert.equal(outcome(source), 'refused', nest(2));
        // A fifth of a second: none needs a tenth of that.
        await costsAtMost(`${nest(2)} ${depth} deep`, () => outcome(source), { times: 20 });
      }
    }
  });

  it('L8: are refused where formulas in formulas make them too large, before memory or time are spent', async () => {
    const towers = {
      twice: (/** @type {string} */ below) => `row.${below} + row.${below}`,
      nested: (/** @type {string} */ below) => `row.${below}${'.padStart(9, "x")'.repeat(30)}`,
      paths: (/** @type {string} */ below) => `row.${below}${' + row.project.owner.name'.repeat(40)}`,
    };
    for (const [name, formula] of Object.entries(towers)) {
      const read = readWith(withFormulas(sampleCatalog(), 60, formula));
      assert.equal(read('row.f1 == "a"').type.name, 'bool', name);
      const refused = () =>
        assert.throws(
          () => read('row.f59 == "a"'),
          { code: 'EXPRESSION_INVALID', message: /too large|more than 3000 parts/ },
          name,
        );
      await costsAtMost(`a tower of formulas: ${name}`, refused, { times: 20 });
    }
  });

  it('L8: are refused if a few letters stand for many parts', () => {
    const read = readWith(withFormulas(sampleCatalog(), 6, (below) => Array(4).fill(`row.${below}`).join(' + ')));
    assert.equal(read('row.f5 == "a"').type.name, 'bool');
    const message = /it is too large, including the formulas it uses/;
    assert.throws(() => read(Array(100).fill('row.f5').join(' + ')), { code: 'EXPRESSION_INVALID', message });
  });

  it('L8: are refused where calls in calls cost the database too much', () => {
    const deep = `row.title${'.padStart(9, "x")'.repeat(36)} == ""`;
    assert.equal(outcome(deep), 'value');
    assert.equal(outcome(Array(5).fill(deep).join(' || ')), 'refused');
  });

  it('S9: give a value or a clear message, whatever is written', () => {
    const words = [
      'row',
      'user',
      'now',
      'today',
      '.',
      'title',
      'points',
      'due',
      'tags',
      'project',
      'tasks',
      'data',
      '(',
      ')',
    ];
    const more = [
      '[',
      ']',
      '{',
      '}',
      ',',
      '?',
      ':',
      '+',
      '-',
      '*',
      '/',
      '%',
      '==',
      '!=',
      '<',
      '&&',
      '||',
      '!',
      'in',
      'null',
    ];
    const rest = [
      'true',
      '1',
      '0',
      '1.5',
      '"a"',
      "'b'",
      'exists',
      'sum',
      'size',
      't',
      'r"\\d"',
      'b"x"',
      '\\',
      '\0',
      '\ud800',
      '😀',
    ];
    const token = fc.constantFrom(...words, ...more, ...rest);
    const source = fc.oneof(
      fc.array(token, { maxLength: 14 }).map((all) => all.join('')),
      fc.string({ maxLength: 40 }),
    );
    const seen = { value: 0, refused: 0 };
    fc.assert(
      fc.property(source, (text) => void seen[/** @type {'value' | 'refused'} */ (outcome(text))]++),
      { numRuns: 3000, seed: Number(process.env.SEED) || 20261121 },
    );
    assert.ok(seen.value > 10 && seen.refused > 1000, JSON.stringify(seen));
  });

  it('S9: reach nothing of the language that they run in', () => {
    const names = [
      'constructor',
      '__proto__',
      'prototype',
      'toString',
      'valueOf',
      'hasOwnProperty',
      'process',
      'globalThis',
    ];
    for (const name of names) {
      for (const source of [
        name,
        `row.${name}`,
        `user.${name}`,
        `row.title.${name}`,
        `${name}()`,
        `row.title.${name}()`,
      ])
        assert.equal(outcome(source), 'refused', source);
      // Inside JSON any key may be asked for; only own ones are found.
      const { tree } = readExpression(`row.data.${name} == null`, scope);
      assert.equal(evaluate(tree, { ...env, row: { data: {} } }), true, name);
    }
  });

  it('I3: units, casts, comments and other languages are read as what they are, or refused', () => {
    const refused = [
      '1::int',
      'cast(row.points as int)',
      '5 kg',
      '5 EUR',
      '1e',
      '0x',
      'row.points -- c',
      '/* c */ 1',
      'row."title"',
      '$1',
      '${1}',
    ];
    const more = [
      'row.title; drop table x',
      "row.title' or 1=1",
      'select 1',
      'row.title::text',
      '`a`',
      '@now',
      'x => x',
      'row?.title',
      '#1',
    ];
    for (const source of [...refused, ...more]) assert.equal(outcome(source), 'refused', source);
    assert.equal(outcome('row.points + 1 // what follows is said to whoever reads it'), 'value');
    assert.equal(outcome('row.title == "\'; drop table x; --"'), 'value');
  });
});
