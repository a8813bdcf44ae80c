import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { compareAll, settings } from './rights-on-paths/compare.js';
import { startWorld } from './rights-on-paths/world.js';

it('Z2, Z6, Z8, Z9, Z10, Z13: every path shows what a naive reader allows, in 20,000 cases and more', async (t) => {
  const seed = Number(process.env.SEED) || 20261121;
  t.diagnostic(`SEED=${seed}`);
  const world = await startWorld();
  let cases = 0;
  try {
    const property = fc.asyncProperty(settings, async (one) => {
      cases += await compareAll(world, one);
    });
    await fc.assert(property, { numRuns: 40, seed, endOnFailure: true });
    t.diagnostic(`${cases} cases`);
    assert.ok(cases >= 20_000, String(cases));
  } finally {
    await world.server.close();
  }
});
