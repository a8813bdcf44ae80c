import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from '../../postgres/sql/index.js';
import { createForum, SYSTEM } from './testing/forum.js';

const EXACT = '2026-03-04T05:06:07.123456Z';
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };

/** @type {any} */
let forum;
/** @type {any} */
let data;
/** @type {{ id: string, updated_at: string }} */
let row;

before(async () => {
  forum = await createForum();
  ({ data } = forum);
  await data.edit(forum.admin, 'add-table', {
    name: 'calls',
    history: true,
    access: { staff: ALL },
    comments: 'readers',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'at', type: 'date_time' },
      { name: 'took', type: 'duration' },
    ],
  });
});
after(() => forum?.close());

// A row as psql or another program writes it.
beforeEach(async () => {
  const { rows } = await data.db.query(sql`
    insert into app.calls (title, at, took, created_at, updated_at)
    values ('one', ${EXACT}, interval '1.123456 seconds', ${EXACT}, '2026-03-04 05:06:08.654321+00') returning id, updated_at`);
  [row] = rows;
});

/** What PostgreSQL has of the row, in its own words. @param {string} [id] */
async function stored(id = row.id) {
  const { rows } = await data.db.query(sql`
    select title, at::text as at, took::text as took, created_at::text as created, updated_at::text as updated
    from app.calls where id = ${id}`);
  return rows[0];
}

describe('an instant keeps its microseconds', () => {
  it('as it is read, and only as many digits as it has', async () => {
    assert.deepEqual(
      [row.updated_at, (await data.rows.get(forum.staff, 'calls', row.id)).at],
      ['2026-03-04T05:06:08.654321Z', EXACT],
    );
    await data.db.query(sql`update app.calls set at = '2026-03-04 05:06:07.12+00' where id = ${row.id}`);
    assert.equal((await data.rows.get(forum.staff, 'calls', row.id)).at, '2026-03-04T05:06:07.120Z');
  });

  it('when a deletion is undone', async () => {
    const before = await stored();
    const { deletion } = await data.rows.remove(forum.staff, 'calls', row.id);
    await data.history.undo(forum.staff, deletion);
    assert.deepEqual(await stored(), before);
  });

  it('when an admin restores a deleted row, alone or from its history', async () => {
    const before = await stored();
    for (const restore of ['restoreDeleted', 'restore']) {
      await data.rows.remove(forum.staff, 'calls', row.id);
      const [entry] = await data.history.list(forum.admin, 'calls', row.id);
      await data.history[restore](forum.admin, 'calls', row.id, entry.id);
      assert.deepEqual(await stored(), before, restore);
    }
  });

  it('on its place in a list, after a deletion was undone', async () => {
    await data.db.query(sql`delete from app.calls`);
    await data.db.query(sql`insert into app.calls (title, created_at, updated_at)
      select n::text, ${EXACT}, ${EXACT} from generate_series(1, 30) n`);
    const select = [{ as: 'title', field: 'title' }];
    const sort = [{ field: 'created_at', descending: true }];
    const spec = { table: 'calls', select, sort, limit: 10 };
    const titles = async () =>
      (await data.select(forum.staff, [{ spec, params: {} }]))[0].rows.map((/** @type {any} */ { title }) => title);
    const before = await titles();
    const { rows } = await data.db.query(sql`select id from app.calls where title = ${before[0]}`);
    const { deletion } = await data.rows.remove(forum.staff, 'calls', rows[0].id);
    await data.history.undo(forum.staff, deletion);
    assert.deepEqual(await titles(), before);
  });

  it('when a change is taken back by the history', async () => {
    await data.rows.update(forum.staff, 'calls', row.id, { at: null, took: null });
    const [entry] = await data.history.list(forum.admin, 'calls', row.id);
    await data.history.restore(forum.staff, 'calls', row.id, entry.id, { before: true });
    const { at, took } = await stored();
    assert.deepEqual([at, took], ['2026-03-04 05:06:07.123456+00', 'PT1.123456S']);
  });

  it('when a row is copied, by values and in a transaction', async () => {
    const { at, took } = await data.rows.get(forum.staff, 'calls', row.id);
    const copy = await data.rows.insert(forum.staff, 'calls', { at, took });
    assert.equal(copy.at, EXACT);
    await data.rows.transact(forum.staff, [{ op: 'insert', table: 'calls', values: { title: 'third', at } }]);
    const { rows } = await data.db.query(sql`select at from app.calls where title = 'third'`);
    assert.equal(rows[0].at, EXACT);
  });

  it('as a version, which programs that know milliseconds only may send, too', async () => {
    const changed = await data.rows.update(...[forum.staff, 'calls', row.id, { title: 'two' }], {
      expect: { updated_at: row.updated_at },
    });
    const rough = new Date(changed.updated_at).toISOString();
    const next = await data.rows.update(...[forum.staff, 'calls', row.id, { title: 'three' }], {
      expect: { updated_at: rough },
    });
    for (const updated_at of [changed.updated_at, rough, row.updated_at, '2026-03-04T05:06:08.654Z'])
      await assert.rejects(
        data.rows.update(forum.staff, 'calls', row.id, { title: 'four' }, { expect: { updated_at } }),
        { code: 'ROW_CONFLICT' },
      );
    assert.equal(next.title, 'three');
  });

  it('as a filter, that finds the row it was read from', async () => {
    const spec = {
      table: 'calls',
      select: [{ as: 'id', field: 'id' }],
      limit: 10,
      where: {
        all: [
          { field: 'at', op: 'eq', value: EXACT },
          { field: 'id', op: 'eq', value: row.id },
        ],
      },
    };
    const [{ rows }] = await data.select(forum.staff, [{ spec, params: {} }]);
    assert.deepEqual(rows, [{ id: row.id }]);
  });

  it('in a CSV file and back', async () => {
    await data.db.query(sql`delete from app.calls where id <> ${row.id}`);
    const csv = await text(await data.csv.export(forum.admin, { table: 'calls', fields: ['title', 'at'] }));
    assert.match(csv, new RegExp(EXACT));
    await data.edit(SYSTEM, 'add-table', { name: 'again', fields: [{ name: 'at', type: 'date_time' }] });
    const { columns } = await data.csv.inspect(Readable.from([csv]), { table: 'again', header: true });
    await data.csv.import(forum.admin, Readable.from([csv]), {
      table: 'again',
      columns,
      mode: 'all-or-nothing',
      header: true,
    });
    const { rows } = await data.db.query('select at from app.again');
    assert.deepEqual(rows, [{ at: EXACT }]);
  });

  it('in a field that becomes a text, and an instant again', async () => {
    await data.edit(forum.admin, 'add-field', { table: 'calls', field: { name: 'moved', type: 'date_time' } });
    await data.db.query(sql`update app.calls set moved = ${EXACT} where id = ${row.id}`);
    await data.edit(forum.admin, 'change-field', { table: 'calls', field: 'moved', changes: { type: 'text' } });
    assert.equal((await data.rows.get(forum.staff, 'calls', row.id)).moved, EXACT);
    await data.edit(forum.admin, 'change-field', { table: 'calls', field: 'moved', changes: { type: 'date_time' } });
    assert.equal((await data.rows.get(forum.staff, 'calls', row.id)).moved, EXACT);
  });
});
