import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../postgres/sql/index.js';
import { VISITOR, createForum } from '../testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {any} */
let data;
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };
const relation = (
  /** @type {string} */ name,
  /** @type {string} */ table,
  /** @type {string} */ onDelete,
  more = {},
) => ({ name, type: 'relation', attributes: { table, onDelete }, ...more });

before(async () => {
  forum = await createForum();
  ({ data } = forum);
  const table = (/** @type {string} */ name, /** @type {any} */ input) =>
    data.edit(forum.admin, 'add-table', { name, history: true, access: { staff: ALL }, ...input });
  await table('projects', {
    access: { staff: ALL, user: { ...ALL, delete: 'own', read: 'own' } },
    owner: 'lead',
    fields: [
      { name: 'title', type: 'text', unique: true },
      { name: 'lead', type: 'user' },
    ],
  });
  await table('issues', {
    access: { staff: ALL, user: { read: 'all' } },
    fields: [
      { name: 'title', type: 'text' },
      relation('project', 'projects', 'cascade', { required: true }),
      { name: 'see', type: 'many_to_many', attributes: { table: 'projects' } },
    ],
  });
  await data.edit(forum.admin, 'add-field', { table: 'issues', field: relation('parent', 'issues', 'cascade') });
  await table('comments', {
    fields: [{ name: 'text', type: 'text' }, relation('issue', 'issues', 'cascade', { required: true })],
  });
  await table('notes', { fields: [{ name: 'text', type: 'text' }, relation('project', 'projects', 'set_null')] });
  await table('bills', { fields: [relation('project', 'projects', 'restrict', { required: true })] });
});
after(() => forum.close());

const insert = (/** @type {string} */ table, /** @type {any} */ values) => data.rows.insert(forum.staff, table, values);
const all = async (/** @type {string} */ table) =>
  (
    await data.db.query(
      sql`select to_jsonb(t) as row from (select * from app.${/** @type {any} */ ((await import('../../../postgres/sql/index.js')).ident(table))} order by id) t`,
    )
  ).rows.map((/** @type {any} */ { row }) => row);

/** A project with what belongs to it. @param {string} title @param {any} [more] */
async function project(title, more = {}) {
  const made = await insert('projects', { title, ...more });
  const issue = await insert('issues', { title: `${title} 1`, project: made.id });
  const child = await insert('issues', { title: `${title} 1.1`, project: made.id, parent: issue.id });
  const comment = await insert('comments', { text: `${title} c`, issue: child.id });
  const note = await insert('notes', { text: `${title} n`, project: made.id });
  const other = await insert('projects', { title: `${title} other` });
  const pointing = await insert('issues', { title: `${title} points`, project: other.id, see: [made.id, other.id] });
  return { made, issue, child, comment, note, other, pointing };
}

