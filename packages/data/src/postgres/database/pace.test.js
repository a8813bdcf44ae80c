import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPace } from './pace.js';

const query = { name: 'q', text: 'select 1', isQuery: true };
const update = { name: 'u', text: 'update …' };

describe('the pace of statements', () => {
  it('takes a query for slow until it has been quick, and again when it was slow twice in a row', () => {
    const pace = createPace();
    assert.equal(pace.isSlow(query), true);
    pace.note(query, 500);
    assert.equal(pace.isSlow(query), true);
    /** @type {[number, boolean][]} ms that it took, and whether it is slow then */
    const runs = [
      [5, false],
      [500, false],
      [5, false],
      [500, false],
      [500, true],
      [500, true],
      [5, false],
      [500, false],
      [500, true],
    ];
    for (const [ms, isSlow] of runs) {
      pace.note(query, ms);
      assert.equal(pace.isSlow(query), isSlow, `${ms}`);
    }
  });

  it('takes any other statement for quick until it was slow', () => {
    const pace = createPace();
    assert.equal(pace.isSlow(update), false);
    pace.note(update, 500);
    assert.equal(pace.isSlow(update), true);
    pace.note(update, 5);
    assert.equal(pace.isSlow(update), false);
  });
});
