import assert from 'node:assert/strict';
import { it } from 'node:test';
import { batchesOf } from './batches.js';

/** @param {number} count @param {number} length of each */
async function sizes(count, length) {
  const row = /** @type {any} */ ({ text: 'x'.repeat(length) });
  async function* records() {
    for (let i = 0; i < count; i += 300) yield Array.from({ length: Math.min(300, count - i) }, () => row);
  }
  const found = [];
  for await (const batch of batchesOf(records())) found.push(batch.length);
  return found;
}

it('M1: rows of a file are written a thousand at a time, large ones by what they take', async () => {
  assert.deepEqual(await sizes(2300, 10), [1000, 1000, 300]);
  assert.deepEqual(await sizes(10, 1_000_000), [4, 4, 2]);
  assert.deepEqual(await sizes(2, 9_000_000), [1, 1]);
  assert.deepEqual(await sizes(0, 0), []);
});
