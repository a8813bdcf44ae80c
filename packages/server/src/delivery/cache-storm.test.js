import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCacheStorm } from './testing/cache-storm.js';

describe('two servers in a storm of writes', () => {
  it('C1, C2, C4: never show what is older than what was confirmed, nor another’s page', async () => {
    const storm = await runCacheStorm({ answers: 4000 });
    assert.ok(storm.hits > storm.answers / 10, JSON.stringify(storm));
    assert.ok(storm.kills > 0);
  });
});
