import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../postgres/sql/index.js';
import { VISITOR, createForum } from '../testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {any} */
let data;
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };

before(async () => {
  forum = await createForum();
  ({ data } = forum);
  const access = { staff: ALL, user: { read: 'own', create: 'all', update: 'own', delete: 'own' } };
  const table = (/** @type {string} */ name, /** @type {any} */ input) =>
    data.edit(forum.admin, 'add-table', { name, access, ...input });
  await table('marks', { fields: [{ name: 'name', type: 'text' }] });
  await table('expenses', {
    owner: 'by',
    fields: [
      { name: 'title', type: 'text', unique: true },
      { name: 'address', type: 'text' },
      { name: 'amount', type: 'money' },
      { name: 'by', type: 'user' },
      { name: 'tags', type: 'many_to_many', attributes: { table: 'marks' } },
      { name: 'closed', type: 'date', access: { write: ['admin'] } },
    ],
  });
  await table('lines', {
    fields: [
      { name: 'text', type: 'text' },
      { name: 'expense', type: 'relation', required: true, attributes: { table: 'expenses', onDelete: 'cascade' } },
    ],
  });
  await table('unkept', { history: false, fields: [{ name: 'text', type: 'text' }] });
  const close = { field: 'closed', value: '"2026-11-28"' };
  const trigger = { label: 'Close', table: 'expenses', events: ['update'], timing: 'before', when: 'row.amount == 0' };
  await data.edit(forum.admin, 'add-trigger', {
    trigger: { ...trigger, before: [{ ...close, value: 'date("2026-11-28")' }] },
  });
});
after(() => forum.close());

let number = 0;
const expense = (more = {}, actor = forum.staff) =>
  data.rows.insert(actor, 'expenses', { title: `Expense ${(number += 1)}`, address: 'Main St 1', ...more });
const one = (/** @type {string} */ table, /** @type {any} */ id) => data.rows.get(forum.admin, table, id);
/** An actor in the middle of a change. @param {any} actor */
const changing = (actor) => ({ ...actor, change: randomUUID() });
const { rejects } = assert;

/** Every way to write rows, and what was there before. @type {[string, (actor: any, ids: any[]) => Promise<any>][]} */
const WAYS = [
  ['update', (actor, [id]) => data.rows.update(actor, 'expenses', id, { address: null })],
  ['updateMany', (actor, ids) => data.rows.updateMany(actor, 'expenses', ids, { address: null, amount: '3' })],
  [
    'updateEach',
    (actor, ids) =>
      data.rows.updateEach(
        actor,
        'expenses',
        ids.map((id, i) => ({ id, values: { address: String(i) }, expect: {} })),
      ),
  ],
  ['insert', (actor) => data.rows.insert(actor, 'expenses', { title: 'new' })],
  ['insertMany', (actor) => data.rows.insertMany(actor, 'expenses', [{ title: 'new' }, { title: 'newer' }])],
  ['remove', (actor, [id]) => data.rows.remove(actor, 'expenses', id)],
  ['removeMany', (actor, ids) => data.rows.removeMany(actor, 'expenses', ids)],
  [
    'transact',
    (actor, [first, second]) =>
      data.rows.transact(actor, [
        { op: 'insert', table: 'expenses', values: { title: 'new' } },
        { op: 'insert', table: 'lines', values: { text: 'a line', expense: { row: 0 } } },
        { op: 'update', table: 'expenses', id: first, values: { address: 'Elsewhere', tags: [] } },
        { op: 'update', table: 'expenses', id: first, values: { address: 'Elsewhere 2' } },
        { op: 'delete', table: 'expenses', id: second },
      ]),
  ],
  [
    'saveTree',
    async (actor, [id]) => {
      const [line] = (await data.db.query(sql`select id from app.lines where expense = ${id}`)).rows;
      const rows = [
        { id: line.id, remove: true },
        { id: null, values: { text: 'another' } },
      ];
      return data.rows.saveTree(actor, {
        table: 'expenses',
        id,
        values: { address: 'By form' },
        children: [{ relation: 'lines.expense', rows }],
      });
    },
  ],
  [
    'saveOnce',
    (actor, [id]) =>
      data.rows.saveOnce(
        actor,
        { key: randomUUID(), request: Buffer.from(randomUUID()) },
        { table: 'expenses', id, values: { address: 'Once' }, children: [] },
      ),
  ],
  [
    'within',
    (actor, [id]) =>
      data.actions.within(async (/** @type {any} */ gate) => {
        await gate.update(actor, 'expenses', id, { amount: '0' });
        await gate.insert(actor, 'lines', { text: 'by a step', expense: id });
      }),
  ],
];

