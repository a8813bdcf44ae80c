import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRegistry } from '@plinth/plugin';
import { dataPlugin } from '../../../core-plugin.js';
import { createData } from '../../../create-data.js';
import { SYSTEM, createForum } from '../../../gate/rows/testing/forum.js';
import { createTestDatabase } from '../../../testing/index.js';

/** @type {Omit<Awaited<ReturnType<typeof createForum>>, 'data'> & { data: any }} */
let forum;
/** @param {any} field @param {string} [table] */
const addField = (field, table = 'topics') => forum.data.edit(SYSTEM, 'add-field', { table, field });
/** @param {any} changes @param {string} field @param {string} [table] */
const change = (field, changes, table = 'topics') => forum.data.edit(SYSTEM, 'change-field', { table, field, changes });
/** What stands in a column, and what the formula gives now. @param {string} column */
async function stored(column) {
  const { rows } = await forum.data.db.query(`select "${column}" as value from app.topics order by id`);
  return rows.map((/** @type {any} */ { value }) => value);
}

before(async () => {
  forum = await createForum();
  const { data, staff, people } = forum;
  await data.rows.insertMany(staff, 'topics', [
    { title: 'alpha', author: people.ada, budget: '10.50', priority: 2, due: '2026-11-21' },
    { title: 'beta', author: people.ben, priority: 1 },
    { title: 'gamma', author: people.ada, budget: '100.00', priority: 3 },
  ]);
  await data.rows.insertMany(staff, 'replies', [
    { text: 'yes', topic: 1, score: 3 },
    { text: 'no', topic: 1, score: 5 },
    { text: 'so', topic: 3, score: 1 },
  ]);
  await addField({ name: 'gross', type: 'money', formula: 'row.budget * 1.19', stored: true });
  await addField({
    name: 'points',
    type: 'integer',
    formula: 'row.replies.sum(r, r.score) * row.priority',
    stored: true,
  });
  await addField({ name: 'by', type: 'text', formula: 'row.title + " of " + row.author.name', stored: true });
});
after(() => forum?.close());

describe('a stored formula', () => {
  it('has the values of rows that were there before', async () => {
    assert.deepEqual(await stored('gross'), ['12.50', null, '119.00']);
    assert.deepEqual(await stored('points'), [16, 0, 3]);
    assert.deepEqual(await stored('by'), ['alpha of ada', 'beta of ben', 'gamma of ada']);
  });

  it('follows its row, whoever writes it', async () => {
    const made = await forum.data.rows.insert(forum.staff, 'topics', { title: 'delta', budget: '1.00', priority: 4 });
    assert.equal(made.gross, '1.19');
    await forum.data.rows.update(forum.staff, 'topics', made.id, { budget: '2.00' });
    assert.deepEqual(await stored('gross'), ['12.50', null, '119.00', '2.38']);
    await forum.data.db.query('update app.topics set budget = 3, gross = 7 where id = 4');
    assert.equal((await stored('gross'))[3], '3.57');
    await forum.data.db.query('update app.topics set gross = 7 where id = 4');
    assert.equal((await stored('gross'))[3], '3.57');
    await forum.data.db.query('delete from app.topics where id = 4');
  });

  it('follows related rows: made, changed, moved, removed, also by psql', async () => {
    const { db } = forum.data;
    await forum.data.rows.insert(forum.staff, 'replies', { text: 'new', topic: 2, score: 9 });
    assert.deepEqual(await stored('points'), [16, 9, 3]);
    await db.query('update app.replies set score = score + 1');
    assert.deepEqual(await stored('points'), [20, 10, 6]);
    await db.query('update app.replies set topic = 3 where topic = 2');
    assert.deepEqual(await stored('points'), [20, 0, 36]);
    await db.query('delete from app.replies where topic = 3 and score = 10');
    assert.deepEqual(await stored('points'), [20, 0, 6]);
    await db.query("update plinth.users set name = 'Ada L' where name = 'ada'");
    assert.deepEqual(await stored('by'), ['alpha of Ada L', 'beta of ben', 'gamma of Ada L']);
    await db.query("update plinth.users set name = 'ada' where name = 'Ada L'");
  });

  it('goes back when the transaction does', async () => {
    const { db } = forum.data;
    await assert.rejects(
      db.transaction(async (/** @type {any} */ tx) => {
        await tx.query('update app.replies set score = 0');
        const { rows } = await tx.query('select points from app.topics where id = 1');
        assert.equal(rows[0].points, 0);
        throw new Error('no');
      }),
      /no/,
    );
    assert.deepEqual(await stored('points'), [20, 0, 6]);
  });
});

