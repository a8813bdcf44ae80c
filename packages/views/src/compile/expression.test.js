/** @import { RowModel } from '@plinth/plugin' */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { actors, buildCatalog } from '../testing/catalog.js';
import { compileExpression } from './expression.js';

const catalog = buildCatalog({
  tables: {
    issues: {
      title: 'text',
      points: 'integer',
      price: 'decimal',
      due: 'date',
      done: 'boolean',
      tags: 'multi_select:a,b',
      owner: 'user:users',
      data: 'json',
    },
  },
});
const table = catalog.table('issues');

/** @param {string} source @param {Record<string, any>} [row] */
function evaluate(source, row = {}, actor = actors.staff) {
  const compiled = compileExpression(source, { table, catalog, select: (select) => /** @type {any} */ (select).field });
  return compiled.evaluate(/** @type {RowModel} */ (/** @type {unknown} */ ({ row, env: { actor } })));
}

describe('an expression', () => {
  /** @type {[string, Record<string, any>, unknown][]} */
  const cases = [
    ['row.title + "!"', { title: '<b>' }, '<b>!'],
    ['row.points + 1', { points: 2 }, 3],
    ['row.price * 2', { price: '1.50' }, 3],
    ['row.points > 3 && row.price < 2.0', { points: 4, price: '1.5' }, true],
    ['row.due < now', { due: '2020-01-01' }, true],
    ['row.due == null', { due: null }, true],
    ['has(row.due)', { due: null }, false],
    ['"a" in row.tags', { tags: ['a'] }, true],
    ['row.tags.exists(tag, tag == "b")', { tags: ['a'] }, false],
    ['row.owner == user.id', { owner: 'u1' }, true],
    ['row.owner.name.startsWith("A")', { 'owner.name': 'Ada' }, true],
    ['"staff" in user.roles', {}, true],
    ['row.data.a.b', { data: { a: { b: 'x' } } }, 'x'],
    ['row.done ? "yes" : "no"', { done: true }, 'yes'],
  ];
  for (const [source, row, expected] of cases) {
    it(source, () => assert.deepEqual(evaluate(source, row), expected));
  }

  it('I10: reaches nothing but declared fields and the three facts about the user', () => {
    for (const source of [
      'row.constructor',
      'row.__proto__',
      'row.title.constructor',
      'row.nothing',
      'process.env',
      'globalThis',
      'this',
      'row',
    ]) {
      assert.throws(() => evaluate(source, { title: 'x' }), { code: 'EXPRESSION_INVALID' }, source);
    }
    for (const source of [
      'user.constructor',
      'user.__proto__',
      'user.password',
      'row.data.constructor',
      'row.data.__proto__',
    ]) {
      assert.throws(() => evaluate(source, { data: {} }), source);
    }
  });

  it('says what is wrong with one that can not be read', () => {
    assert.throws(() => evaluate('row.title +'), { code: 'EXPRESSION_INVALID', status: 422 });
    assert.throws(() => evaluate('row.titel == "x"'), /Issues has no field "titel"/);
  });

  it('knows whether a page with it is the user’s own, and whether it grows old', () => {
    const varies = (/** @type {string} */ source) =>
      compileExpression(source, { table, catalog, select: () => 'c' }).varies;
    assert.deepEqual(varies('"staff" in user.roles'), { user: false, time: false });
    assert.deepEqual(varies('row.owner == user.id'), { user: true, time: false });
    assert.deepEqual(varies('row.due < now'), { user: false, time: true });
    assert.deepEqual(varies('size(user) > 1'), { user: true, time: false });
  });
});
