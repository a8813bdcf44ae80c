import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createPlayground } from '../expressions/testing/playground.js';
import { compareRights } from './testing/compare-rights.js';

it('Z2, Z6, Z9, Z10: rights of rows and fields are those that a naive evaluator gives, in 20,000 cases and more', async (t) => {
  const seed = Number(process.env.SEED) || 20261121;
  t.diagnostic(`SEED=${seed}`);
  const forum = await createPlayground({ rows: 30, seed });
  try {
    const compared = await compareRights(forum, { runs: 150, seed });
    t.diagnostic(`${compared} cases`);
    assert.ok(compared >= 20_000);
  } finally {
    await forum.close();
  }
});
