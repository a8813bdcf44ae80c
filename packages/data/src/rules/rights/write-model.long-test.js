import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SEED } from '@plinth/plugin/testing';
import { compareWrites } from './testing/compare-writes.js';
import { createWorkshop } from './testing/workshop.js';

it('Z4: rules over relations of each kind hold before and after each write, by every path, in 100,000 cases', async (t) => {
  t.diagnostic(`SEED=${SEED}`);
  const workshop = await createWorkshop();
  try {
    const { cases, done, rounds } = await compareWrites(workshop, { cases: 100_000, seed: SEED, rows: 90 });
    t.diagnostic(`${cases} cases in ${rounds} rounds, ${done} done`);
    assert.ok(cases >= 100_000);
  } finally {
    await workshop.close();
  }
});
