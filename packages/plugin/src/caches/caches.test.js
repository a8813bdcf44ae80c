import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCache } from './create-cache.js';
import { memoize } from './memoize.js';

describe('createCache', () => {
  it('forgets what nobody asked for the longest', () => {
    const cache = createCache({ max: 2 });
    cache.set('a', 1);
    cache.set('b', 2);
    cache.get('a');
    cache.set('c', 3);
    assert.deepEqual(
      ['a', 'b', 'c'].map((key) => cache.get(key)),
      [1, undefined, 3],
    );
    assert.equal(cache.size(), 2);
  });

  it('keeps what is used among many that are not, and drops the oldest if all are', () => {
    /** @type {import('../index.d.ts').Cache<number, number>} */
    const cache = createCache({ max: 10 });
    cache.set(-1, -1);
    for (let i = 0; i < 1000; i++) {
      cache.set(i, i);
      assert.equal(cache.get(-1), -1);
      assert.ok(cache.size() <= 10);
    }
    cache.set(999, 7);
    assert.equal(cache.get(999), 7, 'the same key has its new value');
    assert.equal(cache.size(), 10);
    for (const key of [...Array(9).keys()].map((i) => 991 + i)) assert.notEqual(cache.get(key), undefined);
    cache.set(1000, 1000);
    assert.equal(cache.get(-1) === undefined || cache.get(991) === undefined, true);
    assert.equal(cache.size(), 10);
  });

  it('makes each thing once, nothing included', () => {
    const cache = createCache({ max: 10 });
    let made = 0;
    const make = () => {
      made++;
      return null;
    };
    assert.equal(cache.getOrMake('a', make), null);
    assert.equal(cache.getOrMake('a', make), null);
    assert.equal(made, 1);
    assert.equal(cache.delete('a'), true);
    assert.equal(cache.delete('a'), false);
    cache.getOrMake('a', make);
    assert.equal(made, 2);
    cache.clear();
    assert.equal(cache.size(), 0);
  });

  it('caches no failures', () => {
    const cache = createCache({ max: 10 });
    assert.throws(() =>
      cache.getOrMake('a', () => {
        throw new Error('no');
      }),
    );
    assert.equal(
      cache.getOrMake('a', () => 1),
      1,
    );
  });

  it('forgets all that are said', () => {
    /** @type {import('../index.d.ts').Cache<number, number>} */
    const cache = createCache({ max: 10 });
    cache.deleteWhere(() => true);
    for (let i = 0; i < 10; i++) cache.set(i, i);
    cache.deleteWhere((value, key) => value === key && key % 2 === 0);
    assert.deepEqual(
      Array.from({ length: 10 }, (_, i) => cache.get(i)).filter((value) => value !== undefined),
      [1, 3, 5, 7, 9],
    );
  });

  it('keeps to its bytes, and takes nothing that is larger than all of them', () => {
    const cache = createCache({ bytes: 10, sizeOf: (/** @type {string} */ text) => text.length });
    for (const key of ['a', 'b', 'c']) cache.set(key, 'xxxx');
    assert.deepEqual(
      ['a', 'b', 'c'].map((key) => cache.get(key)),
      [undefined, 'xxxx', 'xxxx'],
    );
    cache.set('d', 'x'.repeat(11));
    assert.equal(cache.get('d'), undefined);
  });
});

describe('memoize', () => {
  it('makes something once for each object', () => {
    let made = 0;
    const memo = memoize((/** @type {object} */ of) => ({ of, made: ++made }));
    const [a, b] = [{}, {}];
    assert.equal(memo(a), memo(a));
    assert.equal(memo(b).of, b);
    assert.equal(made, 2);
  });
});