describe('deletions', () => {
  it('note the rows that a cascade takes, several levels deep, and the relations that it empties', async () => {
    const { made, issue, comment, note, pointing } = await project('A');
    const { deletion } = await data.rows.remove(forum.staff, 'projects', made.id);
    const entries = await data.db.query(sql`
      select operation, row_key, taken_by is null as root from plinth.row_history where deletion = ${deletion} order by id`);
    assert.equal(entries.rows.filter((/** @type {any} */ one) => one.root).length, 1);
    assert.deepEqual(entries.rows.map((/** @type {any} */ one) => one.operation).sort(), [
      'delete',
      'delete',
      'delete',
      'delete',
      'update',
      'update',
    ]);
    const [last] = await data.history.list(forum.admin, 'comments', comment.id);
    assert.deepEqual([last.operation, last.user.name], ['delete', 'cyd']);
    const [emptied] = await data.history.list(forum.admin, 'notes', note.id);
    assert.deepEqual(
      emptied.changes.map((/** @type {any} */ one) => [one.field, one.before, one.after]),
      [['project', made.id, null]],
    );
    const [unlinked] = await data.history.list(forum.admin, 'issues', pointing.id);
    assert.deepEqual(unlinked.changes[0].after.length, 1);
    const [entry] = await data.history.deleted(forum.admin, 'issues');
    assert.deepEqual([entry.rows, entry.takenBy.title], [2, 'A']);
    const [root] = await data.history.deleted(forum.admin, 'projects');
    assert.deepEqual(root.took, [
      { table: 'issues', count: 2 },
      { table: 'comments', count: 1 },
    ]);
    await data.history.restoreDeleted(
      forum.admin,
      'issues',
      issue.id,
      (await data.history.list(forum.admin, 'issues', issue.id))[0].id,
    );
    assert.equal((await data.rows.get(forum.staff, 'projects', made.id)).title, 'A');
    assert.equal((await data.rows.get(forum.staff, 'comments', comment.id)).text, 'A c');
  });

  it('are undone exactly by whoever made them', async () => {
    const { made, other } = await project('B');
    const tables = ['projects', 'issues', 'comments', 'notes', 'issues_see'];
    const state = async () => {
      const rows = [];
      for (const table of tables)
        rows.push(
          table === 'issues_see'
            ? (await data.db.query('select * from app.issues_see order by 1, 2')).rows
            : await all(table),
        );
      return JSON.parse(
        JSON.stringify(rows, (key, value) => (key.startsWith('updated') || key === 'created_at' ? undefined : value)),
      );
    };
    const before = await state();
    const { deletion } = await data.rows.removeMany(forum.staff, 'projects', [made.id, other.id]);
    assert.notDeepEqual(await state(), before);
    const result = await data.history.undo(forum.staff, deletion);
    assert.deepEqual([result.rows.length, result.taken, result.conflicts], [2, 4, []]);
    assert.deepEqual(await state(), before);
    await assert.rejects(data.history.undo(forum.staff, deletion), { code: 'ALREADY_RESTORED' });
  });

  it('Z3: can be undone by nobody else, not later, and not by who may no longer delete the row', async () => {
    const { ada, ben, admin, staff, people } = forum;
    const mine = await insert('projects', { title: 'mine', lead: people.ada });
    const { deletion } = await data.rows.remove(ada, 'projects', mine.id);
    for (const actor of [ben, staff, VISITOR])
      await assert.rejects(data.history.undo(actor, deletion), { code: 'DELETION_NOT_FOUND' });
    for (const id of ['x', '', undefined, '00000000-0000-0000-0000-000000000000'])
      await assert.rejects(data.history.undo(admin, id), { code: 'DELETION_NOT_FOUND' });
    const demoted = { ...ada, roles: ['public'] };
    await assert.rejects(data.history.undo(demoted, deletion), { code: 'FORBIDDEN' });
    await assert.rejects(data.history.undo({ ...ada, scope: { tables: ['notes'] } }, deletion), { code: 'FORBIDDEN' });
    await data.db.query(sql`update plinth.row_history set at = at - interval '2 hours' where deletion = ${deletion}`);
    await assert.rejects(data.history.undo(ada, deletion), { code: 'DELETION_NOT_FOUND' });
    assert.equal((await data.history.undo(admin, deletion)).rows.length, 1);
    assert.equal((await data.rows.get(ada, 'projects', mine.id)).title, 'mine');
  });

  it('explain what is in the way of a restore', async () => {
    const { made } = await project('C');
    const { deletion } = await data.rows.remove(forum.staff, 'projects', made.id);
    const taken = await insert('projects', { title: 'C' });
    await assert.rejects(data.history.undo(forum.staff, deletion), (/** @type {any} */ error) => {
      assert.equal(error.code, 'RESTORE_CONFLICT');
      assert.match(error.message, /"C" can't be restored: Title is already taken/);
      return true;
    });
    assert.equal((await all('issues')).filter((/** @type {any} */ { title }) => title.startsWith('C 1')).length, 0);
    await data.rows.update(forum.staff, 'projects', taken.id, { title: 'C2' });
    assert.equal((await data.history.undo(forum.staff, deletion)).rows.length, 1);
  });

  it('tell what could not be restored because its parent keeps no history', async () => {
    const { made } = await project('D');
    await data.edit(forum.admin, 'change-table', { table: 'issues', changes: { history: false } });
    const { deletion } = await data.rows.remove(forum.staff, 'projects', made.id);
    await data.edit(forum.admin, 'change-table', { table: 'issues', changes: { history: true } });
    const { rows, conflicts } = await data.history.undo(forum.staff, deletion);
    assert.equal(rows.length, 1);
    assert.deepEqual(
      conflicts.map((/** @type {any} */ { table, error }) => [table, error.message]),
      [['comments', '"Issue" no longer exists']],
    );
  });

  it('leave nothing in the history when the deletion is refused', async () => {
    const { made } = await project('E');
    await insert('bills', { project: made.id });
    const count = async () => (await data.db.query('select count(*)::int as n from plinth.row_history')).rows[0].n;
    const before = await count();
    await assert.rejects(data.rows.remove(forum.staff, 'projects', made.id), { code: 'ROW_IN_USE' });
    await assert.rejects(data.rows.remove(forum.ada, 'projects', made.id), { code: 'ROW_NOT_FOUND' });
    assert.equal(await count(), before);
  });

  it('are noted in transactions and forms, too', async () => {
    const { made, comment } = await project('F');
    await data.rows.transact(forum.staff, [{ op: 'delete', table: 'projects', id: made.id }]);
    const [entry] = await data.history.list(forum.admin, 'comments', comment.id);
    assert.equal(entry.operation, 'delete');
  });

  it('a row that no longer points at the deleted one keeps what it has on undo', async () => {
    const { made, note, other } = await project('G');
    const { deletion } = await data.rows.remove(forum.staff, 'projects', made.id);
    await data.rows.update(forum.staff, 'notes', note.id, { project: other.id });
    await data.history.undo(forum.staff, deletion);
    assert.equal((await data.rows.get(forum.staff, 'notes', note.id)).project, other.id);
  });
});

describe('what goes with a deletion', () => {
  it('is counted before, with what is emptied and what refuses it', async () => {
    const { made } = await project('P');
    await insert('bills', { project: made.id });
    assert.deepEqual(await data.rows.whatGoes(forum.staff, 'projects', [made.id]), {
      rows: 1,
      title: 'P',
      deleted: [
        { table: 'issues', count: 2, more: false },
        { table: 'comments', count: 1, more: false },
      ],
      emptied: [
        { table: 'issues', count: 1, more: false, field: 'see' },
        { table: 'notes', count: 1, more: false, field: 'project' },
      ],
      refusing: [{ table: 'bills', count: 1, more: false }],
      others: { deleted: false, emptied: false, refusing: false },
      unkept: [],
    });
  });

  it('Z3: names only what may be read', async () => {
    const { made } = await project('Q', { lead: forum.people.ada });
    const goes = await data.rows.whatGoes(forum.ada, 'projects', [made.id]);
    assert.deepEqual(goes.deleted, [{ table: 'issues', count: 2, more: false }]);
    assert.deepEqual(
      goes.emptied.map((/** @type {any} */ { table }) => table),
      ['issues'],
    );
    assert.deepEqual(goes.others, { deleted: true, emptied: true, refusing: false });
    for (const actor of [forum.ben, VISITOR])
      await assert.rejects(data.rows.whatGoes(actor, 'projects', [made.id]), { code: 'ROW_NOT_FOUND' });
    await assert.rejects(data.rows.whatGoes(forum.staff, 'projects', ['x', '999999']), { code: 'ROW_NOT_FOUND' });
  });

  it('is counted up to a limit', async () => {
    const { made } = await project('R');
    await data.db.query(
      sql`insert into app.issues (title, project) select 'many', ${made.id} from generate_series(1, 1500)`,
    );
    const goes = await data.rows.whatGoes(forum.staff, 'projects', [made.id]);
    assert.deepEqual(goes.deleted[0], { table: 'issues', count: 1000, more: true });
    const { deletion } = await data.rows.remove(forum.staff, 'projects', made.id);
    const result = await data.history.undo(forum.staff, deletion);
    assert.equal(result.taken, 1503);
  });
});
