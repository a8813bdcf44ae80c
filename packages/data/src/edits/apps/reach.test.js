import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SYSTEM, VISITOR, createForum } from '../../gate/rows/testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
before(async () => {
  forum = await createForum({ history: false });
});
after(() => forum.close());

const KEYS = `export default async (input, plinth) => {
  const rows = plinth.rows(input.table);
  const tries = { list: () => rows.list(), get: () => rows.get(input.id), insert: () => rows.insert(input.values), update: () => rows.update(input.id, input.values), remove: () => rows.remove(input.id), sum: () => rows.aggregate({ count: true }) };
  const done = [];
  for (const [name, work] of Object.entries(tries)) {
    try { const found = await work(); if (found && found.length !== 0 && found.count !== 0) done.push(name); } catch {}
  }
  return done;
};`;

/** An app with a table and what runs as the system. @param {string} name @param {object} [more] @returns {any} */
const appDocument = (name, more = {}) => ({
  plinth: 1,
  app: { name, label: name },
  tables: [
    {
      name: `${name}_notes`,
      label: 'Notes',
      display: 'text',
      fields: [
        { name: 'text', label: 'Text', type: 'text' },
        { name: 'who', label: 'Who', type: 'user' },
      ],
    },
  ],
  functions: [{ name: `${name}_spy`, code: KEYS, roles: ['public'], runAs: 'system', params: [] }],
  ...more,
});
const install = (/** @type {any} */ document, /** @type {any} */ options = {}) =>
  forum.data.apps.install(SYSTEM, document, options);
const run = async (/** @type {string} */ name, /** @type {any} */ input, /** @type {any} */ actor = VISITOR) =>
  JSON.parse((await forum.data.functions.run(actor, name, input)).text);

