import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCacheStorm } from './testing/cache-storm.js';

/** A million takes some minutes: PLINTH_STORM=1000000 npm run test:long packages/server/src/delivery/cache-storm.long-test.js */
const ANSWERS = Number(process.env.PLINTH_STORM ?? 200_000);

describe('two servers in a long storm of writes', () => {
  it('C1, C2, C4: never show what is older than what was confirmed, nor another’s page', async (t) => {
    const storm = await runCacheStorm({ answers: ANSWERS, hits: ANSWERS / 2, every: 800, killEvery: 10_000 });
    t.diagnostic(JSON.stringify(storm));
    assert.ok(storm.answers >= ANSWERS);
  });
});
