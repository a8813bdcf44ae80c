import assert from 'node:assert/strict';
import { it } from 'node:test';
import { compareMany } from './testing/agreement.js';
import { compareFormulas } from './testing/formula-agreement.js';
import { createPlayground } from './testing/playground.js';
import { compareStored } from './testing/stored-agreement.js';

it('expressions: Postgres and the evaluator agree in 20,000 generated cases and more', async (t) => {
  const seed = Number(process.env.SEED) || 20261121;
  t.diagnostic(`SEED=${seed}`);
  const forum = await createPlayground({ rows: 40, seed });
  try {
    const compared = await compareMany(forum, { expressions: 600, seed });
    t.diagnostic(`${compared} cases`);
    assert.ok(compared >= 20_000);
    t.diagnostic(`${await compareFormulas(forum, { formulas: 60, seed })} cases of formula fields`);
  } finally {
    await forum.close();
  }
});

it('stored formulas equal the formula’s result after any write', async (t) => {
  const seed = Number(process.env.SEED) || 20261121;
  const forum = await createPlayground({ rows: 12, seed });
  try {
    t.diagnostic(`SEED=${seed}, ${await compareStored(forum, { formulas: 40, writes: 60, seed })} cases`);
  } finally {
    await forum.close();
  }
});