describe('what runs as the system in an app that was installed', () => {
  it('S6: reaches the tables of its own app, and of others only those that were granted', async () => {
    const { id } = await forum.data.rows.insert(forum.ada, 'topics', { title: 'Hers' });
    await install(appDocument('guest'));
    await forum.data.rows.insert(SYSTEM, 'guest_notes', { text: 'Mine' });
    const own = { table: 'guest_notes', id: 1, values: { text: 'x' } };
    assert.deepEqual(await run('guest_spy', own), ['list', 'get', 'insert', 'update', 'sum']);
    const other = { table: 'topics', id, values: { title: 'x' } };
    for (const actor of [VISITOR, forum.ada, forum.admin, SYSTEM])
      assert.deepEqual(await run('guest_spy', other, actor), []);
    assert.deepEqual(await run('guest_spy', { table: 'users', id: forum.people.ada, values: {} }), []);
    assert.equal((await forum.data.rows.get(SYSTEM, 'topics', id)).title, 'Hers');

    const { id: noted } = await forum.data.rows.insert(SYSTEM, 'guest_notes', { text: 'Whose?' });
    const names = { table: 'guest_notes', id: noted, values: { who: forum.people.ada } };
    assert.ok((await run('guest_spy', names)).includes('update'), 'it may name people all the same');

    await forum.data.edit(SYSTEM, 'change-app', { app: 'guest', changes: { reach: ['topics', 'users'] } });
    assert.deepEqual(await run('guest_spy', other), ['list', 'get', 'insert', 'update', 'sum']);
    await assert.rejects(forum.data.rows.get(SYSTEM, 'topics', id), { code: 'ROW_NOT_FOUND' }, 'it was removed last');
    assert.deepEqual(await run('guest_spy', { table: 'users', id: forum.people.ada, values: {} }), [
      'list',
      'get',
      'sum',
    ]);
    const seesNew = async (/** @type {string} */ table) => {
      const row = await forum.data.rows.insert(forum.ada, table, { title: 'New' });
      return (await run('guest_spy', { table, id: row.id, values: {} })).includes('get');
    };
    await forum.data.edit(SYSTEM, 'change-table', { table: 'topics', changes: { name: 'subjects' } });
    assert.equal(await seesNew('subjects'), true, 'a rename takes nothing away');
    await forum.data.edit(SYSTEM, 'change-table', { table: 'subjects', changes: { name: 'topics' } });
    await forum.data.edit(SYSTEM, 'change-app', { app: 'guest', changes: { reach: [] } });
    assert.equal(await seesNew('topics'), false);
    await forum.data.edit(SYSTEM, 'change-app', { app: 'guest', changes: { reach: 'all', name: 'lodger' } });
    assert.equal(await seesNew('topics'), true);
    const { apps, functions } = forum.data.catalog();
    assert.deepEqual(
      [
        apps.find((/** @type {any} */ { name }) => name === 'lodger')?.reach,
        functions.find((/** @type {any} */ { name }) => name === 'guest_spy')?.app,
      ],
      [null, 'lodger'],
    );
    await forum.data.edit(SYSTEM, 'remove-app', { app: 'lodger' });
  });

  it('S6: is so for triggers, planned ones, workflows and the functions that they call', async () => {
    const steps = (/** @type {string} */ table) => [
      {
        do: {
          action: 'insert_row',
          config: { table, values: [{ field: 'title', source: 'expression', expression: '"by system"' }] },
        },
      },
    ];
    const to = (/** @type {string} */ name) => ({
      do: { action: 'run_function', config: { function: name, input: [] } },
    });
    await forum.data.edit(SYSTEM, 'add-function', {
      function: {
        name: 'of_site',
        code: 'export default async (i, plinth) => (await plinth.rows("topics").list()).length',
        roles: [],
        runAs: 'system',
      },
    });
    const trigger = { table: 'guest_notes', events: ['insert'], as: 'system' };
    await install(
      appDocument('guest', {
        triggers: [
          { name: 'writes', label: 'Writes', ...trigger, steps: steps('topics') },
          { name: 'calls', label: 'Calls', ...trigger, steps: [to('of_site')] },
          {
            name: 'starts',
            label: 'Starts',
            ...trigger,
            steps: [{ do: { action: 'start_workflow', config: { workflow: 'guest_flow', row: '', inputs: [] } } }],
          },
          {
            name: 'watches',
            label: 'Watches',
            table: 'topics',
            events: ['insert'],
            as: 'system',
            steps: [
              {
                do: {
                  action: 'insert_row',
                  config: {
                    table: 'guest_notes',
                    values: [{ field: 'text', source: 'expression', expression: 'row.title' }],
                  },
                },
              },
            ],
          },
        ],
        workflows: [
          {
            name: 'guest_flow',
            label: 'Flow',
            table: null,
            as: 'system',
            steps: [{ id: 'a', kind: 'action', ...steps('topics')[0] }],
          },
        ],
      }),
    );
    const states = async () => {
      await forum.data.automation.drain();
      await forum.data.workflows.runner.drain();
      const { triggers } = forum.data.catalog();
      const found = await Promise.all(
        triggers.map(async (/** @type {any} */ { id, name }) => {
          const { runs } = await forum.data.runs.list(forum.admin, { of: id });
          return runs.map((/** @type {any} */ { state, error }) => [name, state, error?.code, error?.message]);
        }),
      );
      const { runs: flows } = await forum.data.runs.list(forum.admin, { kind: 'workflow' });
      return [
        ...found.flat(),
        ...flows.map((/** @type {any} */ { state, error }) => ['flow', state, error?.code, error?.message]),
      ];
    };
    await forum.data.rows.insert(SYSTEM, 'guest_notes', { text: 'go' });
    await forum.data.rows.insert(forum.ada, 'topics', { title: 'Hers alone' });
    const table = 'The app "guest" may not reach the table "topics" as the system';
    assert.deepEqual(await states(), [
      ['writes', 'failed', 'APP_OUT_OF_REACH', table],
      ['calls', 'failed', 'FUNCTION_NOT_FOUND', 'There is no function "of_site"'],
      ['starts', 'done', undefined, undefined],
      ['watches', 'failed', 'APP_OUT_OF_REACH', table],
      ['flow', 'failed', 'APP_OUT_OF_REACH', table],
    ]);
    const { rows } = await forum.data.db.query("select title from app.topics where title = 'by system'");
    assert.deepEqual(rows, []);
    const notes = await forum.data.db.query('select text from app.guest_notes order by id');
    assert.deepEqual(
      notes.rows.map((/** @type {any} */ { text }) => text),
      ['go'],
    );
    await forum.data.edit(SYSTEM, 'remove-app', { app: 'guest' });
  });
});

