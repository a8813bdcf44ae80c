import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPageTraits } from './page-traits.js';

const catalog = /** @type {any} */ ({});

describe('what is known of pages', () => {
  it('holds for one catalog, and by user is more than by time zone', () => {
    const traits = createPageTraits();
    traits.note('a', catalog, 'user');
    traits.note('a', catalog, 'zone');
    assert.equal(traits.scopeOf('a', catalog), 'user');
    assert.equal(traits.scopeOf('a', /** @type {any} */ ({})), 'roles');
    traits.note('a', catalog, 'never');
    assert.deepEqual([traits.of('a', catalog), traits.scopeOf('a', catalog)], ['never', 'roles']);
  });

  it('counts the letters of addresses: long ones push others out', () => {
    const traits = createPageTraits({ letters: 10_000 });
    const address = (/** @type {number} */ n) => `/page/a?x=${n}`.padEnd(4000, 'x');
    for (let n = 0; n < 5; n++) traits.note(address(n), catalog, 'user');
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((n) => traits.of(address(n), catalog)),
      [null, null, null, 'user', 'user'],
    );
    for (let n = 0; n < 200; n++) traits.note(`/${n}`, catalog, 'zone');
    assert.equal(traits.of('/0', catalog), 'zone');
    traits.note('x'.repeat(10_001), catalog, 'user');
    assert.equal(traits.of('x'.repeat(10_001), catalog), null, 'longer than all of them');
  });
});
