import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCacheModel } from './testing/cache-model.js';

describe('the page cache against one without', () => {
  it('C1, C2: gives two people and visitors on two workers what an uncached server gives, whatever happens', async () => {
    const { compared } = await runCacheModel({ steps: 250, seed: 20261121, hits: 60 });
    assert.ok(compared >= 200);
  });
});
