import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase } from '../../testing/index.js';
import { SYSTEM, createForum } from '../../gate/rows/testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
const edit = (/** @type {string} */ name, /** @type {any} */ input) => forum.data.edit(SYSTEM, name, input);
before(async () => {
  await (await createTestDatabase({ reader: true })).close();
  forum = await createForum({ history: false });
  await edit('add-field', { table: 'topics', field: { name: 'helper', type: 'user' } });
  await edit('add-field', { table: 'topics', field: { name: 'paper', type: 'file' } });
  await edit('add-role', { role: { name: 'helpers', label: 'Helpers' } });
  await edit('add-role', { role: { name: 'seniors', label: 'Seniors', inherits: 'helpers' } });
  const id = (/** @type {string} */ name) => forum.data.catalog().roles.find((role) => role.name === name)?.id;
  for (const [person, role] of [
    ['ada', 'helpers'],
    ['ben', 'seniors'],
    ['cyd', 'helpers'],
  ])
    await forum.data.db.query({
      text: 'insert into plinth.user_roles (user_id, role_id) values ($1, $2)',
      values: [forum.people[person], id(role)],
    });
});
after(() => forum.close());

/** @param {string} action @param {any} config @param {any} id @param {any} [actor] */
const run = (action, config, id, actor = forum.staff) =>
  forum.data.actions.run(actor, { action, config, table: 'topics', id });
const topic = (values = {}, actor = forum.ada) => forum.data.rows.insert(actor, 'topics', { title: 't', ...values });
const reply = (/** @type {any} */ topicId, /** @type {string} */ text) =>
  forum.data.rows.insert(forum.staff, 'replies', { text, topic: topicId, score: 1 });
const get = (/** @type {any} */ id) => forum.data.rows.get(forum.staff, 'topics', id);
/** @param {any} id */
async function repliesOf(id) {
  const { rows } = await forum.data.db.query({
    text: 'select text from app.replies where topic = $1 order by id',
    values: [id],
  });
  return rows.map((/** @type {any} */ { text }) => text);
}
const people = () => ['ada', 'ben', 'cyd'].map((name) => forum.people[name]).sort();

describe('duplicating a row', () => {
  it('copies child rows along, which point to the copy', async () => {
    const { id } = await topic({ title: 'First', priority: 3 });
    await reply(id, 'a');
    await reply(id, 'b');
    await run('duplicate_row', { children: [{ relation: 'replies.topic' }] }, id);
    const { rows } = await forum.data.db.query('select id, title, priority from app.topics order by id desc limit 1');
    assert.deepEqual([rows[0].title, rows[0].priority], ['First', 3]);
    assert.deepEqual(await repliesOf(rows[0].id), ['a', 'b']);
    assert.deepEqual(await repliesOf(id), ['a', 'b']);
  });

  it('Z1: leaves nothing behind where a child may not be created', async () => {
    const { id } = await topic({ title: 'Mine' });
    await reply(id, 'a');
    const before = await forum.data.rows.count(SYSTEM, 'topics');
    await edit('set-access', {
      table: 'replies',
      access: { ...forum.data.catalog().table('replies').access, user: { read: 'all' } },
    });
    const steps = [{ do: { action: 'duplicate_row', config: { children: [{ relation: 'replies.topic' }] } } }];
    await assert.rejects(run('run_steps', { steps }, id, forum.ada), { code: 'FORBIDDEN' });
    assert.equal(await forum.data.rows.count(SYSTEM, 'topics'), before);
  });
});

describe('copying rows to another table', () => {
  it('maps the rows that match, by expressions about each', async () => {
    const { id } = await topic({ title: 'Copied', priority: 8 });
    const values = [
      { field: 'text', source: 'expression', expression: '"From " + row.title' },
      { field: 'score', source: 'expression', expression: 'row.priority' },
    ];
    const where = { field: 'priority', op: 'eq', value: 8 };
    const config = { table: 'topics', where, to: 'replies', values };
    await forum.data.actions.run(forum.staff, { action: 'copy_rows', config });
    const { rows } = await forum.data.db.query("select score from app.replies where text = 'From Copied'");
    assert.deepEqual(rows, [{ score: 8 }]);
    const missing = { ...config, to: undefined };
    await assert.rejects(forum.data.actions.run(forum.staff, { action: 'copy_rows', config: missing }), {
      code: 'ACTION_INCOMPLETE',
    });
    assert.ok(id);
  });
});

