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
    notes: { done: 'boolean', issue: 'relation:issues' },
  },
});
const table = catalog.table('issues');

/** @param {import('@plinth/plugin').SelectInput} select */
const columnOf = (select) => ('field' in select && select.field ? select.field : 'result');

/** @param {string} source @param {Record<string, any>} [row] */
function evaluate(source, row = {}, actor = actors.staff) {
  const compiled = compileExpression(source, { table, catalog, select: columnOf });
  return compiled.evaluate(/** @type {RowModel} */ (/** @type {unknown} */ ({ row, env: { actor } })));
}

describe('an expression', () => {
  /** @type {[string, Record<string, any>, unknown][]} */
  const cases = [
    ['row.title + "!"', { title: '<b>' }, '<b>!'],
    ['row.points + 1', { points: 2 }, 3],
    ['row.price * 2', { price: '1.50' }, '3'],
    ['row.points > 3 && row.price < 2.0', { points: 4, price: '1.5' }, true],
    ['row.points != 3', { points: null }, true],
    ['row.due < today', { due: '2020-01-01' }, true],
    ['user.name + "!"', {}, 'Sam!'],
    ['row.notes.exists(note, note.done)', { result: true }, true],
    ['row.due == null', { due: null }, true],
    ['has(row.due)', { due: null }, false],
    ['"a" in row.tags', { tags: ['a'] }, true],
    ['row.tags.exists(tag, tag == "b")', { tags: ['a'] }, false],
    ['row.owner == user.id', { owner: 'u1' }, true],
    ['row.owner.name.startsWith("A")', { 'owner.name': 'Ada' }, true],
    ['"staff" in user.roles', {}, true],
    ['row.data.a.b == "x"', { data: { a: { b: 'x' } } }, true],
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
      'row.owner.password',
      'user.constructor',
      'user.__proto__',
      'user.password',
    ]) {
      assert.throws(() => evaluate(source, { title: 'x' }), { code: 'EXPRESSION_INVALID' }, source);
    }
    for (const source of ['row.data.constructor', 'row.data.__proto__']) {
      assert.equal(evaluate(`${source} != null`, { data: {} }), false, source);
    }
  });

  it('reports an expression that can’t be read', () => {
    assert.throws(() => evaluate('row.title +'), { code: 'EXPRESSION_INVALID', status: 422 });
    assert.throws(() => evaluate('row.titel == "x"'), /there is no "titel"/);
  });

  it('knows whether a page with it is the user’s own, and whether it grows old', () => {
    const varies = (/** @type {string} */ source) =>
      compileExpression(source, { table, catalog, select: columnOf }).varies;
    assert.deepEqual(varies('"staff" in user.roles'), { user: false, time: false });
    assert.deepEqual(varies('row.owner == user.id'), { user: true, time: false });
    assert.deepEqual(varies('row.due < today'), { user: false, time: true });
    assert.deepEqual(varies('user.signedIn'), { user: true, time: false });
  });
});
