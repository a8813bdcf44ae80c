import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SYSTEM, VISITOR, createForum } from '../../gate/rows/testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
before(async () => {
  forum = await createForum({ history: false });
});
after(() => forum.close());

/** @param {any[]} steps @param {any} id @param {any} [actor] */
const run = (steps, id, actor = forum.ada) =>
  forum.data.actions.run(actor, { action: 'run_steps', config: { steps }, table: 'topics', id });
const topic = (values = {}) => forum.data.rows.insert(forum.ada, 'topics', { title: 't', ...values });
const get = (/** @type {any} */ id) => forum.data.rows.get(forum.staff, 'topics', id);
/** @param {string} table @param {any} [where] */
const count = (table, where) => forum.data.rows.count(SYSTEM, table, where);
const set = (/** @type {string} */ field, /** @type {string} */ expression) => ({
  do: { action: 'update_row', config: { values: [{ field, source: 'expression', expression }] } },
});
const fixed = (/** @type {string} */ field, /** @type {any} */ value) => ({
  do: { action: 'update_row', config: { values: [{ field, value }] } },
});

describe('several actions in a row', () => {
  it('run in order, each sees what those before it did', async () => {
    const { id } = await topic({ priority: 2 });
    const result = await run(
      [
        set('priority', 'row.priority + 1'),
        set('body', '"priority " + string(row.priority)'),
        { do: { action: 'show_message', config: { text: 'Now {{ row.priority }}' } } },
      ],
      id,
    );
    const row = await get(id);
    assert.deepEqual([row.priority, row.body, result.message], [3, 'priority 3', 'Now 3']);
  });

  it('run only where their condition holds', async () => {
    const { id } = await topic({ priority: 2 });
    const steps = [
      { ...fixed('body', 'high'), when: 'row.priority > 5' },
      { ...fixed('body', 'mine'), when: 'row.author == user && row.priority < 5' },
      { ...fixed('done', 'true'), when: 'row.due < today' },
    ];
    await run(steps, id);
    const row = await get(id);
    assert.deepEqual([row.body, row.done], ['mine', false]);
  });

  it('leave nothing behind when one of them fails', async () => {
    const { id } = await topic({ priority: 2 });
    const before = await count('replies');
    const insert = {
      do: {
        action: 'insert_row',
        config: { table: 'replies', relation: 'topic', values: [{ field: 'text', value: 'x' }] },
      },
    };
    const steps = [fixed('body', 'gone'), insert, fixed('priority', '12')];
    await assert.rejects(run(steps, id), (/** @type {any} */ error) => {
      assert.equal(error.code, 'INPUT_INVALID');
      assert.equal(error.details.step, 3);
      assert.deepEqual(Object.keys(error.details.fields), ['priority']);
      return true;
    });
    assert.deepEqual([(await get(id)).body, await count('replies')], [null, before]);
  });

  it('stop with a message, beside a field if wanted', async () => {
    const { id } = await topic({ title: 'empty' });
    const stop = { action: 'stop', config: { text: 'Describe {{ row.title }} first' } };
    await assert.rejects(run([fixed('done', 'true'), { when: 'row.body == null', do: stop }], id), {
      code: 'ACTION_STOPPED',
      message: 'Describe empty first',
    });
    const beside = { action: 'stop', config: { text: 'Fill this in', field: 'body' } };
    await assert.rejects(run([{ do: beside }], id), (/** @type {any} */ error) => {
      assert.deepEqual(error.details.fields, { body: 'Fill this in' });
      return true;
    });
    assert.equal((await get(id)).done, false);
    await run([{ when: 'row.title != "empty"', do: stop }, fixed('done', 'true')], id);
    assert.equal((await get(id)).done, true);
  });

  it('insert into another table by expressions over the row', async () => {
    const { id } = await topic({ title: 'Parent', priority: 4 });
    const values = [
      { field: 'text', source: 'expression', expression: '"About " + row.title' },
      { field: 'score', source: 'expression', expression: 'row.priority * 2' },
    ];
    await run([{ do: { action: 'insert_row', config: { table: 'replies', relation: 'topic', values } } }], id);
    const [{ rows }] = await forum.data.select(SYSTEM, [
      {
        spec: {
          table: 'replies',
          where: { field: 'topic', op: 'eq', value: id },
          select: ['text', 'score'].map((field) => ({ as: field, field })),
        },
        params: {},
      },
    ]);
    assert.deepEqual(
      rows.map(({ text, score }) => [text, score]),
      [['About Parent', 8]],
    );
  });

  it('change and delete rows by a filter, each by its own values', async () => {
    const { id } = await topic();
    for (const score of [1, 2, 3])
      await forum.data.rows.insert(forum.staff, 'replies', { text: `r${score}`, topic: id, score });
    const other = await topic();
    await forum.data.rows.insert(forum.staff, 'replies', { text: 'other', topic: other.id, score: 1 });
    const rows = { table: 'replies', relation: 'topic', where: { field: 'score', op: 'gte', value: 2 } };
    const values = [{ field: 'score', source: 'expression', expression: 'row.score * 10' }];
    await run([{ do: { action: 'update_rows', config: { ...rows, values } } }], id, forum.staff);
    const scores = async () => {
      const found = await forum.data.db.query(
        'select score from app.replies where text like $1 order by score'.replace('$1', "'r_'"),
      );
      return found.rows.map((/** @type {any} */ { score }) => score);
    };
    assert.deepEqual(await scores(), [1, 20, 30]);
    const tooMany = { action: 'delete_rows', config: { ...rows, where: undefined, limit: 2 } };
    await assert.rejects(run([{ do: tooMany }], id, forum.staff), { code: 'ACTION_TOO_MANY_ROWS' });
    assert.equal((await scores()).length, 3);
    await run([{ do: { action: 'delete_rows', config: rows } }], id, forum.staff);
    assert.deepEqual(await scores(), [1]);
    assert.equal(await count('replies', { field: 'text', op: 'eq', value: 'other' }), 1);
  });

  it('notify people in the same transaction', async () => {
    const { id } = await topic({ title: 'Bell' });
    const told = () =>
      forum.data.notifications.list(forum.ada).then((/** @type {any} */ { notifications }) => notifications);
    const notice = { do: { action: 'notify', config: { field: 'author', text: 'Look at {{ row.title }}' } } };
    await assert.rejects(run([notice, { do: { action: 'stop', config: { text: 'no' } } }], id, forum.staff));
    assert.deepEqual(await told(), []);
    await run([notice], id, forum.staff);
    const [{ text, row }] = await told();
    assert.deepEqual([text, row.id], ['Look at Bell', String(id)]);
  });

  it('need no row if none of them works on one', async () => {
    const message = { do: { action: 'show_message', config: { text: 'Hello {{ user.name }}' } } };
    const request = { action: 'run_steps', config: { steps: [message] } };
    assert.deepEqual(await forum.data.actions.run({ ...forum.ada, name: 'Ada' }, request), { message: 'Hello Ada' });
    const steps = [fixed('done', 'true')];
    await assert.rejects(forum.data.actions.run(forum.ada, { action: 'run_steps', config: { steps } }), {
      code: 'ACTION_NEEDS_ROW',
    });
  });

  it('name what is wrong with their settings', async () => {
    const { id } = await topic();
    await assert.rejects(run([], id), { code: 'ACTION_INCOMPLETE' });
    await assert.rejects(run([set('priority', 'row.gone + 1')], id, forum.staff), { status: 422 });
    await assert.rejects(run([fixed('gone', '1')], id), { code: 'INPUT_INVALID' });
    await assert.rejects(run([{ do: { action: 'no_such' } }], id), { code: 'DEFINITION_NOT_FOUND' });
    const nested = { do: { action: 'run_steps', config: { steps: [fixed('done', 'true')] } } };
    await assert.rejects(run([nested], id), { code: 'ACTION_INCOMPLETE' });
    assert.equal((await get(id)).done, false);
  });

  it('Z5: do nothing without the right, and reveal nothing about invisible rows', async () => {
    const { id } = await topic({ priority: 1 });
    const message = { do: { action: 'show_message', config: { text: 'seen {{ row.title }}' } } };
    for (const actor of [forum.ben, VISITOR]) {
      await assert.rejects(run([message, fixed('priority', '9')], id, actor), { code: 'ROW_NOT_FOUND', status: 404 });
      const all = { action: 'update_rows', config: { table: 'topics', values: [{ field: 'priority', value: '9' }] } };
      await forum.data.actions.run(actor, { action: 'run_steps', config: { steps: [{ do: all }] } }).catch(() => {});
      const secret = { action: 'insert_row', config: { table: 'secrets', values: [{ field: 'code', value: 'x' }] } };
      await assert.rejects(forum.data.actions.run(actor, { action: 'run_steps', config: { steps: [{ do: secret }] } }));
    }
    assert.equal((await get(id)).priority, 1);
    assert.equal(await count('secrets'), 0);
    const notice = {
      do: { action: 'notify', config: { recipient: 'expression', expression: `"${forum.people.ben}"`, text: 'x' } },
    };
    await run([notice], id, forum.ada);
    assert.deepEqual((await forum.data.notifications.list(forum.ben)).notifications, []);
  });
});
