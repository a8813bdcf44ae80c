import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Phrase } from '@plinth/plugin';
import { purgeTrash } from './purge.js';
import { admin, openSite } from '../definitions/testing/edit-site.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
/** @type {string} */
let user;
before(async () => {
  site = await openSite();
  [{ id: user }] = await site.rows(
    `insert into plinth.users (name, email) values ('Ada', 'ada@example.org') returning id`,
  );
  await site.table('things');
});
after(() => site.close());

const label = () => site.data.catalog().table('things').label;

describe('revisions', () => {
  it('list who did what, newest first, page by page', async () => {
    await site.data.edit({ ...admin, userId: user }, 'change-table', { table: 'things', changes: { label: 'Goods' } });
    const first = await site.data.revisions.list({ limit: 1 });
    assert.partialDeepStrictEqual(first.revisions, [
      { userName: 'Ada', edit: 'change-table', summary: 'Change table "Things" (label)', undoneBy: null },
    ]);
    const second = await site.data.revisions.list({ limit: 1, after: first.next });
    assert.deepEqual([second.revisions[0].edit, second.next], ['add-table', null]);
    const whole = await site.data.revisions.get(first.revisions[0].id);
    assert.deepEqual([whole.changes[0].before?.body.label, whole.changes[0].after?.body.label], ['Things', 'Goods']);
    await assert.rejects(site.data.revisions.get("'; drop table x"), { code: 'REVISION_NOT_FOUND' });
  });

  it('are undone and redone, again and again', async () => {
    const { revisions } = await site.data.revisions.list({ limit: 1 });
    const { id } = revisions[0];
    for (let i = 0; i < 3; i++) {
      await site.data.revisions.undo(admin, id);
      assert.equal(label(), 'Things');
      await assert.rejects(site.data.revisions.undo(admin, id), { code: 'REVISION_UNDONE', status: 409 });
      await site.data.revisions.redo(admin, id);
      assert.equal(label(), 'Goods');
      await assert.rejects(site.data.revisions.redo(admin, id), { code: 'REVISION_NOT_UNDONE', status: 409 });
    }
    const { revisions: chain } = await site.data.revisions.list({ limit: 4 });
    const said = 'Change table "Things" (label)';
    const steps = chain.map(({ summary }) => summary);
    assert.deepEqual(steps, [`Redo: ${said}`, `Undo: ${said}`, `Redo: ${said}`, `Undo: ${said}`]);
    const back = await site.data.revisions.undo(admin, chain[0].id);
    assert.equal((await site.data.revisions.get(back.revision)).summary, `Undo: ${said}`);
    await site.data.revisions.redo(admin, chain[0].id);
  });

  it('keep what they say as a phrase, so that it can be said in any language', async () => {
    const { revision } = await site.edit('change-table', { table: 'things', changes: { icon: 'cube' } });
    const undone = await site.data.revisions.undo(admin, revision);
    const { says } = await site.data.revisions.get(undone.revision);
    assert.ok(typeof says !== 'string');
    assert.equal(says.key, 'Undo: {0}');
    assert.partialDeepStrictEqual(says.params[0], { key: 'Change table "{0}" ({1})', params: { 0: 'Goods' } });
    const typed = await site.edit('batch', { summary: 'Change the menu', edits: [] });
    assert.equal((await site.data.revisions.get(typed.revision)).says, 'Change the menu');
    const named = await site.edit('batch', { edits: [] }, { says: new Phrase('Create page "{0}"', { 0: 'x' }) });
    assert.equal((await site.data.revisions.get(named.revision)).summary, 'Create page "x"');
    const long = await site.edit('add-table', { name: 'long', label: 'x'.repeat(90) });
    assert.equal(typeof (await site.data.revisions.get(long.revision)).says, 'object');
  });

  it('are undone under later ones that changed something else', async () => {
    const { revision } = await site.edit('change-table', { table: 'things', changes: { icon: 'box' } });
    await site.edit('change-table', { table: 'things', changes: { description: 'Later' } });
    await site.data.revisions.undo(admin, revision);
    const { icon, description } = site.data.catalog().table('things');
    assert.deepEqual([icon, description], ['table', 'Later']);
  });

  it('are undone several at once, all of them or none', async () => {
    const made = async (/** @type {string} */ name) => {
      await site.table(name);
      const [table] = (await site.data.revisions.list({ limit: 1 })).revisions;
      const view = { name: `${name}_list`, template: 'list', table: name, config: {} };
      const { revision } = await site.edit('add-view', { view });
      return [revision, table.id];
    };
    const there = (/** @type {string} */ name) => [
      site.data.catalog().hasView(`${name}_list`),
      site.data.catalog().hasTable(name),
    ];
    const used = await made('used');
    await site.edit('change-table', { table: 'used', changes: { label: 'Mine' } });
    const { version } = site.data.catalog();
    await assert.rejects(site.data.revisions.undoAll(admin, used), { code: 'EDIT_CONFLICT' });
    assert.deepEqual([there('used'), site.data.catalog().version], [[true, true], version]);
    const unused = await made('unused');
    await site.data.revisions.undoAll(admin, unused);
    assert.deepEqual(there('unused'), [false, false]);
    const [last, first] = await site.rows(
      'select xmin::text as tx, edit, undoes from plinth.revisions order by version desc limit 2',
    );
    assert.deepEqual([first.undoes, last.undoes, last.tx, last.edit], [...unused, first.tx, 'undo']);
    for (const id of unused.toReversed()) await site.data.revisions.redo(admin, id);
    assert.deepEqual(there('unused'), [true, true]);
    const nobody = { userId: null, roles: ['public'], system: false };
    await assert.rejects(site.data.revisions.undoAll(nobody, unused), { code: 'FORBIDDEN' });
    await site.data.revisions.undoAll(admin, unused);
  });

  it('K10: are not undone under later ones that changed the same; these are named', async () => {
    const { revision } = await site.edit('change-table', { table: 'things', changes: { icon: 'box' } });
    const later = await site.edit('change-table', { table: 'things', changes: { icon: 'bolt' } });
    await assert.rejects(site.data.revisions.undo(admin, revision), (/** @type {any} */ error) => {
      assert.deepEqual(
        [error.code, error.status, error.details.later.map((/** @type {any} */ entry) => entry.id)],
        ['EDIT_CONFLICT', 409, [later.revision]],
      );
      return true;
    });
    await site.data.revisions.undo(admin, later.revision);
    await site.data.revisions.undo(admin, revision);
    assert.equal(site.data.catalog().table('things').icon, 'table');
  });

  it('K10: an added table is not undone when it has got fields since', async () => {
    const { revision } = await site.table('fresh');
    await site.edit('add-field', { table: 'fresh', field: { name: 'more', type: 'text' } });
    await assert.rejects(site.data.revisions.undo(admin, revision), { code: 'EDIT_CONFLICT' });
    assert.ok(site.data.catalog().table('fresh').hasField('more'));
  });

  it('K10: a removed table does not come back over another that took its name', async () => {
    const { revision } = await site.edit('remove-table', { table: 'fresh' });
    await site.table('fresh');
    await assert.rejects(site.data.revisions.undo(admin, revision), { code: 'EDIT_CONFLICT' });
  });

  it('restore rows that refer to deleted ones, as their delete rule says', async () => {
    await site.table('kinds');
    await site.rows(`insert into app.kinds (title) values ('a'), ('b')`);
    await site.table('items', [
      { name: 'kind', type: 'relation', attributes: { table: 'kinds' } },
      { name: 'kinds', type: 'many_to_many', attributes: { table: 'kinds' } },
    ]);
    await site.rows(`insert into app.items (title, kind) values ('x', 1), ('y', 2)`);
    await site.rows('insert into app.items_kinds values (1, 1), (1, 2)');
    const { revision } = await site.edit('remove-table', { table: 'items' });
    await site.rows('delete from app.kinds where id = 1');
    await site.data.revisions.undo(admin, revision);
    assert.deepEqual(await site.rows('select title, kind from app.items order by id'), [
      { title: 'x', kind: null },
      { title: 'y', kind: 2 },
    ]);
    assert.deepEqual(await site.rows('select * from app.items_kinds'), [{ source: 1, target: 2 }]);
    assert.deepEqual(await site.rows(`insert into app.items (title) values ('z') returning id`), [{ id: 3 }]);
  });

  it('report when dropped data is no longer stored', async () => {
    const { revision } = await site.edit('remove-table', { table: 'items' });
    assert.deepEqual(await site.data.maintenance(), { purged: [] });
    await site.rows(`update plinth.trash set kept_at = now() - interval '31 days' where label like 'items%'`);
    const { purged } = await site.data.maintenance();
    assert.deepEqual(purged.toSorted(), ['items', 'items_kinds']);
    await site.edit('change-settings', { changes: { timeZone: 'America/New_York' } });
    await site.rows("update plinth.revisions set at = '2026-11-22T03:00Z' where summary ilike '%items%'");
    await assert.rejects(site.data.revisions.undo(admin, revision), {
      code: 'UNDO_EXPIRED',
      message: /"items"/,
      hint: /removed on 2026-11-21/,
    });
    assert.deepEqual(
      await site.rows(
        `select c.relname as name from pg_class c where c.relnamespace = 'plinth_trash'::regnamespace and c.relkind = 'r' and not exists (select from plinth.trash t where t.name = c.relname)`,
      ),
      [],
    );
  });

  it('keep what was restored and dropped again while old trash is purged', async () => {
    await site.table('returning');
    const { revision } = await site.edit('remove-table', { table: 'returning' });
    await site.rows(`update plinth.trash set kept_at = now() - interval '31 days' where label = 'returning'`);
    const { db } = site.data;
    const busy = /** @type {typeof db} */ ({
      ...db,
      async transaction(work, options) {
        await db.query(`update plinth.trash set kept_at = now() where label = 'returning'`);
        return db.transaction(work, options);
      },
    });
    assert.deepEqual(await purgeTrash(busy), []);
    await site.data.revisions.undo(admin, revision);
    assert.ok(site.data.catalog().hasTable('returning'));
  });

  it('are only for admins to undo', async () => {
    const { revisions } = await site.data.revisions.list({ limit: 1 });
    await assert.rejects(site.data.revisions.undo({ ...admin, roles: ['staff'] }, revisions[0].id), {
      code: 'FORBIDDEN',
    });
  });
});
