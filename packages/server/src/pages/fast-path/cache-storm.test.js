import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCacheStorm } from './testing/cache-storm.js';

describe('two servers in a storm of writes', () => {
  for (const changes of /** @type {const} */ (['logical', 'notify'])) {
    it(`C1, C2, C4: never show what is older than what was confirmed, nor another’s page (${changes})`, async () => {
      const storm = await runCacheStorm({ answers: 600, hits: 100, every: 60, killEvery: 200, changes });
      assert.ok(storm.answers >= 600);
      assert.ok(storm.kills > 0);
    });
  }
});
