import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Person, createFairness } from '../../postgres/fairness/index.js';
import { isOpenEnded } from './compile/open-ended.js';
import { createCostBound } from './cost-bound.js';

/** A database that says what statements cost, and counts how often it was asked. @param {number} cost */
function planner(cost) {
  /** @type {string[]} */
  const asked = [];
  const fairness = createFairness();
  const pipeline = async (/** @type {any[]} */ [{ text }]) => {
    asked.push(text);
    return [{ rows: [{ 'QUERY PLAN': [{ Plan: { 'Total Cost': cost } }] }] }];
  };
  const check = createCostBound(/** @type {any} */ ({ pipeline, fairness }));
  const asEve = (/** @type {any[]} */ bound) => fairness.as(new Person('eve', 'user'), () => check(bound));
  return { asked, check, asEve };
}
const bound = (isOpenEnded = true) => ({ compiled: { isOpenEnded }, statement: { text: 'select 1', values: [] } });

describe('Y1: what a query costs', () => {
  it('is asked once for each form, and too much is refused before it runs', async () => {
    const { asked, asEve } = planner(1e12);
    const one = bound();
    for (let i = 0; i < 3; i++)
      await assert.rejects(async () => asEve([one]), { code: 'QUERY_TOO_COSTLY', status: 422 });
    assert.deepEqual(asked, ['explain (format json) select 1']);
  });

  it('is not asked where nobody put the query together', async () => {
    const { asked, asEve, check } = planner(1);
    assert.equal(asEve([bound(false)]), null);
    assert.equal(check([bound()]), null);
    await asEve([bound()]);
    assert.equal(asked.length, 1);
  });

  it('matters for searches, groups, totals, exact counts and conditions that go far', () => {
    const spec = { table: 'a', select: [] };
    const of = (/** @type {any} */ more, searching = 'no') =>
      isOpenEnded({ ...spec, ...more }, /** @type {any} */ ({ searching }));
    assert.equal(of({}), false);
    assert.equal(of({ where: { all: [{ field: 'n', op: 'eq', value: 1 }] } }), false);
    for (const more of [
      { count: 'exact' },
      { groups: [{ as: 'a', field: 'a' }] },
      { totals: [{ as: 'a', aggregate: 'count' }] },
      { where: { expression: 'row.a > 1' } },
      { where: { any: [{ field: 'a', op: 'eq' }, { not: { expression: 'row.b' } }] } },
      { where: { field: 'author.name', op: 'eq' } },
    ])
      assert.equal(of(more), true, JSON.stringify(more));
    assert.equal(of({}, 'reading'), true);
  });
});
