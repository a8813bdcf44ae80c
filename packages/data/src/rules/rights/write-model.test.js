import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SEED } from '@plinth/plugin/testing';
import { compareWrites } from './testing/compare-writes.js';
import { createWorkshop } from './testing/workshop.js';

it('Z4: rules over relations of each kind hold before and after each write, by every path, in 700 cases and more', async (t) => {
  const workshop = await createWorkshop();
  try {
    const { cases, done, rounds } = await compareWrites(workshop, { cases: 700, seed: SEED, rows: 4 });
    t.diagnostic(`${cases} cases in ${rounds} rounds, ${done} done`);
    assert.ok(done > cases / 10 && done < (cases * 9) / 10, `${done} of ${cases}`);
  } finally {
    await workshop.close();
  }
});
