import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createRegistry } from '@plinth/plugin';
import { dataPlugin } from '../../core-plugin.js';
import { createData } from '../../create-data.js';
import { SYSTEM, createForum } from '../../gate/rows/testing/forum.js';

/** @type {any} */
let forum;
/** A second process on the same database. @type {any} */
let other;
/** @type {any} */
let id;
const TIMES = 10;

before(async () => {
  forum = await createForum({ history: false });
  const { data, connection, dataDir } = forum;
  const roles = Object.fromEntries(data.catalog().roles.map((/** @type {any} */ { name, id: role }) => [name, role]));
  await data.db.query({
    text: 'insert into plinth.user_roles (user_id, role_id) values ($1, $2)',
    values: [forum.people.ada, roles.user],
  });
  for (const name of ['n', 'm'])
    await data.edit(SYSTEM, 'add-field', { table: 'topics', field: { name, type: 'integer' } });
  const code = `export default ({ id, write }, plinth) => write === 'change'
    ? plinth.rows('topics').change(id, ({ n }) => ({ n: n + 1 }))
    : plinth.rows('topics').change(id, ({ status }) => status === 'open' ? { status: 'done', effort: 60 } : null)`;
  await data.edit(SYSTEM, 'add-function', { function: { name: 'counts', code, roles: ['user'] } });
  await data.edit(SYSTEM, 'add-workflow', {
    workflow: {
      label: 'Counts',
      name: 'counts',
      table: 'topics',
      as: 'cause',
      steps: [{ id: 'a', kind: 'action', ...plusOne }],
    },
  });
  await data.edit(SYSTEM, 'add-workflow', {
    workflow: {
      label: 'Approves',
      name: 'approves',
      table: 'topics',
      as: 'cause',
      steps: [
        {
          id: 'b',
          kind: 'branch',
          branches: [
            {
              label: 'Open',
              when: 'row.status == "open"',
              steps: [
                { id: 'c', kind: 'action', ...reply },
                { id: 'd', kind: 'action', ...close },
              ],
            },
          ],
        },
      ],
    },
  });
  other = await createData({ connection, registry: createRegistry([dataPlugin]), dataDir, clock: () => new Date() });
});
after(async () => {
  await other?.close();
  await forum?.close();
});
beforeEach(async () => {
  await forum.data.db.query('delete from app.replies; delete from app.topics');
  const made = await forum.data.rows.insert(forum.ada, 'topics', {
    title: 't',
    n: 0,
    status: 'open',
    done: false,
  });
  ({ id } = made);
});

const value = (/** @type {string} */ field, /** @type {string} */ expression) => ({
  field,
  source: 'expression',
  expression,
});
const PLUS = [value('n', 'row.n + 1')];
const plusOne = { do: { action: 'update_row', config: { values: PLUS } } };
const close = { do: { action: 'update_row', config: { values: [{ field: 'status', value: 'done' }] } } };
const reply = {
  do: {
    action: 'insert_row',
    config: { table: 'replies', relation: 'topic', values: [{ field: 'text', value: 'x' }] },
  },
};
const OPEN = 'row.status == "open"';
const filter = { field: 'status', op: 'eq', value: 'open' };
const processes = () => [forum.data, other];
/** Everybody presses at the same time, half of them at each process. @param {(data: any, n: number) => Promise<any>} press */
const all = (press) => Promise.allSettled(Array.from({ length: TIMES }, (_, n) => press(processes()[n % 2], n)));
const run = (/** @type {string} */ action, /** @type {any} */ config) => (/** @type {any} */ data) =>
  data.actions.run(forum.ada, { action, config, table: 'topics', id });
const steps = (/** @type {any[]} */ ...list) => run('run_steps', { steps: list });
const get = () => forum.data.rows.get(SYSTEM, 'topics', id);
const replies = () => forum.data.rows.count(SYSTEM, 'replies');
const drain = () =>
  Promise.all(processes().map(async (data) => [await data.automation.drain(), await data.workflows.runner.drain()]));

/** Every way to write what is made from the row: after ten presses it is ten. @type {Record<string, (data: any, n: number) => Promise<any>>} */
const COUNTS = {
  'Change row': run('update_row', { values: PLUS }),
  'Change several rows': run('update_rows', { table: 'topics', where: filter, values: PLUS }),
  'several steps': steps({ ...plusOne, when: OPEN }),
  'a step after others': steps(reply, plusOne),
  'several rows among steps': steps({ do: { action: 'update_rows', config: { table: 'topics', values: PLUS } } }),
  'what SQL makes of it': run('run_sql', {
    sql: 'select n + 1 as n from topics where id = :id',
    values: [{ name: 'id', value: 'row.id', type: 'number' }],
    fields: [{ field: 'n', path: 'n' }],
  }),
  'a function': (data) => data.functions.run(forum.ada, 'counts', { id, write: 'change' }),
  'many rows at once': async (data) => {
    const { errors } = await data.rows.changeEach(forum.ada, 'topics', [id], {
      fields: ['n'],
      make: (/** @type {any} */ row) => ({ n: row.n + 1 }),
    });
    if (errors.length > 0) throw errors[0].error;
  },
};