describe('assigning to the next in turn', () => {
  const config = { field: 'helper', role: 'helpers', turn: 'test' };

  it('keeps the exact order, however many assign at once', async () => {
    const topics = await Promise.all(Array.from({ length: 30 }, () => topic()));
    await Promise.all(topics.map(({ id }) => run('assign_next', config, id)));
    const rows = await Promise.all(topics.map(({ id }) => get(id)));
    const counts = people().map((one) => rows.filter(({ helper }) => helper === one).length);
    assert.deepEqual(counts, [10, 10, 10], 'also those with a role that inherits it');
  });

  it('leaves an assigned row alone, and uses up no turn if the steps fail', async () => {
    const [first, second, third] = [await topic(), await topic(), await topic()];
    await run('assign_next', config, first.id);
    const { helper } = await get(first.id);
    await run('assign_next', config, first.id);
    assert.equal((await get(first.id)).helper, helper);
    const stop = { action: 'stop', config: { text: 'no' } };
    const steps = [{ do: { action: 'assign_next', config } }, { do: stop }];
    await assert.rejects(run('run_steps', { steps }, second.id), { code: 'ACTION_STOPPED' });
    await run('assign_next', config, third.id);
    const all = people();
    const following = all[(all.indexOf(helper) + 1) % all.length];
    assert.equal((await get(third.id)).helper, following);
  });

  it('says what is missing, and Z1: writes only what the actor may', async () => {
    const { id } = await topic({}, forum.ada);
    await edit('add-role', { role: { name: 'nobody', label: 'Nobody' } });
    await assert.rejects(run('assign_next', { ...config, role: 'nobody' }, id), { code: 'ACTION_INCOMPLETE' });
    await assert.rejects(run('assign_next', { ...config, role: 'gone' }, id), { code: 'ACTION_INCOMPLETE' });
    await assert.rejects(run('assign_next', { ...config, field: 'gone' }, id), { code: 'ACTION_INCOMPLETE' });
    await assert.rejects(run('assign_next', config, id, forum.ben), { code: 'ROW_NOT_FOUND' });
  });
});

describe('actions for the browser', () => {
  it('lead to a download, an export or a print view', async () => {
    const { id } = await topic();
    await assert.rejects(run('download_file', { field: 'paper' }, id), { code: 'ACTION_STOPPED' });
    const exported = await run('export_list', { view: 'list', format: 'csv' }, id);
    assert.equal(exported.goTo.url, '/view/list/export.csv');
    assert.equal((await run('download_pdf', { view: 'v' }, id)).goTo.url, `/view/v/export.pdf?id=${id}`);
    await assert.rejects(run('download_pdf', {}, id), { code: 'ACTION_INCOMPLETE' });
    assert.deepEqual((await run('print', { view: 'v' }, id)).goTo, { view: 'v', state: { id }, print: true });
    await assert.rejects(run('export_list', {}, id), { code: 'ACTION_INCOMPLETE' });
  });

  it('are refused in triggers, and those for triggers on buttons', async () => {
    const trigger = {
      label: 'x',
      table: 'topics',
      events: ['insert'],
      steps: [{ do: { action: 'print', config: {} } }],
    };
    await assert.rejects(edit('add-trigger', { trigger }), (/** @type {any} */ error) => {
      assert.match(error.details.fields['steps.0.do'], /needs a browser/);
      return true;
    });
    const { id } = await topic();
    await assert.rejects(run('wait', { minutes: 1 }, id), { code: 'ACTION_INCOMPLETE' });
    const steps = [{ do: { action: 'wait', config: { minutes: 1 } } }];
    await assert.rejects(run('run_steps', { steps }, id), { code: 'ACTION_INCOMPLETE' });
  });
});