const state = async () => {
  const found = [];
  for (const table of ['expenses', 'lines', 'expenses_tags'])
    found.push(
      (
        await data.db.query(
          `select to_jsonb(t) - 'updated_at' - 'updated_by' - 'created_at' as row from app.${table} t order by 1`,
        )
      ).rows,
    );
  return found;
};

describe('undo for every way to write', () => {
  for (const [name, write] of WAYS) {
    it(`takes back what ${name} did, all of it and nothing else`, async () => {
      const tag = await data.rows.insert(forum.staff, 'marks', { name });
      const ids = [];
      for (let i = 0; i < 3; i++) ids.push((await expense({ tags: [tag.id], amount: '12.50' })).id);
      await data.rows.insert(forum.staff, 'lines', { text: 'first', expense: ids[0] });
      await expense();
      const actor = changing(forum.staff);
      const was = await state();
      await write(actor, ids);
      assert.notDeepEqual(await state(), was);
      assert.equal(await data.history.undoOffered(actor), actor.change);
      const done = await data.history.undo(forum.staff, actor.change);
      assert.deepEqual(done.conflicts, []);
      assert.deepEqual(await state(), was);
      await rejects(data.history.undo(forum.staff, actor.change), (/** @type {any} */ error) =>
        ['ALREADY_UNDONE', 'ALREADY_RESTORED'].includes(error.code),
      );
      assert.deepEqual(await state(), was);
    });
  }

  it('covers every method of the gate that writes', () => {
    const reads = ['get', 'choices', 'label', 'whatGoes', 'once', 'answered', 'sweepAnswers', 'recalculate'];
    const methods = Object.keys(data.rows).filter((name) =>
      /^(insert|update|remove|save|transact|put|write)/.test(name),
    );
    const covered = new Set([...WAYS.map(([name]) => name), ...reads]);
    assert.deepEqual(
      methods.filter((name) => !covered.has(name)),
      [],
    );
  });

  it('takes many rows back at once', async () => {
    const rows = Array.from({ length: 1200 }, (_, i) => ({ title: `Many ${i}`, address: `Street ${i}` }));
    const { done } = await data.rows.insertMany(forum.staff, 'expenses', rows);
    const ids = done.map((/** @type {any} */ { id }) => id);
    const actor = changing(forum.staff);
    await data.rows.updateMany(actor, 'expenses', ids, { address: null });
    const { changed } = await data.history.undo(forum.staff, actor.change);
    assert.equal(changed, 1200);
    assert.equal((await one('expenses', ids[1100])).address, 'Street 1100');
    await data.rows.removeMany(forum.staff, 'expenses', ids);
  });
});