describe('a workflow of an app that was installed', () => {
  const action = (/** @type {string} */ name, /** @type {object} */ config) => ({
    id: 'a',
    kind: 'action',
    do: { action: name, config },
  });
  const values = [{ field: 'title', source: 'expression', expression: '"by system"' }];
  const flow = (
    /** @type {string} */ name,
    /** @type {object[]} */ steps,
    table = /** @type {string | null} */ (null),
  ) => ({
    name,
    label: name,
    table,
    as: 'system',
    steps,
  });
  const workflows = [
    flow('several', [action('update_rows', { table: 'topics', where: null, limit: 10, values })]),
    flow('removes', [action('delete_rows', { table: 'topics', where: null, limit: 10 })]),
    flow('loops', [{ id: 'e', kind: 'each', table: 'topics', steps: [] }]),
    flow(
      'decides',
      [
        { id: 'w', kind: 'wait', for: 'time', minutes: 5 },
        { id: 'b', kind: 'branch', branches: [{ when: 'row.title == "Hers"', steps: [] }], otherwise: [] },
      ],
      'topics',
    ),
  ];
  after(() => forum.data.edit(SYSTEM, 'remove-app', { app: 'guest' }));

  it('S6: fails on tables out of reach instead of finding no rows there', async () => {
    const { id } = await forum.data.rows.insert(forum.ada, 'topics', { title: 'Hers' });
    await install(appDocument('guest', { workflows }), { reach: ['topics'] });
    const started = await forum.data.workflows.start(SYSTEM, { workflow: 'decides', row: id });
    await forum.data.workflows.runner.drain();
    await forum.data.edit(SYSTEM, 'change-app', { app: 'guest', changes: { reach: [] } });
    const runs = [started];
    for (const workflow of ['several', 'removes', 'loops'])
      runs.push(await forum.data.workflows.start(SYSTEM, { workflow }));
    await forum.data.db.query("update plinth.workflow_tokens set due_at = now() - interval '1 minute'");
    await forum.data.workflows.runner.drain();
    const { runs: all } = await forum.data.runs.list(forum.admin, { kind: 'workflow' });
    const ended = runs.map((one) => all.find((/** @type {any} */ run) => run.id === one));
    assert.deepEqual(
      ended.map((/** @type {any} */ { state, error }) => [state, error?.code]),
      runs.map(() => ['failed', 'APP_OUT_OF_REACH']),
    );
    assert.equal((await forum.data.rows.get(SYSTEM, 'topics', id)).title, 'Hers');
  });
});

describe('what waits of an app that was removed', () => {
  it('S6: goes on without any right of the system', async () => {
    const insert = {
      action: 'insert_row',
      config: { table: 'topics', values: [{ field: 'title', source: 'expression', expression: '"from beyond"' }] },
    };
    const steps = [
      { id: 'w', kind: 'wait', for: 'time', minutes: 5 },
      { id: 'a', kind: 'action', do: insert },
    ];
    const workflows = [{ name: 'ghost_flow', label: 'Flow', table: null, as: 'system', steps }];
    await install(appDocument('ghost', { workflows }));
    await forum.data.workflows.start(SYSTEM, { workflow: 'ghost_flow' });
    await forum.data.workflows.runner.drain();
    await forum.data.edit(SYSTEM, 'remove-app', { app: 'ghost' });
    await forum.data.db.query("update plinth.workflow_tokens set due_at = now() - interval '1 minute'");
    await forum.data.workflows.runner.drain();
    const { rows } = await forum.data.db.query("select title from app.topics where title = 'from beyond'");
    assert.deepEqual(rows, []);
  });
});

const EVERYTHING = { read: 'all', create: 'all', update: 'all', delete: 'all' };

/** An app whose table points at another app's. @param {object} [table] @param {object[]} [fields] @param {object} [more] @returns {any} */
const peeking = (table = {}, fields = [], more = {}) => ({
  plinth: 1,
  app: { name: 'peek', label: 'Peek' },
  tables: [
    {
      name: 'peeks',
      label: 'Peeks',
      display: 'got',
      access: { public: EVERYTHING },
      fields: [
        { name: 'topic', label: 'Topic', type: 'relation', attributes: { table: 'topics' } },
        { name: 'got', label: 'Got', type: 'text' },
        ...fields,
      ],
      ...table,
    },
  ],
  ...more,
});

