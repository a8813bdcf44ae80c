import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { compareAll, settings } from './rights-on-paths/compare.js';
import { startWorld } from './rights-on-paths/world.js';

it('Z2, Z6, Z8, Z9, Z10, Z13: every path shows what a naive reader allows, in 1,000 cases and more', async () => {
  const world = await startWorld();
  let cases = 0;
  try {
    const property = fc.asyncProperty(settings, async (one) => {
      cases += await compareAll(world, one);
    });
    await fc.assert(property, { numRuns: 3, seed: 4, endOnFailure: true });
    assert.ok(cases >= 1_000, String(cases));
  } finally {
    await world.server.close();
  }
});