describe('waiting in a trigger', () => {
  const insert = (/** @type {string} */ text) => ({
    do: {
      action: 'insert_row',
      config: { table: 'replies', relation: 'topic', values: [{ field: 'text', value: text }] },
    },
  });

  it('saves the earlier steps, writes to the log, and continues later', async () => {
    const wait = { do: { action: 'wait', config: { until: 'minutes', minutes: 30 } } };
    const log = { do: { action: 'log', config: { text: 'Now {{ row.title }}' } } };
    const steps = [insert('before'), wait, log, insert('after')];
    await edit('add-trigger', {
      trigger: { label: 'Later', table: 'topics', events: ['insert'], as: 'system', steps },
    });
    const { id } = await topic({ title: 'Late' });
    await forum.data.automation.drain();
    assert.deepEqual(await repliesOf(id), ['before']);
    const due = () =>
      forum.data.db.query(
        "select extract(epoch from due_at - now())::int as s from plinth.runs where state = 'waiting'",
      );
    const [{ s }] = (await due()).rows;
    assert.ok(s > 1700 && s <= 1800, String(s));
    await forum.data.automation.drain();
    assert.deepEqual(await repliesOf(id), ['before'], 'not before its time');
    await forum.data.db.query('update plinth.runs set due_at = now()');
    await forum.data.automation.drain();
    assert.deepEqual(await repliesOf(id), ['before', 'after']);
    const { rows } = await forum.data.db.query('select steps from plinth.runs');
    assert.deepEqual(
      rows[0].steps.map((/** @type {any} */ { action, message }) => [action, message]),
      [
        ['insert_row', 'Created'],
        ['wait', undefined],
        ['log', 'Now Late'],
        ['insert_row', 'Created'],
      ],
    );
    await edit('remove-trigger', { trigger: 'later' });
  });

  it('M3: until a day waits for its midnight by the site’s clock', async () => {
    const zone = forum.data.catalog().settings.timeZone;
    await edit('change-settings', { changes: { timeZone: 'America/New_York' } });
    const wait = { do: { action: 'wait', config: { until: 'time', time: 'row.due' } } };
    const steps = [wait, insert('after')];
    await edit('add-trigger', { trigger: { label: 'Day', table: 'topics', events: ['insert'], as: 'system', steps } });
    await topic({ due: '2999-07-01' });
    await forum.data.automation.drain();
    const { rows } = await forum.data.db.query("select due_at from plinth.runs where due_at > '2900-01-01'");
    assert.deepEqual(
      rows.map((/** @type {any} */ one) => new Date(one.due_at).toISOString()),
      ['2999-07-01T04:00:00.000Z'],
    );
    await edit('remove-trigger', { trigger: 'day' });
    await edit('change-settings', { changes: { timeZone: zone } });
  });

  it('until a time in the past continues at once', async () => {
    const wait = { do: { action: 'wait', config: { until: 'time', time: 'row.created_at' } } };
    const steps = [wait, insert('after')];
    await edit('add-trigger', { trigger: { label: 'Now', table: 'topics', events: ['insert'], as: 'system', steps } });
    const { id } = await topic();
    await forum.data.automation.drain();
    assert.deepEqual(await repliesOf(id), ['after']);
  });
});

describe('reading with SQL', () => {
  const sql = 'select max(priority) + :more as top, count(*) as n from topics where title = :title';
  const values = [
    { name: 'title', value: 'row.title' },
    { name: 'more', value: 'row.priority', type: 'number' },
  ];
  const config = { sql, values, fields: [{ field: 'priority', path: 'top' }], show: 'n' };

  it('stores its result in fields, sees the changes of earlier steps, and shows a column', async () => {
    const { id } = await topic({ title: 'Counted', priority: 3 });
    const steps = [
      { do: { action: 'update_row', config: { values: [{ field: 'priority', source: 'value', value: '4' }] } } },
      { do: { action: 'run_sql', config } },
      { do: { action: 'show_message', config: { text: 'Now {{ row.priority }}' } }, when: 'row.priority == 8' },
    ];
    assert.equal((await run('run_steps', { steps }, id)).message, 'Now 8');
    assert.equal((await get(id)).priority, 8);
    assert.equal((await run('run_sql', { ...config, fields: [], show: '@count' }, id)).message, '1');
    await assert.rejects(run('run_sql', { ...config, fields: [], show: 'gone' }, id), { code: 'SQL_INVALID' });
  });

  it('Z4: writes the result only into fields that the actor may write', async () => {
    const { id } = await topic({ title: 'Of ada' }, forum.ada);
    await assert.rejects(run('run_sql', config, id, forum.ben), { code: 'ROW_NOT_FOUND' });
  });

  it('I5: is written by admins only', async () => {
    const trigger = {
      label: 'Counts',
      table: 'topics',
      source: 'rows',
      events: ['insert'],
      as: 'system',
      user: null,
      steps: [{ do: { action: 'run_sql', config }, when: 'row.title == "By trigger"' }],
    };
    await assert.rejects(forum.data.edit(forum.staff, 'add-trigger', { trigger }), { code: 'FORBIDDEN' });
    await edit('add-trigger', { trigger });
  });
});
