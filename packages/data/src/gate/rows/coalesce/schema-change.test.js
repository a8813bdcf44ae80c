import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SYSTEM } from '../testing/forum.js';
import { createTwins } from './testing/twins.js';

/** @type {import('./testing/twins.js').Twins} */
let twins;
before(async () => {
  twins = await createTwins();
});
after(() => twins?.close());

describe('concurrent calls while the schema changes', () => {
  it('K11: all go through, whichever Catalog they began with', async () => {
    const { data, actors } = twins;
    let done = false;
    let calls = 0;
    const callers = Array.from({ length: 30 }, async (_, caller) => {
      for (let i = 0; !done; i++) {
        const actor = actors[['ada', 'ben', 'staff'][caller % 3]];
        const { id } = await data.rows.insert(actor, 'together', { name: `c${caller} ${i}` });
        await data.rows.update(actor, 'together', id, { size: 8 });
        assert.equal((await data.rows.get(actor, 'together', id)).size, 8);
        calls += 3;
      }
    });
    for (let i = 0; i < 6; i++) {
      await data.edit(SYSTEM, 'add-field', { table: 'together', field: { name: `more_${i}`, type: 'text' } });
      if (i % 2) await data.edit(SYSTEM, 'remove-field', { table: 'together', field: `more_${i - 1}` });
    }
    // However slow the machine is: enough of them have met a schema that changed.
    while (calls <= 100) await sleep(1);
    done = true;
    await Promise.all(callers);
    assert.ok(calls > 100, `${calls} calls`);
    const { rows } = await data.db.query('select count(*) as count from app.together where size = 8');
    assert.equal(rows[0].count, calls / 3);
  });
});
