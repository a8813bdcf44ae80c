import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createListeners } from './listeners.js';
import { isVisible, parseSnapshot } from './snapshot.js';
import { createTableVersions } from './table-versions.js';

/** @param {string} table @param {number} transaction @returns {any} */
const change = (table, transaction) => ({ schema: 'app', table, kind: 'insert', key: null, position: 0n, transaction });

function setUp() {
  const { subscribe, tell } = createListeners({ warn() {} });
  const versions = createTableVersions(/** @type {any} */ ({ subscribe }));
  const hear = (/** @type {string} */ table, /** @type {number} */ transaction) =>
    tell({ kind: 'changes', changes: [change(table, transaction)], position: 0n });
  const reset = (/** @type {number} */ transaction) => tell({ kind: 'reset', transaction });
  return { versions, hear, reset: () => tell({ kind: 'reset' }), changeTables: reset };
}

describe('a snapshot', () => {
  it('includes what was committed when it was taken', () => {
    const snapshot = parseSnapshot('10:20:12,15');
    const shown = [9, 10, 12, 13, 15, 19, 20, 21].filter((number) => isVisible(snapshot, number));
    assert.deepEqual(shown, [9, 10, 13, 19]);
  });

  it('knows numbers after the counter went round', () => {
    const snapshot = parseSnapshot(`${2n ** 32n + 5n}:${2n ** 32n + 10n}:`);
    assert.equal(isVisible(snapshot, 2 ** 32 - 1), true);
    assert.equal(isVisible(snapshot, 9), true);
    assert.equal(isVisible(snapshot, 10), false);
    const before = parseSnapshot(`${2n ** 32n - 5n}:${2n ** 32n - 2n}:`);
    assert.equal(isVisible(before, 3), false);
  });
});

describe('versions of tables', () => {
  it('are valid until one of the tables changes', () => {
    const { versions, hear } = setUp();
    const stamp = /** @type {any} */ (versions.stamp(['app.a', 'app.b'], '5:5:', 0));
    hear('c', 7);
    assert.equal(versions.stands(stamp), true);
    hear('b', 8);
    assert.equal(versions.stands(stamp), false);
  });

  it('give no stamp if a received change is not in the snapshot', () => {
    const { versions, hear } = setUp();
    hear('a', 7);
    assert.equal(versions.stamp(['app.a'], '7:8:7', 0), null);
    assert.equal(versions.stamp(['app.a'], '7:7:', 0), null);
    assert.ok(versions.stamp(['app.b'], '7:7:', 0));
    assert.ok(versions.stamp(['app.a'], '8:8:', 0));
  });

  it('give no stamp to a snapshot older than the individually remembered ones', () => {
    const { versions, hear } = setUp();
    for (let number = 100; number < 500; number++) hear('a', number);
    assert.equal(versions.stamp(['app.a'], '100:600:100', 0), null);
    assert.ok(versions.stamp(['app.a'], '600:600:', 0));
  });

  it('C2: give no stamp to a snapshot without a received change of tables by SQL', () => {
    const { versions, changeTables } = setUp();
    changeTables(7);
    const since = versions.generation();
    assert.equal(versions.stamp(['app.a'], '7:8:7', since), null);
    assert.equal(versions.stamp([], '7:7:', since), null);
    assert.ok(versions.stamp(['app.a'], '8:8:', since));
  });

  it('become invalid with a reset, including those being made', () => {
    const { versions, reset } = setUp();
    const since = versions.generation();
    const stamp = /** @type {any} */ (versions.stamp([], '5:5:', since));
    reset();
    assert.equal(versions.stands(stamp), false);
    assert.equal(versions.stamp([], '5:5:', since), null);
  });
});
