import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../postgres/sql/index.js';
import { createForum } from '../rows/testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
before(async () => {
  forum = await createForum();
});
after(() => forum.close());

describe('history of new tables', () => {
  it('is on, unless it is switched off', async () => {
    const { data, admin } = forum;
    const fields = [{ name: 'text', type: 'text' }];
    await data.edit(admin, 'add-table', { name: 'kept', fields });
    await data.edit(admin, 'add-table', { name: 'unkept', history: false, fields });
    assert.deepEqual(
      ['kept', 'unkept'].map((name) => data.catalog().table(name).history),
      [true, false],
    );
    const { id } = await data.rows.insert(admin, 'kept', { text: 'x' });
    assert.equal((await data.history.list(admin, 'kept', id)).length, 1);
  });

  it('has a size, and a limit by age that takes only older entries of that table', async () => {
    const { data, admin } = forum;
    const fields = [{ name: 'text', type: 'text' }];
    for (const name of ['short', 'long']) await data.edit(admin, 'add-table', { name, fields });
    const rows = Array.from({ length: 20 }, (_, i) => ({ text: `row ${i}` }));
    for (const name of ['short', 'long']) await data.rows.insertMany(admin, name, rows);
    const { id } = data.catalog().table('short');
    // Their ids carry the time, so they are made as those of 40 days ago.
    await data.db.query(sql`
      with old as (select id, to_hex((extract(epoch from now() - interval '40 days') * 1000)::bigint) as ms from plinth.row_history
        where table_id = any(${[id, data.catalog().table('long').id]}::uuid[]) and row_key::int <= 15)
      update plinth.row_history h set id = (substr(lpad(ms, 12, '0'), 1, 8) || '-' || substr(lpad(ms, 12, '0'), 9, 4) || substr(h.id::text, 14))::uuid
        from old where old.id = h.id`);
    const size = async () => (await data.history.size(data.catalog().table('short'))).entries;
    assert.deepEqual([await size(), (await data.history.size({ id })).exact], [20, true]);
    assert.equal(await data.history.sweep(), 0);
    await data.edit(admin, 'change-table', { table: 'short', changes: { historyDays: 30 } });
    assert.equal(await data.history.sweep(), 15);
    assert.equal(await size(), 5);
    assert.equal((await data.history.size(data.catalog().table('long'))).entries, 20);
    for (const historyDays of [0, -1, 1.5, 'x', 100_000])
      await assert.rejects(data.edit(admin, 'change-table', { table: 'short', changes: { historyDays } }), {
        code: 'INPUT_INVALID',
      });
  });
});
