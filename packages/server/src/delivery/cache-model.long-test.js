import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCacheModel } from './testing/cache-model.js';

describe('the page cache against one without, for long', () => {
  for (let seed = 1; seed <= 5; seed++) {
    it(`C1 C2: gives what an uncached server gives (seed ${seed})`, async () => {
      const { compared } = await runCacheModel({ steps: 4000, seed });
      assert.ok(compared >= 4000);
    });
  }
});