describe('at once', () => {
  for (const [what, press] of Object.entries(COUNTS))
    it(`K11: ${what} counts every press`, async () => {
      const results = await all(press);
      for (const result of results)
        assert.equal(result.status, 'fulfilled', String(/** @type {any} */ (result).reason));
      assert.equal((await get()).n, TIMES);
    });

  it('K11: workflows count every run', async () => {
    const started = await all((data) => data.workflows.start(forum.ada, { workflow: 'counts', row: id }));
    assert.ok(started.every(({ status }) => status === 'fulfilled'));
    await drain();
    assert.equal((await get()).n, TIMES);
  });

  it('K11: triggers count every run, and those before a row is saved every write', async () => {
    const edit = (/** @type {string} */ name, /** @type {any} */ input) => forum.data.edit(SYSTEM, name, input);
    const config = { table: 'topics', values: PLUS };
    await edit('add-trigger', {
      trigger: {
        label: 'Replies',
        table: 'replies',
        events: ['insert'],
        steps: [{ do: { action: 'update_rows', config } }],
      },
    });
    await edit('add-trigger', {
      trigger: { label: 'Before', table: 'topics', timing: 'before', ...BEFORE },
    });
    const made = forum.data.catalog().triggers.slice(-2);
    try {
      await other.reload();
      await all((data) => data.rows.insert(forum.ada, 'replies', { text: 'x', topic: id }));
      await drain();
      const { n, m } = await get();
      assert.deepEqual([n, Number(m)], [TIMES, TIMES]);
    } finally {
      for (const { id: trigger } of made) await edit('remove-trigger', { trigger });
      await other.reload();
    }
  });

  it('K11: a yes/no that is switched ten times is off again, and on with one more', async () => {
    await all(run('toggle_field', { field: 'done' }));
    assert.equal((await get()).done, false);
    await steps({ do: { action: 'toggle_field', config: { field: 'done' } } })(other);
    assert.equal((await get()).done, true);
  });
});

/** Every way to do something only while the row is open. @type {Record<string, (data: any) => Promise<any>>} */
const ONCE = {
  'steps with a condition': steps({ ...reply, when: OPEN }, { ...close, when: OPEN }),
  'copies of found rows': steps(
    {
      do: {
        action: 'copy_rows',
        config: { table: 'topics', where: filter, to: 'replies', values: [value('text', 'row.title')] },
      },
    },
    {
      do: {
        action: 'update_rows',
        config: { table: 'topics', where: filter, values: [{ field: 'status', value: 'done' }] },
      },
    },
  ),
  'a step that stops': steps(
    { when: `!(${OPEN})`, do: { action: 'stop', config: { text: 'Too late' } } },
    reply,
    close,
  ),
  'a button that is shown while it is open': (data) =>
    data.actions.run(forum.ada, {
      action: 'run_steps',
      config: { steps: [reply, close] },
      table: 'topics',
      id,
      shown: async (/** @type {any} */ select) => {
        const spec = { table: 'topics', select: [], where: filter, limit: 1 };
        const [{ rows }] = await select([{ spec, params: {} }]);
        if (rows.length === 0) throw new Error('hidden');
      },
    }),
};

describe('only once', () => {
  for (const [what, press] of Object.entries(ONCE))
    it(`K11: ${what} are decided once the row is locked`, async () => {
      await all(press);
      assert.deepEqual([await replies(), (await get()).status], [1, 'done']);
    });

  it('K11: a branch of a workflow', async () => {
    await all((data) => data.workflows.start(forum.ada, { workflow: 'approves', row: id }));
    await drain();
    assert.deepEqual([await replies(), (await get()).status], [1, 'done']);
  });

  it('K11: a function that changes what is open', async () => {
    const answers = await all((data) => data.functions.run(forum.ada, 'counts', { id, write: 'close' }));
    assert.ok(answers.every(({ status }) => status === 'fulfilled'));
    assert.equal((await get()).status, 'done');
  });

  it('K11: rows that no longer match are neither changed nor deleted', async () => {
    await forum.data.rows.insert(forum.ada, 'topics', { title: 'u', status: 'open' });
    const remove = run('delete_rows', { table: 'topics', where: filter });
    const keep = run('update_rows', { table: 'topics', where: filter, values: [{ field: 'status', value: 'done' }] });
    await all((data, n) => (n < 2 ? keep(data) : remove(data)));
    const left = await forum.data.db.query('select status from app.topics');
    assert.ok(left.rows.every((/** @type {any} */ { status }) => status === 'done'));
  });

  it('K11: two presses that lock two rows in opposite order both end', async () => {
    const second = (await forum.data.rows.insert(forum.ada, 'topics', { title: 'u', n: 0 })).id;
    const both = { do: { action: 'update_rows', config: { table: 'topics', values: PLUS } } };
    const press = (/** @type {any} */ data, /** @type {any} */ row) =>
      data.actions.run(forum.ada, {
        action: 'run_steps',
        config: { steps: [plusOne, both] },
        table: 'topics',
        id: row,
      });
    const done = await Promise.all([press(forum.data, id), press(other, second), press(other, id)]);
    assert.equal(done.length, 3);
    const { rows } = await forum.data.db.query('select sum(n)::int as n from app.topics');
    assert.equal(rows[0].n, 9);
  });

  it('K11: people without the right still can’t change the row', async () => {
    const before = await get();
    const press = (/** @type {any} */ data) =>
      data.actions.run(forum.ben, { action: 'update_row', config: { values: PLUS }, table: 'topics', id });
    for (const { status } of await all(press)) assert.equal(status, 'rejected');
    assert.deepEqual(await get(), before);
    const changed = forum.data.rows.changeEach(forum.ben, 'topics', [id], {
      fields: ['n'],
      make: () => ({ n: 5 }),
    });
    assert.deepEqual(
      (await changed).errors.map((/** @type {any} */ { error }) => error.code),
      ['ROW_NOT_FOUND'],
    );
    const call = forum.data.functions.run(forum.ben, 'counts', { id, write: 'change' });
    assert.equal(JSON.parse((await call).text), null);
  });
});

const BEFORE = {
  events: ['update'],
  before: [{ kind: 'set', field: 'm', value: 'old.n + 1', when: 'row.n != old.n' }],
};
