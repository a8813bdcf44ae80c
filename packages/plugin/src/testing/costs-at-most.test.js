import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { costsAtMost } from './costs-at-most.js';

/** @param {number} rounds */
const busy = (rounds) => () => {
  let sum = 0;
  for (let i = 0; i < rounds * 100_000; i++) sum += i % 7;
  return sum;
};

describe('the comparison of costs', () => {
  it('passes what costs less, and names what costs more', async () => {
    await costsAtMost('a little', busy(1), { times: 1, than: busy(20) });
    await assert.rejects(costsAtMost('a lot', busy(50), { times: 5, than: busy(1) }), /a lot costs [\d.]+ ms/);
  });

  it('counts what goes on after a turn', async () => {
    const later = async () => (await null, busy(50)());
    await assert.rejects(costsAtMost('later', later, { times: 5, than: busy(1) }), /later costs/);
  });

  it('compares with parsing JSON by default', async () => {
    await costsAtMost('nothing', () => {}, { times: 1 });
    await assert.rejects(costsAtMost('much', busy(50), { times: 0.1 }), /much costs/);
  });
});