describe('undoing a change', () => {
  it('Z3: is for whoever made it, within an hour', async () => {
    const { id } = await expense();
    const actor = changing(forum.staff);
    await data.rows.update(actor, 'expenses', id, { address: null });
    for (const other of [
      forum.ada,
      { ...forum.admin, userId: forum.people.ben },
      { ...forum.staff, userId: forum.people.ben },
      VISITOR,
    ])
      await rejects(data.history.undo(other, actor.change), { code: 'DELETION_NOT_FOUND', status: 404 });
    for (const wrong of ['x', '', undefined, null, randomUUID()])
      await rejects(data.history.undo(forum.staff, wrong), { code: 'DELETION_NOT_FOUND', status: 404 });
    await data.db.query(sql`update plinth.row_history set at = at - interval '2 hours' where change = ${actor.change}`);
    await rejects(data.history.undo(forum.staff, actor.change), { code: 'DELETION_NOT_FOUND' });
    assert.equal((await one('expenses', id)).address, null);
  });

  it('Z4: is refused once the rights are gone: on the table, on the row, on the field', async () => {
    const mine = await expense({ by: forum.people.ada });
    const actor = changing(forum.ada);
    await data.rows.update(actor, 'expenses', mine.id, { address: null });
    await rejects(data.history.undo({ ...forum.ada, roles: ['public'] }, actor.change), {
      code: 'FORBIDDEN',
      status: 403,
    });
    const narrow = { ...forum.ada, scope: { tables: ['marks'], operations: null } };
    await rejects(data.history.undo(narrow, actor.change), { code: 'FORBIDDEN' });
    await data.rows.update(forum.staff, 'expenses', mine.id, { by: forum.people.ben });
    await rejects(data.history.undo(forum.ada, actor.change), { code: 'FORBIDDEN' });
    await data.rows.update(forum.staff, 'expenses', mine.id, { by: forum.people.ada });
    const access = (/** @type {any} */ write) =>
      data.edit(forum.admin, 'change-field', { table: 'expenses', field: 'address', changes: { access: { write } } });
    await access(['admin']);
    await rejects(data.history.undo(forum.ada, actor.change), { code: 'FORBIDDEN' });
    assert.equal((await one('expenses', mine.id)).address, null);
    await access(null);
    assert.equal((await data.history.undo(forum.ada, actor.change)).changed, 1);
    assert.equal((await one('expenses', mine.id)).address, 'Main St 1');
  });

  it('Z4: gives no row back that would then belong to somebody else', async () => {
    const { id } = await expense({ by: forum.people.ben });
    const actor = changing(forum.staff);
    await data.rows.update(actor, 'expenses', id, { by: forum.staff.userId });
    const asUser = { ...forum.staff, roles: ['public', 'user'] };
    await rejects(data.history.undo(asUser, actor.change), { code: 'FORBIDDEN' });
    assert.equal((await one('expenses', id)).by, forum.staff.userId);
  });

  it('leaves what somebody has changed since, by the gate or with psql, and says so', async () => {
    const rows = [await expense(), await expense(), await expense(), await expense()];
    const ids = rows.map(({ id }) => id);
    const tag = await data.rows.insert(forum.staff, 'marks', { name: 'later' });
    const actor = changing(forum.staff);
    await data.rows.updateMany(actor, 'expenses', ids, { address: null, tags: [] });
    await data.rows.update(forum.admin, 'expenses', ids[0], { address: 'By admin' });
    await data.db.query(sql`update app.expenses set address = 'By psql' where id = ${ids[1]}`);
    await data.rows.update(forum.admin, 'expenses', ids[2], { amount: '5' });
    await data.rows.update(forum.admin, 'expenses', ids[3], { tags: [tag.id] });
    const { changed, conflicts } = await data.history.undo(forum.staff, actor.change);
    // The list of the last one was empty before, too, so it is none of what was changed.
    assert.equal(changed, 2);
    assert.deepEqual(
      conflicts.map((/** @type {any} */ { title, error }) => [title, error.code]).sort(),
      [ids[0], ids[1]].map((id) => [rows.find((row) => row.id === id).title, 'UNDO_CONFLICT']).sort(),
    );
    const now = await Promise.all(ids.map((id) => one('expenses', id)));
    assert.deepEqual(
      now.map(({ address }) => address),
      ['By admin', 'By psql', 'Main St 1', 'Main St 1'],
    );
    assert.equal(now[2].amount, '5.00');
  });

  it('compares lists of related rows as well', async () => {
    const [a, b] = [
      await data.rows.insert(forum.staff, 'marks', { name: 'a' }),
      await data.rows.insert(forum.staff, 'marks', { name: 'b' }),
    ];
    const { id } = await expense({ tags: [a.id] });
    const actor = changing(forum.staff);
    await data.rows.update(actor, 'expenses', id, { tags: [a.id, b.id] });
    await data.rows.update(forum.admin, 'expenses', id, { tags: [] });
    await rejects(data.history.undo(forum.staff, actor.change), { code: 'UNDO_CONFLICT', status: 409 });
    assert.deepEqual((await one('expenses', id)).tags, []);
  });

  it('keeps a new row that was changed since, or that others refer to by now', async () => {
    const [changed, used, free] = [changing(forum.staff), changing(forum.staff), changing(forum.staff)];
    const rows = [];
    for (const actor of [changed, used, free]) rows.push(await expense({}, actor));
    await data.rows.update(forum.admin, 'expenses', rows[0].id, { address: 'Other' });
    await data.rows.insert(forum.admin, 'lines', { text: 'mine', expense: rows[1].id });
    await rejects(data.history.undo(forum.staff, changed.change), {
      code: 'UNDO_CONFLICT',
      message: /changed this row since/,
    });
    await rejects(data.history.undo(forum.staff, used.change), { code: 'UNDO_CONFLICT', message: /refer to this row/ });
    assert.equal((await data.history.undo(forum.staff, free.change)).removed, 1);
    assert.equal(
      (
        await one(
          'lines',
          (await data.db.query(sql`select id from app.lines where expense = ${rows[1].id}`)).rows[0].id,
        )
      ).text,
      'mine',
    );
  });

  it('takes along what a trigger set before the row was saved, though one may not set it by hand', async () => {
    const { id } = await expense({ amount: '7' });
    const actor = changing(forum.staff);
    await data.rows.update(actor, 'expenses', id, { amount: '0' });
    assert.equal((await one('expenses', id)).closed, '2026-11-28');
    await data.history.undo(forum.staff, actor.change);
    const { amount, closed } = await one('expenses', id);
    assert.deepEqual([amount, closed], ['7.00', null]);
  });

  it('tells what is in the way: a value that somebody else has taken', async () => {
    const { id, title } = await expense();
    const actor = changing(forum.staff);
    await data.rows.update(actor, 'expenses', id, { title: `${title} renamed` });
    await expense({ title });
    await rejects(data.history.undo(forum.staff, actor.change), (/** @type {any} */ error) => {
      assert.match(error.message, /Nothing was undone: .*Title/);
      return true;
    });
  });

  it('is not offered without history, without a change, to visitors, and for new rows that one may not delete', async () => {
    const unkept = changing(forum.staff);
    await data.rows.insert(unkept, 'unkept', { text: 'x' });
    assert.equal(await data.history.undoOffered(unkept), null);
    const { id, address } = await expense();
    const same = changing(forum.staff);
    await data.rows.update(same, 'expenses', id, { address });
    assert.equal(await data.history.undoOffered(same), null);
    assert.equal(await data.history.undoOffered(forum.staff), null);
    assert.equal(await data.history.undoOffered(changing(VISITOR)), null);
    const only = { ...changing(forum.staff), scope: { tables: null, operations: ['read', 'create', 'update'] } };
    await data.rows.insert(only, 'expenses', { title: 'only made' });
    assert.equal(await data.history.undoOffered(only), null);
  });

  it('two at once: one undoes, the other is told', async () => {
    const { id } = await expense();
    const actor = changing(forum.staff);
    await data.rows.update(actor, 'expenses', id, { address: null });
    const results = await Promise.allSettled([1, 2].map(() => data.history.undo(forum.staff, actor.change)));
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    assert.equal(
      /** @type {any} */ (results.find(({ status }) => status === 'rejected')).reason.code,
      'ALREADY_UNDONE',
    );
  });
});
