import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createPlayground } from '../testing/playground.js';
import { compareStored, differences, drop, keep, randomWrites } from '../testing/stored-agreement.js';

/** @type {Awaited<ReturnType<typeof createPlayground>>} */
let forum;
before(async () => {
  forum = await createPlayground({ rows: 12 });
});
after(() => forum?.close());

const SEED = Number(process.env.SEED) || 20261121;
/** Every way in which a formula may look at other rows. */
const FORMULAS = [
  { type: 'integer', formula: 'row.parts.sum(p, p.amount) + row.parent.parts.size()' },
  { type: 'text', formula: 'row.parent.owner_row.label + string(row.parent.parent.count)' },
  { type: 'boolean', formula: 'row.friends.exists(f, f.name == row.person.name)' },
  { type: 'integer', formula: 'row.things.count(t, t.parts.exists(p, p.amount > t.count))' },
  { type: 'integer', formula: 'row.parent.things.sum(t, t.owner_row.size)' },
];

describe('stored formulas', () => {
  it('equal the formula’s result after any write', async (t) => {
    const compared = await compareStored(forum, { formulas: 4, writes: 40, seed: SEED });
    t.diagnostic(`SEED=${SEED}, ${compared} cases`);
    assert.ok(compared >= 200, `${compared} cases`);
  });

  it('hold it when many write at the same time', async () => {
    await keep(forum, FORMULAS);
    const all = [1, 2, 3, 4].map((number) => randomWrites(forum, { writes: 15, seed: SEED + number }));
    await writeAtOnce(all);
    assert.ok((await differences(forum, FORMULAS)) > 50);
    await drop(forum, FORMULAS);
  });

  it('let many add to the lists of one row without waiting for each other in a circle', async () => {
    const sums = [
      { type: 'integer', formula: 'row.parts.sum(p, p.amount)' },
      { type: 'integer', formula: 'row.parent.things.size()' },
    ];
    await keep(forum, sums);
    const insert = 'insert into app.parts (label, amount, weight, thing) values ($1::int::text, $2, 1, $3)';
    const parts = Array.from({ length: 20 }, (_, i) => ({ text: insert, values: [i, i, 1 + (i % 3)] }));
    const things = Array.from({ length: 20 }, (_, i) => ({
      text: 'insert into app.things (title, parent) values ($1::int::text, $2)',
      values: [i, 1 + (i % 3)],
    }));
    assert.equal(await writeAtOnce([parts, things, parts, things]), 0);
    await differences(forum, sums);
    await drop(forum, sums);
  });

  it('hold it when a table is emptied', async () => {
    await keep(forum, FORMULAS);
    await forum.data.db.query('truncate app.parts, app.things_friends');
    await differences(forum, FORMULAS);
    await drop(forum, FORMULAS);
  });
});

/**
 * Writers beside each other, each write in a transaction of its own. @param {{ text: string, values: unknown[] }[][]} all
 * @returns {Promise<number>} how often one was told to try again
 */
async function writeAtOnce(all) {
  let again = 0;
  const once = async (/** @type {{ text: string, values: unknown[] }} */ write) => {
    try {
      await forum.data.db.transaction(async (tx) => {
        await tx.query("set local lock_timeout = '200ms'");
        await tx.query(write);
      });
    } catch (error) {
      // Of those that wait for each other in a circle one has to.
      const { code } = /** @type {any} */ (error);
      if (!['40P01', '55P03', 'TABLE_BUSY'].includes(code)) throw error;
      again++;
      await once(write);
    }
  };
  const writer = async (/** @type {{ text: string, values: unknown[] }[]} */ writes) => {
    for (const write of writes) await once(write);
  };
  await Promise.all(all.map(writer));
  return again;
}
