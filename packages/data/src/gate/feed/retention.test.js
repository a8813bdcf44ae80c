import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { after, printCursor, parseCursor } from './cursor.js';
import { createRetention } from './retention.js';

/** A stream that is told what happens. */
function createSource() {
  /** @type {(event: any) => void} */
  let hear = () => {};
  let position = 0n;
  return {
    stream: /** @type {any} */ ({
      subscribe: (/** @type {any} */ listener) => ((hear = listener), () => {}),
      position: () => position,
      state: () => 'live',
    }),
    reset: () => hear({ kind: 'reset' }),
    /** @param {bigint} to */
    reach: (to) => void (position = to),
    /** @param {bigint} at @param {number} [count] @param {string} [schema] */
    commit(at, count = 1, schema = 'app') {
      const changes = Array.from({ length: count }, (_, i) => ({
        schema,
        table: 't',
        kind: 'insert',
        key: [`${at}${i}`],
      }));
      hear({ kind: 'changes', position: at, changes });
      position = at;
    },
  };
}

const positions = (/** @type {any} */ kept) => kept?.map((/** @type {any} */ { position }) => Number(position));

/** Bytes on the heap after a full collection. */
function heapUsed() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  for (let i = 0; i < 3; i++) collect();
  return process.memoryUsage().heapUsed;
}

/** A transaction as the decoder makes it: one change after the other. @param {number} at @param {number} count @param {boolean} moved */
function decoded(at, count, moved) {
  const changes = [];
  for (let i = 0; i < count; i++) {
    const text = (/** @type {string} */ end) => Buffer.from(`${at}-${i}-4000-8000-000000000-${end}`).toString();
    const [schema, table, kind, position, transaction] = ['app', 't', 'update', BigInt(at), at];
    /** @type {any} */
    const change = { schema, table, kind, key: [text('a')].map((part) => part), position, transaction };
    if (moved) change.oldKey = [text('b')].map((part) => part);
    changes.push(change);
  }
  return { kind: 'changes', position: BigInt(at), changes };
}

describe('retention of changes', () => {
  it('takes no more memory than it counts', () => {
    const held = [];
    for (const [count, moved] of /** @type {const} */ ([
      [1, false],
      [1, true],
      [100, false],
    ])) {
      /** @type {(event: any) => void} */
      let hear = () => {};
      const stream = { subscribe: (/** @type {any} */ listener) => ((hear = listener), () => {}) };
      const unbounded = { mostChanges: Infinity, mostBytes: Infinity };
      const retention = createRetention(/** @type {any} */ ({ ...stream, position: () => 0n }), unbounded);
      held.push(retention);
      const more = (/** @type {number} */ from, /** @type {number} */ to) => {
        for (let at = from; at < to; at++) hear(decoded(at, count, moved));
      };
      more(0, 1000);
      const [heap, { bytes }] = [heapUsed(), retention.size()];
      more(1000, 1000 + 20_000 / count);
      const share = (heapUsed() - heap) / (retention.size().bytes - bytes);
      assert.ok(share < 1.25 && share > 0.6, `${count} a transaction, moved ${moved}: ${share}`);
    }
    assert.equal(held.length, 3);
  });

  it('returns what came after a position, and the transaction at the position itself', () => {
    const source = createSource();
    const retention = createRetention(source.stream);
    for (const at of [10n, 20n, 30n]) source.commit(at);
    assert.deepEqual(positions(retention.since(after(20n))), [20, 30]);
    assert.deepEqual(positions(retention.since(after(25n))), [30]);
    assert.deepEqual(positions(retention.since(after(30n))), [30]);
  });

  it('reports a position that is older than the retained changes, or from another history', () => {
    const source = createSource();
    const retention = createRetention(source.stream, { mostChanges: 5 });
    for (let at = 1n; at <= 10n; at++) source.commit(at * 10n);
    assert.equal(retention.since(after(40n)), null);
    assert.deepEqual(positions(retention.since(after(50n))), [60, 70, 80, 90, 100]);
    assert.equal(retention.since(after(101n)), null);
    assert.equal(retention.size().changes, 5);
  });

  it('is bounded by bytes too', () => {
    const source = createSource();
    const retention = createRetention(source.stream, { mostBytes: 1000 });
    for (let at = 1n; at <= 100n; at++) source.commit(at * 10n);
    assert.ok(retention.size().bytes <= 1000);
    assert.equal(retention.since(after(500n)), null);
  });

  it('knows nothing from before or during a loss', () => {
    const source = createSource();
    const retention = createRetention(source.stream);
    source.commit(10n);
    source.reset();
    assert.equal(retention.since(after(10n)), null);
    source.reach(50n);
    assert.equal(retention.since(after(10n)), null);
    assert.deepEqual(retention.since(after(50n)), []);
    source.commit(60n);
    assert.deepEqual(positions(retention.since(after(50n))), [60]);
  });

  it("keeps nothing of Plinth's own tables", () => {
    const source = createSource();
    const retention = createRetention(source.stream);
    source.commit(10n, 3, 'plinth');
    assert.equal(retention.size().changes, 0);
  });
});

describe('places', () => {
  it('are printed and read', () => {
    for (const place of [after(0x16b374d848n), { position: 7n, count: 3 }]) {
      assert.deepEqual(parseCursor(printCursor(place)), place);
    }
    for (const text of ['', 'x', '-1', '1.', '1.x', '12345678901234567', '1.1234567890', ' 1']) {
      assert.equal(parseCursor(text), null, text);
    }
  });
});
