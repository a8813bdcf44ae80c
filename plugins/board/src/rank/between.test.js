import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MOST_DECIMALS, rankBetween, spread } from './between.js';
import { compare, decimalsOf } from './decimals.js';

const inOrder = (/** @type {string[]} */ ...ranks) =>
  ranks.every((rank, i) => i === 0 || compare(ranks[i - 1], rank) < 0);
/** @param {string | null} after @param {string | null} before */
const between = (after, before) => /** @type {string} */ (rankBetween(after, before));

describe('a rank between two others', () => {
  it('lies between them, with few digits', () => {
    for (const [after, before] of [
      ['1', '2'],
      ['-5', '-4.5'],
      ['-1', '1'],
      ['0.001', '0.002'],
      ['1763827200.123456', '1763827200.123457'],
      ['1763827200.120000', '1763913600'],
    ]) {
      const rank = between(after, before);
      assert.ok(inOrder(after, rank, before), `${after} < ${rank} < ${before}`);
      assert.ok(decimalsOf(rank) <= Math.max(decimalsOf(after), decimalsOf(before)) + 4, rank);
    }
  });

  it('comes first or last where one of them is missing', () => {
    assert.ok(inOrder(between(null, '5.25'), '5.25'));
    assert.ok(inOrder(between(null, '-5'), '-5'));
    assert.ok(inOrder('5', between('5', null)));
    assert.ok(inOrder('99999999999.5', between('99999999999.5', null)), 'behind one that is later than now');
    assert.ok(between(null, null));
  });

  it('at the end stands before rows that are added later', () => {
    const rank = /** @type {string} */ (rankBetween('3', null, { now: () => 1_000_500, random: () => 0.5 }));
    assert.ok(inOrder('1000.5', rank, '1000.501'));
  });

  it('stays in order through a thousand drops at one place, until there is no room', () => {
    let [low, high, made] = ['1', '2', 0];
    for (; made < 1000; made++) {
      const rank = rankBetween(low, high);
      if (rank === null) break;
      assert.ok(inOrder(low, rank, high));
      assert.ok(decimalsOf(rank) <= MOST_DECIMALS);
      if (made % 2) low = rank;
      else high = rank;
    }
    assert.ok(made > 30, `${made} drops before the neighbours are spread`);
  });

  it('differs between people who drop at the same place', () => {
    const ranks = new Set(Array.from({ length: 20 }, () => rankBetween('1', '2')));
    assert.ok(ranks.size > 5, `${ranks.size} of 20`);
  });

  it('is none between equal ranks, in whatever form', () => {
    assert.equal(rankBetween('1', '1.0'), null);
    assert.equal(rankBetween('2', '1'), null);
  });

  it('is several, evenly apart', () => {
    const ranks = /** @type {string[]} */ (spread('1', '2', 9));
    assert.equal(ranks.length, 9);
    assert.ok(inOrder('1', ...ranks, '2'));
    assert.ok(inOrder('7.5', .../** @type {string[]} */ (spread('7.5', null, 3))));
    assert.equal(spread('1', '1', 2), null);
  });
});
