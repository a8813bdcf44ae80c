import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addColumn, changeColumn, columnsOf, moveColumn, removeColumn } from './list-columns.js';

const draft = () => ({
  general: {},
  settings: { columns: ['a', 'b', 'c'].map((field) => ({ kind: 'field', field })), live: true },
  layouts: {},
});
const fields = (/** @type {any} */ one) =>
  columnsOf(one)
    .map(({ field }) => field)
    .join('');

describe('columns of a list', () => {
  it('are moved, added and removed without changing the earlier draft', () => {
    const before = draft();
    assert.equal(fields(moveColumn(before, 0, 2)), 'bca');
    assert.equal(fields(moveColumn(before, 2, 0)), 'cab');
    assert.equal(fields(addColumn(before, 'd')), 'abcd');
    assert.equal(fields(addColumn(before, 'd', 1)), 'adbc');
    assert.equal(fields(removeColumn(before, 1)), 'ac');
    assert.deepEqual(columnsOf(changeColumn(before, 1, { width: 'wide' }))[1], {
      kind: 'field',
      field: 'b',
      width: 'wide',
    });
    assert.deepEqual(columnsOf(changeColumn(before, 1, { kind: undefined }))[1], { field: 'b' });
    assert.deepEqual(before, draft());
    assert.equal(moveColumn(before, 0, 2).settings.live, true);
  });

  it('stay as they are after an impossible step', () => {
    const before = draft();
    for (const [from, to] of [
      [0, 0],
      [0, 3],
      [-1, 1],
      [5, 0],
    ])
      assert.equal(moveColumn(before, from, to), before);
    assert.equal(removeColumn(before, 7), before);
    assert.equal(changeColumn(before, 7, { width: 'wide' }), before);
    const one = { ...before, settings: { columns: [{ field: 'a' }] } };
    assert.equal(removeColumn(one, 0), one, 'a list keeps its last column');
    assert.deepEqual(columnsOf({ general: {}, settings: {}, layouts: {} }), []);
  });
});
