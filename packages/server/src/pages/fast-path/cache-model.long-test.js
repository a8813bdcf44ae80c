import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCacheModel } from './testing/cache-model.js';

const SEEDS = [1, 2, 3];

describe('the page cache against one without, for long', () => {
  it('C1, C2: gives what an uncached server gives, whatever happens', async () => {
    for (const seed of SEEDS) {
      const { compared } = await runCacheModel({ steps: 2000, seed, hits: 400 });
      assert.ok(compared >= 1500, `seed ${seed}`);
    }
  });
});
