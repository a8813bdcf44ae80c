import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Linter } from 'eslint';
import { noTypeLists } from './type-lists.js';

const config = [{ plugins: { plinth: { rules: { lists: noTypeLists } } }, rules: { 'plinth/lists': 'error' } }];

/** What is said about a piece of code. @param {string} code @param {string} [file] */
const messages = (code, file = 'packages/views/src/a.js') =>
  new Linter().verify(code, /** @type {any} */ (config), file).map(({ message }) => message);

describe('lists of names of field types', () => {
  for (const code of [
    "const A = ['integer', 'decimal'];",
    "const A = new Set(['file', 'image']);",
    "const A = [...['date', 'date_time'], ...more];",
    "const fits = ['select', 'user'].includes(field.type);",
    'const A = { money: 1, date: 2 };',
    "if (field.type === 'file' || field.type === 'image') go();",
    "if (type !== 'date' && type !== 'date_time') go();",
    "if (a && (field.type === 'date' || b || field.type === 'date_time')) go();",
    "const A = type === 'rating' ? 1 : type === 'percent' ? 2 : 3;",
    "switch (field.type) { case 'text': break; case 'email': break; default: }",
    "function f(name) { if (name === 'integer') return 1; if (name === 'money') return 2; }",
    "function f(name) { if (name === 'integer') go(); else if (name === 'money') stop(); }",
  ])
    it(`are refused: ${code}`, () => {
      const [message, ...more] = messages(code);
      assert.match(message ?? '', /^Ask a trait of the type/);
      assert.deepEqual(more, []);
    });

  it('are named', () => {
    assert.match(messages("const A = ['relation', 'user', 'relation'];")[0], /instead of listing relation, user\.$/);
  });

  for (const code of [
    "const A = ['text'];",
    "const A = [{ value: 'number' }, 'percent'];",
    "const A = ['text', 'longtext', 'markdown'];",
    "const A = ['bool', 'int', 'decimal'];",
    'const A = { user: true, time: false };',
    'const A = { money, percent };',
    "if (field.type === 'rating') go();",
    "if (field.type === 'rating' || other === 'money') go();",
    "if (kind === 'date' || kind === 'date_time') go();",
    "if (traits.value === 'text' || traits.value === 'date') go();",
    "switch (cell.kind) { case 'date': break; case 'percent': break; default: }",
    "switch (setting.type) { case 'boolean': break; case 'json': break; default: }",
  ])
    it(`are not: ${code}`, () => assert.deepEqual(messages(code), []));

  it('are not what expressions know values as, where those are compiled', () => {
    const code = "switch (type.name) { case 'date': break; case 'duration': break; default: }";
    assert.deepEqual(messages(code, 'packages/data/src/rules/expressions/literals.js'), []);
    assert.equal(messages(code).length, 1);
    assert.equal(messages("const A = ['date', 'date_time'];", 'packages/expressions/src/read/names.js').length, 1);
  });
});
