import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createPlayground } from '../expressions/testing/playground.js';
import { compareRights } from './testing/compare-rights.js';

it('Z2, Z6, Z9, Z10: rights of rows and fields are those that a naive evaluator gives, in 1,000 cases and more', async () => {
  const forum = await createPlayground({ rows: 30 });
  try {
    assert.ok((await compareRights(forum, { runs: 20, seed: 11 })) >= 1_000);
  } finally {
    await forum.close();
  }
});