describe('a formula may be stored, and calculated again', () => {
  /** What SYSTEM reads, who sees every row. @param {string} name */
  const read = async (name) => {
    const spec = { table: 'topics', select: [{ as: name, field: name }], sort: [{ field: 'id' }] };
    const [{ rows }] = await forum.data.select(SYSTEM, [{ spec, params: {} }]);
    return rows.map((/** @type {any} */ row) => row[name]);
  };
  const functions = async () =>
    (await forum.data.db.query(`select count(*)::int as n from pg_proc where proname like 'formula%'`)).rows[0].n;

  it('by a switch, back and forth, undone and redone', async () => {
    const before = await functions();
    await addField({ name: 'rank', type: 'integer', formula: 'row.priority * 10' });
    assert.equal(forum.data.catalog().table('topics').field('rank').stored, false);
    const { revision } = await change('rank', { stored: true });
    assert.deepEqual(await stored('rank'), [20, 10, 30]);
    const undone = await forum.data.revisions.undo(SYSTEM, revision);
    await assert.rejects(stored('rank'), /does not exist/);
    assert.equal(await functions(), before);
    assert.deepEqual(await read('rank'), [20, 10, 30]);
    await forum.data.revisions.undo(SYSTEM, undone.revision);
    assert.deepEqual(await stored('rank'), [20, 10, 30]);
    await change('rank', { stored: false });
    await assert.rejects(stored('rank'), /does not exist/);
    assert.equal(await functions(), before);
  });

  it('with another formula or another type', async () => {
    await change('rank', { stored: true });
    await change('rank', { formula: 'row.priority * 100' });
    assert.deepEqual(await stored('rank'), [200, 100, 300]);
    await change('rank', { type: 'decimal' });
    assert.deepEqual(await stored('rank'), ['200', '100', '300']);
    await forum.data.db.query('update app.topics set priority = priority + 1 where id = 1');
    assert.deepEqual(await stored('rank'), ['300', '100', '300']);
  });

  it('and follows names that change', async () => {
    await change('score', { name: 'mark' }, 'replies');
    await change('priority', { name: 'weight' });
    await forum.data.edit(SYSTEM, 'change-table', { table: 'replies', changes: { name: 'answers' } });
    await forum.data.db.query('update app.answers set mark = mark + 1 where topic = 1');
    assert.deepEqual(await stored('points'), await read('points'));
    assert.notEqual((await stored('points'))[0], 20);
    await forum.data.edit(SYSTEM, 'change-table', { table: 'topics', changes: { name: 'themes' } });
    await forum.data.edit(SYSTEM, 'change-table', { table: 'themes', changes: { name: 'topics' } });
    await forum.data.db.query('update app.answers set mark = mark + 1 where topic = 1');
    assert.deepEqual(await stored('points'), await read('points'));
  });

  it('is empty while something it names is missing, and right again when that is back', async () => {
    const values = await stored('points');
    const { revision } = await forum.data.edit(SYSTEM, 'remove-field', { table: 'answers', field: 'mark' });
    assert.deepEqual(await stored('points'), [null, null, null]);
    await forum.data.rows.insert(forum.staff, 'answers', { text: 'still written', topic: 1 });
    await forum.data.revisions.undo(SYSTEM, revision);
    assert.deepEqual(await stored('points'), values);
    const table = await forum.data.edit(SYSTEM, 'remove-table', { table: 'answers' });
    assert.deepEqual(await stored('points'), [null, null, null]);
    await forum.data.revisions.undo(SYSTEM, table.revision);
    assert.deepEqual(await stored('points'), values);
  });

  it('comes back with its table', async () => {
    const values = await stored('gross');
    const { revision } = await forum.data.edit(SYSTEM, 'remove-table', { table: 'topics' });
    await forum.data.revisions.undo(SYSTEM, revision);
    assert.deepEqual(await stored('gross'), values);
    await forum.data.db.query('update app.topics set budget = 1 where id = 1');
    assert.equal((await stored('gross'))[0], '1.19');
  });

  it('may be indexed, and is sorted by its index', async () => {
    await forum.data.edit(SYSTEM, 'add-index', { table: 'topics', fields: ['gross'] });
    const { rows } = await forum.data.db.query(`select indexdef from pg_indexes where tablename = 'topics'`);
    assert.match(rows.map((/** @type {any} */ { indexdef }) => indexdef).join('\n'), /\(gross, id\)/);
    await assert.rejects(change('gross', { stored: false }), { code: 'INPUT_INVALID' });
  });

  it('is refused where its value changes while nothing is written', async () => {
    for (const formula of ['row.due < today', 'now > row.created_at']) {
      await assert.rejects(
        addField({ name: 'late', type: 'boolean', formula, stored: true }),
        (/** @type {any} */ error) => /now or today/.test(error.details.fields.stored),
      );
    }
    await addField({ name: 'late', type: 'boolean', formula: 'row.due < today' });
    await assert.rejects(
      addField({ name: 'later', type: 'boolean', formula: '!row.late', stored: true }),
      (/** @type {any} */ error) => /now or today/.test(error.details.fields.stored),
    );
  });

  it('follows the time zone of the site', async () => {
    await addField({ name: 'made_at', type: 'date_time' });
    await addField({ name: 'made_on', type: 'date', formula: 'date(row.made_at)', stored: true });
    await forum.data.db.query("update app.topics set made_at = '2026-11-21T23:30:00Z' where id = 1");
    const before = forum.data.catalog().settings.timeZone ?? 'UTC';
    await forum.data.edit(SYSTEM, 'change-settings', { changes: { timeZone: 'Asia/Tokyo' } });
    assert.equal((await stored('made_on'))[0], '2026-11-22');
    await forum.data.edit(SYSTEM, 'change-settings', { changes: { timeZone: before } });
  });

  it('I4: takes hostile text for text', async () => {
    const texts = [
      "'; drop table app.topics; --",
      '$$',
      '$plinth$',
      '\\',
      "\\'",
      "E'\\n'",
      '%I %s',
      '😀',
      '-- x',
      '/*',
    ];
    for (const text of texts) {
      const formula = `row.title + ${JSON.stringify(text)}`;
      await addField({ name: 'hostile', type: 'text', formula, stored: true });
      await forum.data.db.query("update app.topics set title = 'alpha' where id = 1");
      assert.equal((await stored('hostile'))[0], `alpha${text}`);
      assert.deepEqual(await stored('hostile'), await read('hostile'));
      await forum.data.edit(SYSTEM, 'remove-field', { table: 'topics', field: 'hostile' });
    }
  });

  it('Z10: reveals no related rows that a reader may not see', async () => {
    const { data, ada } = forum;
    const none = { read: 'none', create: 'none', update: 'none', delete: 'none' };
    await data.edit(SYSTEM, 'set-access', { table: 'topics', access: { user: { ...none, read: 'all' } } });
    await data.edit(SYSTEM, 'set-access', { table: 'answers', access: { user: none } });
    const spec = { table: 'topics', select: [{ as: 'points', field: 'points' }], sort: [{ field: 'id' }] };
    const [{ rows }] = await data.select(ada, [{ spec, params: {} }]);
    assert.deepEqual(
      rows.map((/** @type {any} */ row) => row.points),
      [0, 0, 0],
    );
    assert.notEqual((await stored('points'))[0], 0);
    const some = { user: { ...none, read: { rule: 'row.text == "yes"' } } };
    await data.edit(SYSTEM, 'set-access', { table: 'answers', access: some });
    const [found] = await data.select(ada, [
      { spec: { ...spec, where: { field: 'points', op: 'gt', value: 0 } }, params: {} },
    ]);
    assert.equal(found.rows.length, 1);
    assert.ok(/** @type {any} */ (found.rows[0]).points < (await stored('points'))[0]);
  });
});

it('a stored formula is renewed at the start where a newer Plinth would keep it in another way', async () => {
  const database = await createTestDatabase();
  const open = () => createData({ connection: database.connection, registry: createRegistry([dataPlugin]) });
  let data = await open();
  try {
    const fields = [
      { name: 'net', type: 'decimal' },
      { name: 'gross', type: 'decimal', formula: 'addPercent(row.net, 19)', stored: true },
    ];
    await data.edit(SYSTEM, 'add-table', { name: 'bills', fields });
    await data.rows.insert(SYSTEM, 'bills', { net: '100' });
    // As if the version before had calculated otherwise.
    await data.db.query(`update plinth.stored_formulas set script = 'old'`);
    await data.db.query('alter table app.bills disable trigger user');
    await data.db.query('update app.bills set gross = 1');
    await data.db.query('alter table app.bills enable trigger user');
    await data.close();
    data = await open();
    const read = async () => (await data.db.query('select gross from app.bills')).rows[0].gross;
    assert.equal(Number(await read()), 119);
    await data.db.query('update app.bills set net = 200');
    assert.equal(Number(await read()), 238);
  } finally {
    await data.close();
    await database.close();
  }
});