describe('what the database evaluates for an app that was installed', () => {
  /** @type {any} */
  let topic;
  before(async () => {
    topic = await forum.data.rows.insert(forum.ada, 'topics', { title: 'Hidden', priority: 8 });
  });
  /** Installs an app with a row that points at the topic, and looks before and after the grant. @param {any} document @param {() => Promise<unknown>} look */
  async function around(document, look) {
    await install({ ...document, rows: { peeks: [{ id: 1, topic: topic.id }] } });
    try {
      const own = await look();
      await forum.data.edit(SYSTEM, 'change-app', { app: 'peek', changes: { reach: ['topics'] } });
      const granted = await look();
      await forum.data.edit(SYSTEM, 'change-app', { app: 'peek', changes: { reach: [] } });
      return [own, granted, await look()];
    } finally {
      await forum.data.edit(SYSTEM, 'remove-app', { app: 'peek' });
    }
  }
  let turn = 0;
  const touched = async () =>
    (await forum.data.rows.update(VISITOR, 'peeks', 1, { got: `touched ${(turn += 1)}` })).got.replace(/ \d+$/, '');
  const beforeSaving = (/** @type {string} */ table, /** @type {object} */ step) => ({
    triggers: [
      { name: 'first', label: 'First', table, events: ['insert', 'update'], timing: 'before', before: [step] },
    ],
  });

  it('S6: sets fields before saving from no table out of reach, and rules see none', async () => {
    const set = beforeSaving('peeks', { kind: 'set', field: 'got', value: 'row.topic.title' });
    assert.deepEqual(await around(peeking({}, [], set), () => touched().catch(() => 'nothing')), [
      'nothing',
      'Hidden',
      'nothing',
    ]);
    const seen = async () => {
      const spec = { table: 'peeks', select: [{ as: 'id', field: 'id' }], limit: 5 };
      const [{ rows }] = await forum.data.select(VISITOR, [{ spec, params: {} }]);
      return rows.length;
    };
    const access = { public: { ...EVERYTHING, read: { rule: 'row.topic.priority > 5' } } };
    assert.deepEqual(await around(peeking({ access }), seen), [0, 1, 0]);
    const rule = { kind: 'rule', rule: 'row.got == null || row.topic.priority > 5', fields: ['got'], message: 'No' };
    const isValid = () =>
      touched().then(
        () => true,
        () => false,
      );
    assert.deepEqual(await around(peeking({ constraints: [rule] }), isValid), [false, true, false]);
  });

  it('S6: changes and refuses no rows of tables out of reach', async () => {
    const save = async () => {
      await forum.data.rows.update(SYSTEM, 'topics', topic.id, { priority: 8 });
      const body = `b${(turn += 1)}`;
      return (await forum.data.rows.update(forum.ada, 'topics', topic.id, { body })).priority;
    };
    const set = beforeSaving('topics', { kind: 'set', field: 'priority', value: '1' });
    assert.deepEqual(await around(peeking({}, [], set), save), [8, 1, 8]);
    const refuse = beforeSaving('topics', { kind: 'refuse', message: 'Locked' });
    const asked = () => save().catch(({ code }) => code);
    assert.deepEqual(await around(peeking({}, [], refuse), asked), [8, 'ROW_REFUSED', 8]);
  });

  it('S6: stores no formulas over tables out of reach, nor gives them to its functions', async () => {
    const formula = { type: 'integer', auto: 'formula', formula: 'row.topic.priority' };
    const fields = [
      { name: 'live', label: 'Live', ...formula },
      { name: 'kept', label: 'Kept', ...formula, stored: true },
      { name: 'told', label: 'Told', type: 'text', auto: 'function', function: 'look' },
    ];
    const look = {
      name: 'look',
      runAs: 'system',
      roles: [],
      code: 'export default ({ old }) => (old ? `${old.live} ${old.kept}` : "")',
    };
    const told = async () => {
      await touched();
      const { rows } = await forum.data.db.query('select told, kept from app.peeks');
      return rows;
    };
    assert.deepEqual((await around(peeking({}, fields, { functions: [look] }), told)).flat(), [
      { told: 'null null', kept: null },
      { told: '8 8', kept: 8 },
      { told: 'null null', kept: null },
    ]);
  });
});
