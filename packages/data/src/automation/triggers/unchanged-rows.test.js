import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { SYSTEM, createForum } from '../../gate/rows/testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {any} */
let topic;
/** @type {string} of the trigger on any change */
let trigger;

const VALUES = Object.freeze({
  title: 'Ada',
  status: 'open',
  priority: 3,
  budget: '19.90',
  due: '2026-11-28',
  starts: '2026-11-28T10:00:00.000Z',
  done: true,
  extra: { b: 1, a: [1, 2] },
});
const query = (/** @type {string} */ text) => forum.data.db.query(text);
const update = (/** @type {any} */ values, actor = forum.ada) =>
  forum.data.rows.update(actor, 'topics', topic.id, values);

before(async () => {
  forum = await createForum();
  const tags = await Promise.all(['red', 'blue'].map((name) => forum.data.rows.insert(SYSTEM, 'tags', { name })));
  topic = await forum.data.rows.insert(forum.ada, 'topics', { ...VALUES, tags: tags.map(({ id }) => id) });
  const steps = [{ do: { action: 'log', config: { text: 'changed' } } }];
  const about = { table: 'topics', label: 'Changed', events: ['update'], as: 'system' };
  await forum.data.edit(SYSTEM, 'add-trigger', { trigger: { ...about, steps } });
  trigger = /** @type {any} */ (forum.data.catalog()).triggers.at(-1).id;
});
after(() => forum?.close());

/** What an update left: runs that it started, entries of the history, writes of the table and the row's version. */
async function left() {
  const { rows } = await query(`
    select (select count(*)::int from plinth.runs where object_id = '${trigger}') as runs,
           (select count(*)::int from plinth.row_history where operation = 'update') as entries,
           (select xmin::text from app.topics where id = '${topic.id}') as write,
           (select updated_at::text || coalesce(updated_by::text, '') from app.topics where id = '${topic.id}') as version`);
  return rows[0];
}

it('an update with equal values writes nothing and starts nothing', async () => {
  const before = await left();
  const same = await update(VALUES, forum.admin);
  assert.equal(same.title, 'Ada');
  assert.deepEqual(same.updated_at, topic.updated_at, 'the row that it answers with has its version');
  for (const [name, value] of Object.entries(VALUES)) await update({ [name]: value }, forum.admin);
  await update({ tags: [...topic.tags].toReversed() }, forum.admin);
  await update({});
  await forum.data.rows.updateMany(forum.ada, 'topics', [topic.id], VALUES);
  assert.deepEqual(await left(), before);
});

it('a nightly upsert of 10,000 rows starts a run only for the one that changed', async () => {
  const { runs } = await left();
  await query(`insert into app.topics (title, priority) select 'night ' || n, 1 from generate_series(1, 10000) n`);
  const { rows } = await query(`select id from app.topics where title like 'night %' order by id`);
  const outcomes = rows.map(({ id }, /** @type {number} */ i) =>
    forum.data.rows.update(SYSTEM, 'topics', id, { title: `night ${i + 1}`, priority: i === 77 ? 2 : 1 }),
  );
  await Promise.all(outcomes);
  assert.equal((await left()).runs, runs + 1);
  await query(`delete from app.topics where title like 'night %'`);
});

it('SQL that sets a column to itself starts nothing either', async () => {
  const { runs } = await left();
  await query('update app.topics set title = title, priority = priority');
  assert.equal((await left()).runs, runs);
  await query(`update app.topics set priority = priority + 1 where id = '${topic.id}'`);
  assert.equal((await left()).runs, runs + 1);
});

it('any other value is a change, also only of links, of capitals or of an emptied field', async () => {
  for (const values of [
    { title: 'ada' },
    { tags: [topic.tags[0]] },
    { tags: [] },
    { body: '' },
    { body: 'x' },
    { body: null },
  ]) {
    const before = await left();
    const was = (await query(`select body from app.topics where id = '${topic.id}'`)).rows[0].body;
    await update(values);
    const { runs, version } = await left();
    const isChange = !('body' in values) || (values.body || null) !== was;
    assert.equal(runs, before.runs + (isChange ? 1 : 0), JSON.stringify(values));
    assert.equal(version !== before.version, isChange, JSON.stringify(values));
  }
});

it('it reveals nothing that people may not see or change', async () => {
  const { id } = await forum.data.rows.insert(forum.ada, 'topics', { title: 'hers' });
  const [guest] = [{ userId: null, roles: ['public'], system: false }];
  await assert.rejects(forum.data.rows.update(/** @type {any} */ (guest), 'topics', id, { title: 'hers' }));
  await assert.rejects(update({ title: 'x'.repeat(81) }), { code: 'INPUT_INVALID' });
  const version = { expect: { updated_at: '2000-01-01T00:00:00.000Z' } };
  await assert.rejects(forum.data.rows.update(forum.ada, 'topics', id, { title: 'hers' }, version), {
    code: 'ROW_CONFLICT',
  });
});

it('triggers before saving don’t run for an unchanged row', async () => {
  const step = { kind: 'set', field: 'priority', value: 'row.priority + 1', when: '' };
  const about = { table: 'topics', label: 'Count', events: ['update'], timing: 'before', as: 'system' };
  await forum.data.edit(SYSTEM, 'add-trigger', { trigger: { ...about, steps: [], before: [step] } });
  const priority = async () =>
    (await query(`select priority from app.topics where id = '${topic.id}'`)).rows[0].priority;
  await update({ priority: 1 });
  const was = await priority();
  await update({ title: 'ada' });
  await query('update app.topics set title = title');
  assert.equal(await priority(), was);
  await update({ title: 'Ada' });
  assert.equal(await priority(), was + 1);
});
