import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../postgres/sql/index.js';
import { VISITOR, createForum } from '../rows/testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
before(async () => {
  forum = await createForum();
});
after(() => forum.close());

/** @param {any} entry */
const brief = ({ operation, user, changes }) => [
  operation,
  user?.name ?? null,
  Object.fromEntries(changes.map((/** @type {any} */ { field, before, after }) => [field, [before, after]])),
];

describe('table history', () => {
  it('records who changed what, newest first, in the statement that did it', async () => {
    const { data, ada, staff } = forum;
    const row = await data.rows.insert(ada, 'topics', { title: 'a', priority: 1, budget: '1.50' });
    const before = data.db.counters().statements;
    await data.rows.update(staff, 'topics', row.id, { title: 'b', due: '2026-01-02', budget: '1.5' });
    assert.equal(data.db.counters().statements - before, 1);
    await data.rows.update(staff, 'topics', row.id, { title: 'b' });
    const [update, insert, ...more] = await data.history.list(ada, 'topics', row.id);
    assert.deepEqual(more, []);
    assert.deepEqual(brief(update), ['update', 'cyd', { title: ['a', 'b'], due: [null, '2026-01-02'] }]);
    assert.deepEqual(brief(insert)[2].priority, [null, 1]);
    assert.ok(!('body' in brief(insert)[2]));
  });

  it('records nothing that failed, and nothing if it is off', async () => {
    const { data, staff } = forum;
    const count = async () => (await data.db.query('select count(*)::int as n from plinth.row_history')).rows[0].n;
    const before = await count();
    await assert.rejects(data.rows.insert(staff, 'topics', { title: 'x', priority: 7 }));
    await data.rows.insert(staff, 'replies', { text: 'x' });
    assert.equal(await count(), before);
  });

  it('Z3: is for whoever may read the row', async () => {
    const { data, ada, ben } = forum;
    const row = await data.rows.insert(ada, 'topics', { title: 'private' });
    for (const actor of [ben, VISITOR]) {
      await assert.rejects(data.history.list(actor, 'topics', row.id), { code: 'ROW_NOT_FOUND' });
      const [entry] = await data.history.list(ada, 'topics', row.id);
      await assert.rejects(data.history.restore(actor, 'topics', row.id, entry.id), { code: 'ROW_NOT_FOUND' });
    }
  });

  it('restores an older version through the gate, links included', async () => {
    const { data, ada, staff } = forum;
    const tag = await data.rows.insert(staff, 'tags', { name: 'h' });
    const row = await data.rows.insert(ada, 'topics', {
      title: 'v1',
      priority: 1,
      tags: [tag.id],
      labels: ['red'],
      extra: { a: 1 },
    });
    await data.rows.update(ada, 'topics', row.id, { title: 'v2', priority: 2 });
    await data.rows.update(ada, 'topics', row.id, { title: 'v3', tags: [], labels: null, extra: null, effort: '1:00' });
    const entries = await data.history.list(ada, 'topics', row.id);
    const back = await data.rows.get(
      ada,
      'topics',
      (await data.history.restore(ada, 'topics', row.id, entries[2].id)).id,
    );
    assert.deepEqual({ ...back, updated_at: row.updated_at }, row);
    const forth = await data.history.restore(ada, 'topics', row.id, entries[1].id);
    assert.deepEqual([forth.title, forth.priority, forth.labels, forth.effort], ['v2', 2, ['red'], null]);
    assert.equal((await data.history.list(ada, 'topics', row.id)).length, 5);
  });

  it('restores the values before an entry, for rows that are older than their history', async () => {
    const { data, ada } = forum;
    const row = await data.rows.insert(ada, 'topics', { title: 'old', priority: 1 });
    await data.db.query(sql`delete from plinth.row_history where row_key = ${String(row.id)}`);
    await data.rows.update(ada, 'topics', row.id, { title: 'newer' });
    await data.rows.update(ada, 'topics', row.id, { title: 'newest', priority: 2 });
    const entries = await data.history.list(ada, 'topics', row.id);
    assert.equal(entries.length, 2);
    const back = await data.history.restore(ada, 'topics', row.id, entries[1].id, { before: true });
    assert.deepEqual([back.title, back.priority], ['old', 1]);
  });

  it('brings a deleted row back for admins, with its key', async () => {
    const { data, ada, admin } = forum;
    const row = await data.rows.insert(ada, 'topics', { title: 'gone', priority: 3 });
    await data.rows.remove(ada, 'topics', row.id);
    await assert.rejects(data.history.list(ada, 'topics', row.id), { code: 'ROW_NOT_FOUND' });
    const [deletion] = await data.history.list(admin, 'topics', row.id);
    assert.deepEqual(brief(deletion).slice(0, 2), ['delete', 'ada']);
    await assert.rejects(data.history.restore(ada, 'topics', row.id, deletion.id), { code: 'ROW_NOT_FOUND' });
    const back = await data.history.restore(admin, 'topics', row.id, deletion.id);
    assert.deepEqual(
      [back.id, back.title, back.priority, back.author, back.created_at],
      [row.id, 'gone', 3, row.author, row.created_at],
    );
  });

  it('Z3: lists the rows that are gone, for admins only, until they are back', async () => {
    const { data, ada, staff, admin } = forum;
    const [one, two] = [
      await data.rows.insert(ada, 'topics', { title: 'lost 1', priority: 1 }),
      await data.rows.insert(ada, 'topics', { title: 'lost 2', priority: 2 }),
    ];
    for (const { id } of [one, two]) await data.rows.remove(ada, 'topics', id);
    const titles = (/** @type {any[]} */ list) =>
      list.map(({ changes }) => changes.find((/** @type {any} */ change) => change.field === 'title').before);
    const gone = await data.history.deleted(admin, 'topics', { limit: 2 });
    assert.deepEqual(titles(gone), ['lost 2', 'lost 1']);
    const further = await data.history.deleted(admin, 'topics', { limit: 1, before: gone[0].id });
    assert.deepEqual(titles(further), ['lost 1']);
    for (const actor of [ada, staff, VISITOR])
      await assert.rejects(data.history.deleted(actor, 'topics'), { code: 'FORBIDDEN' });
    await data.history.restore(admin, 'topics', gone[0].key, gone[0].id);
    assert.equal(titles(await data.history.deleted(admin, 'topics', { limit: 1 }))[0], 'lost 1');
  });

  it('refuses entries of other rows', async () => {
    const { data, ada } = forum;
    const [one, two] = (await data.rows.insertMany(ada, 'topics', [{ title: 'one' }, { title: 'two' }])).done;
    const [entry] = await data.history.list(ada, 'topics', one.id);
    for (const id of [entry.id, 'x', "' or 1=1", '']) {
      await assert.rejects(data.history.restore(ada, 'topics', two.id, id), {
        code: 'HISTORY_ENTRY_NOT_FOUND',
        status: 404,
      });
    }
  });

  it('pages by the last entry seen', async () => {
    const { data, ada } = forum;
    const row = await data.rows.insert(ada, 'topics', { title: '0' });
    for (const title of ['1', '2', '3']) await data.rows.update(ada, 'topics', row.id, { title });
    const first = await data.history.list(ada, 'topics', row.id, { limit: 2 });
    const rest = await data.history.list(ada, 'topics', row.id, { before: first[1].id });
    assert.deepEqual([first.length, rest.length, rest[1].operation], [2, 2, 'insert']);
  });

  it('keeps the values of a field that was dropped, and shows them again when it is back', async () => {
    const { data, ada, admin } = forum;
    const row = await data.rows.insert(ada, 'topics', { title: 'dropped', body: 'before' });
    await data.rows.update(ada, 'topics', row.id, { body: 'after', priority: 2 });
    const { revision } = await data.edit(admin, 'remove-field', { table: 'topics', field: 'body' });
    const [entry] = await data.history.list(ada, 'topics', row.id);
    assert.deepEqual(brief(entry)[2], { priority: [null, 2] });
    await data.history.restore(ada, 'topics', row.id, (await data.history.list(ada, 'topics', row.id))[1].id);
    await /** @type {any} */ (data).revisions.undo(admin, revision);
    const entries = await data.history.list(ada, 'topics', row.id);
    assert.deepEqual(brief(entries[1])[2], { body: ['before', 'after'], priority: [null, 2] });
    assert.equal((await data.rows.get(ada, 'topics', row.id)).body, 'after');
  });
});
