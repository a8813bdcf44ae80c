import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SYSTEM, createForum } from '../../gate/rows/testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
before(async () => {
  forum = await createForum({ history: false });
  // Triggers look up the roles of people by their id.
  const { rows } = await forum.data.db.query("select id, name from plinth.objects where kind = 'role'");
  const role = (/** @type {string} */ name) => rows.find((/** @type {any} */ one) => one.name === name)?.id;
  for (const [person, name] of [
    ['ada', 'user'],
    ['ben', 'user'],
    ['cyd', 'admin'],
  ])
    if (role(name))
      await forum.data.db.query({
        text: 'insert into plinth.user_roles (user_id, role_id) values ($1, $2)',
        values: [forum.people[person], role(name)],
      });
});
after(() => forum.close());

const edit = (/** @type {string} */ name, /** @type {any} */ input) => forum.data.edit(SYSTEM, name, input);
const drain = () => forum.data.automation.drain();
const set = (/** @type {string} */ field, /** @type {string} */ expression) => ({
  do: { action: 'update_row', config: { values: [{ field, source: 'expression', expression }] } },
});
const reply = (/** @type {string} */ expression) => ({
  do: {
    action: 'insert_row',
    config: { table: 'replies', values: [{ field: 'text', source: 'expression', expression }] },
  },
});
const texts = async () => {
  const { rows } = await forum.data.db.query('select text from app.replies order by id');
  return rows.map((/** @type {any} */ { text }) => text);
};
const topic = (values = {}, actor = forum.ada) => forum.data.rows.insert(actor, 'topics', { title: 't', ...values });
const get = (/** @type {any} */ id) => forum.data.rows.get(SYSTEM, 'topics', id);

/** Runs a test with a trigger, which is removed afterwards. @param {any} trigger @param {(id: string) => Promise<void>} work */
async function withTrigger(trigger, work) {
  const label = trigger.label ?? 'Test';
  await edit('add-trigger', { trigger: { label, table: 'topics', steps: [reply('"x"')], ...trigger } });
  const { id } = /** @type {any} */ (forum.data.catalog()).triggers.at(-1);
  await forum.data.db.query('delete from app.replies');
  try {
    await work(id);
  } finally {
    await edit('remove-trigger', { trigger: id });
    await drain();
    await forum.data.db.query('delete from plinth.runs');
  }
}
const runsOf = async (/** @type {string} */ trigger) => (await forum.data.runs.list(forum.admin, { of: trigger })).runs;

describe('triggers', () => {
  it('run when a row is created, changed or deleted, with its values before', async () => {
    const steps = [{ ...reply('old.title + " is gone"'), when: 'old.title != null' }, reply('row.title')];
    await withTrigger({ events: ['insert', 'delete'], as: 'system', steps }, async () => {
      const { id } = await topic({ title: 'one' });
      await forum.data.rows.update(forum.ada, 'topics', id, { title: 'two' });
      await drain();
      assert.deepEqual(await texts(), ['one'.replace('one', 'two')]);
      await forum.data.rows.remove(forum.ada, 'topics', id);
      await drain();
      assert.deepEqual(await texts(), ['two', 'two is gone', 'two']);
    });
  });

  it('Y1: run another person’s before all those that one person has started', async () => {
    await withTrigger({ events: ['insert'], as: 'system', steps: [reply('row.title')] }, async (id) => {
      const { id: row } = await topic();
      await drain();
      const start = (/** @type {string} */ person, /** @type {number} */ count) =>
        forum.data.db.query({
          text: `insert into plinth.runs (object_id, event, row_key, caused_by)
                 select $1, 'insert', $2, $3 from generate_series(1, $4)`,
          values: [id, String(row), forum.people[person], count],
        });
      await start('ada', 600);
      await start('ben', 1);
      await drain();
      const { rows } = await forum.data.db.query({
        text: `select count(*) filter (where r.done_at <= b.done_at)::int as before, count(*)::int as all
                 from plinth.runs r, (select done_at from plinth.runs where caused_by = $2) b
                where r.object_id = $1 and r.caused_by = $3`,
        values: [id, forum.people.ben, forum.people.ada],
      });
      assert.ok(rows[0].all >= 600);
      // Those of the first claims of each of three that run at the same time, and of their next ones.
      assert.ok(rows[0].before <= 350, `${rows[0].before} of ${rows[0].all} ran before`);
    });
  });

  it('see which fields changed, from what to what', async () => {
    const steps = [reply('old.status + " to " + row.status')];
    const only = { events: ['update'], fields: ['status'], from: 'open', to: 'done', as: 'system', steps };
    await withTrigger(only, async (id) => {
      const made = await topic({ status: 'open' });
      const update = (/** @type {any} */ values) => forum.data.rows.update(forum.ada, 'topics', made.id, values);
      await update({ title: 'other' });
      await update({ status: 'done' });
      await drain();
      assert.deepEqual(await texts(), ['open to done']);
      await update({ status: 'open' });
      await drain();
      assert.equal((await texts()).length, 1);
      assert.equal((await runsOf(id)).length, 1, 'other changes start nothing');
    });
  });

  it('are refused if an expression uses related rows beside old', async () => {
    const refused = async (/** @type {any} */ trigger, /** @type {string[]} */ at) =>
      assert.rejects(
        edit('add-trigger', { trigger: { label: 'T', table: 'topics', events: ['update'], ...trigger } }),
        (/** @type {any} */ { code, details }) => {
          assert.equal(code, 'INPUT_INVALID');
          assert.deepEqual(Object.keys(details.fields), at);
          return true;
        },
      );
    const steps = [reply('"x"')];
    await refused({ when: 'old.author.name != null', steps }, ['when']);
    await refused({ when: 'old.status != row.status && row.replies.size() > 1', steps }, ['when']);
    const text = '{{ old.title }} {{ old.author.name }}';
    await refused({ steps: [{ ...reply('old.author.name'), when: 'old.author.name == null' }] }, [
      'steps.0.do.config.values.0.expression',
      'steps.0.when',
    ]);
    await refused({ steps: [{ do: { action: 'stop', config: { text } } }] }, ['steps.0.do.config.text']);
    await withTrigger(
      { events: ['update'], when: 'old.status != row.status && row.author == old.author' },
      async () => {},
    );
    await withTrigger({ events: ['update'], when: 'row.author.name != null' }, async () => {});
  });

  it('keep a condition over old and new values, and exact numbers', async () => {
    const when = 'row.budget > old.budget + 0.01';
    await withTrigger({ events: ['update'], when, as: 'system' }, async () => {
      const { id } = await topic({ budget: '12345678901234.56' });
      await forum.data.rows.update(forum.ada, 'topics', id, { budget: '12345678901234.57' });
      await drain();
      assert.deepEqual(await texts(), []);
      await forum.data.rows.update(forum.ada, 'topics', id, { budget: '12345678901234.59' });
      await drain();
      assert.deepEqual(await texts(), ['x']);
    });
  });

  it('see rows changed by SQL, and run once for each', async () => {
    await withTrigger({ events: ['insert'], as: 'system', steps: [reply('row.title')] }, async () => {
      await forum.data.db.query("insert into app.topics (title) select 'sql ' || n from generate_series(1, 30) n");
      await Promise.all([drain(), drain(), drain()]);
      const expected = Array.from({ length: 30 }, (_, i) => `sql ${i + 1}`);
      assert.deepEqual((await texts()).toSorted(), expected.toSorted());
    });
  });

  it('know who changed a row whose stored formula follows', async () => {
    await edit('add-field', {
      table: 'topics',
      field: { name: 'answers', type: 'integer', formula: 'row.replies.size()', stored: true },
    });
    try {
      await withTrigger({ events: ['update'], fields: ['answers'], steps: [set('body', '"answered"')] }, async (id) => {
        const { id: topicId } = await topic();
        await forum.data.rows.insert(forum.ada, 'replies', { text: 'yes', topic: topicId });
        await drain();
        const [{ state, by }] = await runsOf(id);
        assert.deepEqual([state, by?.id], ['done', forum.people.ada]);
        assert.equal((await get(topicId)).body, 'answered');
      });
    } finally {
      await edit('remove-field', { table: 'topics', field: 'answers' });
    }
  });

  it('are not started by a change that is rolled back', async () => {
    await withTrigger({ events: ['insert'] }, async (id) => {
      await assert.rejects(
        forum.data.rows.transact(forum.ada, [
          { op: 'insert', table: 'topics', values: { title: 'one' } },
          { op: 'insert', table: 'topics', values: { title: 'two', priority: 77 } },
        ]),
      );
      assert.deepEqual(await runsOf(id), []);
    });
  });

  it('Z5: have the rights of who caused the change, and no more', async () => {
    const steps = [
      { do: { action: 'update_rows', config: { table: 'topics', values: [{ field: 'body', value: 'seen' }] } } },
    ];
    await withTrigger({ events: ['insert'], steps }, async (id) => {
      const others = await topic({ title: 'others' }, forum.ben);
      await forum.data.db.query('delete from plinth.runs');
      const own = await topic({ title: 'own' });
      await drain();
      const [{ state, by }] = await runsOf(id);
      assert.deepEqual([state, by.id], ['done', forum.people.ada]);
      assert.equal((await get(own.id)).body, 'seen');
      assert.equal((await get(others.id)).body, null);
    });
    const secret = {
      do: { action: 'insert_row', config: { table: 'secrets', values: [{ field: 'code', value: 'x' }] } },
    };
    await withTrigger({ events: ['insert'], steps: [secret] }, async (id) => {
      await topic();
      await forum.data.db.query("insert into app.topics (title) values ('by sql')");
      await drain();
      const runs = await runsOf(id);
      assert.deepEqual(
        runs.map((/** @type {any} */ { state, error }) => [state, error.code]),
        [
          ['failed', 'FORBIDDEN'],
          ['failed', 'FORBIDDEN'],
        ],
      );
      assert.equal(await forum.data.rows.count(SYSTEM, 'secrets'), 0);
    });
    await withTrigger({ events: ['insert'], as: 'user', user: forum.people.cyd, steps: [secret] }, async () => {
      await topic();
      await drain();
      assert.equal(await forum.data.rows.count(SYSTEM, 'secrets'), 1);
    });
    await assert.rejects(forum.data.edit(forum.ada, 'add-trigger', { trigger: { label: 'Mine', table: 'topics' } }), {
      code: 'FORBIDDEN',
    });
    for (const call of ['list', 'get', 'retry', 'cancel'])
      await assert.rejects(forum.data.runs[call](forum.ada, {}), { code: 'FORBIDDEN' });
    await assert.rejects(forum.data.automation.runs.states(forum.ada, []), { code: 'FORBIDDEN' });
  });

  it('stop a loop after five runs, and name its triggers', async () => {
    const steps = [set('priority', 'row.priority == 9 ? 0 : row.priority + 1')];
    await withTrigger({ label: 'Circle', events: ['update'], as: 'system', steps }, async (id) => {
      const made = await topic({ priority: 0 });
      await forum.data.rows.update(forum.ada, 'topics', made.id, { priority: 1 });
      await drain();
      assert.equal((await get(made.id)).priority, 6);
      const [last, ...others] = await runsOf(id);
      assert.deepEqual([last.state, last.error.code, last.chain], ['failed', 'TRIGGER_LOOP', Array(5).fill(id)]);
      assert.equal(others.length, 5);
      await assert.rejects(forum.data.runs.retry(forum.admin, last.id), { code: 'RUN_NOT_FOUND' });
    });
  });

  it('stop a loop through functions and workflows after five runs', async () => {
    /** @param {string} name @param {string} body */
    const add = (name, body) => {
      const code = `export default async (input, plinth) => {\n${body}\n};`;
      return edit('add-function', { function: { name, code, roles: ['user'] } });
    };
    await add('count_up', `await plinth.rows('topics').update(input.id, { priority: input.to });`);
    await add('start_up', `await plinth.start('count_up', { row: input.id });`);
    await edit('add-workflow', {
      workflow: {
        name: 'count_up',
        label: 'Count up',
        table: 'topics',
        as: 'system',
        steps: [{ id: 'count', kind: 'action', ...set('priority', 'row.priority + 1') }],
      },
    });
    const input = [
      { name: 'id', value: 'row.id' },
      { name: 'to', value: 'row.priority + 1' },
    ];
    const calling = (/** @type {string} */ name) => ({
      label: 'Circle',
      events: ['update'],
      as: 'system',
      steps: [{ do: { action: 'run_function', config: { function: name, input } } }],
    });
    const settle = async () => {
      for (let n = 0; n < 6; n++) {
        await drain();
        await /** @type {any} */ (forum.data).workflows.runner.drain();
      }
    };
    await withTrigger(calling('count_up'), async (id) => {
      const made = await topic({ priority: 0 });
      // Called by a person, a function begins a chain of its own.
      await forum.data.functions.run(forum.ada, 'count_up', { id: made.id, to: 1 });
      await settle();
      assert.equal((await get(made.id)).priority, 6);
      const [last, ...others] = await runsOf(id);
      assert.deepEqual([last.state, last.error.code, last.chain], ['failed', 'TRIGGER_LOOP', Array(5).fill(id)]);
      assert.deepEqual(
        others.map((/** @type {any} */ { state, chain }) => [state, chain.length]),
        [4, 3, 2, 1, 0].map((length) => ['done', length]),
      );
    });
    await withTrigger(calling('start_up'), async (id) => {
      const made = await topic({ priority: 0 });
      await forum.data.rows.update(forum.ada, 'topics', made.id, { priority: 1 });
      await settle();
      const runs = await runsOf(id);
      // The workflow that the third one wants to start would be the sixth.
      assert.deepEqual(
        runs.map((/** @type {any} */ { state, chain, error }) => [state, chain.length, error?.code]),
        [
          ['failed', 4, 'WORKFLOW_LOOP'],
          ['done', 2, undefined],
          ['done', 0, undefined],
        ],
      );
      assert.equal((await get(made.id)).priority, 3);
    });
  });

  it('do not share a statement between writes with different causes', async () => {
    await withTrigger({ events: ['insert'], as: 'system' }, async (id) => {
      const others = [id, id].map((_, n) => Array(n + 1).fill(id));
      await Promise.all([topic(), ...others.map((chain) => topic({}, { ...forum.ada, chain })), topic()]);
      const chains = (await runsOf(id)).map((/** @type {any} */ { chain }) => chain.length);
      assert.deepEqual(chains.toSorted(), [0, 0, 1, 2]);
    });
  });

  it('roll back a failed run, tell admins once, and can be run again', async () => {
    const stop = { when: 'row.body == null', do: { action: 'stop', config: { text: 'No text in {{ row.title }}' } } };
    await withTrigger(
      { label: 'Fails', events: ['insert'], as: 'system', steps: [reply('"first"'), stop] },
      async (id) => {
        const { id: key } = await topic({ title: 'A' });
        // Runs that are due together run beside each other, so either could be the first to fail.
        await drain();
        await topic({ title: 'B' });
        await drain();
        assert.deepEqual(await texts(), []);
        const runs = await runsOf(id);
        const failed = runs.at(-1);
        assert.deepEqual(
          [failed.state, failed.error.code, failed.error.message, failed.error.step],
          [...['failed', 'ACTION_STOPPED', 'No text in A', 2]],
        );
        const did = (/** @type {any} */ one) =>
          one.steps.map((/** @type {any} */ { step, isUndone }) => [step, isUndone]);
        assert.deepEqual(did(failed), [[1, true]], 'its first step was taken back');
        const told = async () => {
          const { notifications } = await forum.data.notifications.list(forum.admin);
          return notifications.filter((/** @type {any} */ { about }) => about === id);
        };
        assert.deepEqual(
          (await told()).map((/** @type {any} */ { kind, text, about }) => [kind, text, about]),
          [['trigger_failed', 'Fails: No text in A', id]],
        );
        const states = await forum.data.automation.runs.states(forum.admin, [id]);
        assert.deepEqual([states.get(id).failures, states.get(id).last.state], [2, 'failed']);
        await forum.data.rows.update(forum.ada, 'topics', key, { body: 'here' });
        await forum.data.runs.retry(forum.admin, failed.id);
        const waiting = (await runsOf(id)).at(-1);
        assert.deepEqual([waiting.state, waiting.error, waiting.steps], ['waiting', null, []], 'nothing old beside it');
        await drain();
        const [, again] = await runsOf(id);
        assert.deepEqual([again.state, again.error], ['done', null]);
        assert.deepEqual(
          did(again),
          [
            [1, false],
            [2, false],
          ],
          'each step once',
        );
        assert.deepEqual(await texts(), ['first']);
        assert.equal((await forum.data.automation.runs.states(forum.admin, [id])).get(id).failures, 0);
      },
    );
  });

  it('follow renamed tables and fields, report missing ones, and can be undone', async () => {
    await withTrigger({ events: ['update'], fields: ['due'], when: 'old.due != row.due', as: 'system' }, async (id) => {
      await edit('change-field', { table: 'topics', field: 'due', changes: { name: 'until' } });
      await edit('change-table', { table: 'topics', changes: { name: 'subjects' } });
      const trigger = () =>
        /** @type {any} */ (forum.data.catalog()).triggers.find((/** @type {any} */ one) => one.id === id);
      assert.deepEqual(
        [trigger().table, trigger().fields, trigger().when],
        ['subjects', ['until'], 'old.until != row.until'],
      );
      const { id: key } = await forum.data.rows.insert(forum.ada, 'subjects', { title: 'x', until: '2026-01-01' });
      await forum.data.rows.update(forum.ada, 'subjects', key, { until: '2026-01-02' });
      await drain();
      assert.deepEqual(await texts(), ['x']);
      const { revision } = await edit('remove-field', { table: 'subjects', field: 'until' });
      const problems = forum.data.catalog().problems.filter((one) => one.kind === 'trigger');
      assert.deepEqual(problems.map(({ at }) => at).toSorted(), ['fields', 'when']);
      await forum.data.rows.update(forum.ada, 'subjects', key, { title: 'y' });
      await drain();
      await forum.data.revisions.undo(SYSTEM, revision);
      await forum.data.rows.update(forum.ada, 'subjects', key, { until: '2026-01-03' });
      await drain();
      assert.deepEqual(await texts(), ['x', 'x']);
      const off = await edit('change-trigger', { trigger: id, changes: { enabled: false } });
      await forum.data.rows.update(forum.ada, 'subjects', key, { until: '2026-01-04' });
      await forum.data.revisions.undo(SYSTEM, off.revision);
      await drain();
      assert.equal((await texts()).length, 2, 'what happened while it was off starts nothing later');
      const gone = await edit('remove-table', { table: 'subjects' });
      await forum.data.revisions.undo(SYSTEM, gone.revision);
      await forum.data.rows.update(forum.ada, 'subjects', key, { until: '2026-01-05' });
      await drain();
      assert.equal((await texts()).length, 3);
      await edit('change-table', { table: 'subjects', changes: { name: 'topics' } });
      await edit('change-field', { table: 'topics', field: 'until', changes: { name: 'due' } });
    });
  });

  it('are not tried again when a function refused, also with the rights of the system', async () => {
    const add = async (/** @type {string} */ body, more = {}) => {
      const name = `refuses_${Math.random().toString(36).slice(2)}`;
      await edit('add-function', {
        function: { name, code: `export default async (input, plinth) => { ${body} }`, ...more },
      });
      return { do: { action: 'run_function', config: { function: name } } };
    };
    const wrong = 'await plinth.rows("topics").insert({ title: null })';
    const passing = 'throw new Error("the service is down")';
    for (const [body, more, state, attempts] of /** @type {[string, object, string, number][]} */ ([
      [wrong, { runAs: 'system' }, 'failed', 1],
      [wrong, {}, 'failed', 1],
      ['plinth.fail("Sold out", { status: 409 })', { runAs: 'system' }, 'failed', 1],
      [passing, { runAs: 'system' }, 'waiting', 1],
    ])) {
      await withTrigger({ events: ['insert'], as: 'system', steps: [await add(body, more)] }, async (id) => {
        await topic();
        await drain();
        const [run, ...others] = await runsOf(id);
        assert.deepEqual([run.state, run.attempts, others.length], [state, attempts, 0], body);
        assert.ok(run.error?.message, body);
      });
    }
  });

  it('can always be turned off, also if they could not be saved as they are', async () => {
    await withTrigger({ events: ['update'], as: 'system' }, async (id) => {
      const stored = async (/** @type {string} */ path, /** @type {string} */ value) => {
        await forum.data.db.query({
          text: `update plinth.objects set body = jsonb_set(body, $2::text[], $3::jsonb) where id = $1`,
          values: [id, `{${path}}`, JSON.stringify(value)],
        });
        await forum.data.db.query('update plinth.catalog_version set version = version + 1');
        await forum.data.reload();
      };
      const find = () =>
        /** @type {any} */ (forum.data.catalog()).triggers.find((/** @type {any} */ one) => one.id === id);
      // As an earlier version saved it, of a plugin that is gone, and with a field that is gone.
      for (const [path, value] of [
        ['when', 'old.author.name != null'],
        ['when', 'row.gone > 1'],
        ['source', 'gone_source'],
      ]) {
        await stored(path, value);
        await assert.rejects(edit('change-trigger', { trigger: id, changes: { label: 'Other' } }), path);
        await edit('change-trigger', { trigger: id, changes: { enabled: false } });
        assert.equal(find().enabled, false);
        await assert.rejects(edit('change-trigger', { trigger: id, changes: { enabled: true } }), path);
        await stored(path, path === 'when' ? '' : 'rows');
        await edit('change-trigger', { trigger: id, changes: { enabled: true } });
      }
    });
  });

  it('refuse invalid settings', async () => {
    const refused = async (/** @type {any} */ given, /** @type {string} */ key) => {
      const trigger = { label: 'Bad', table: 'topics', events: ['update'], steps: [reply('"x"')], ...given };
      await assert.rejects(edit('add-trigger', { trigger }), (/** @type {any} */ error) => {
        assert.ok(error.details?.fields?.[key] ?? false, `${key}: ${error.message} ${JSON.stringify(error.details)}`);
        return true;
      });
    };
    await refused({ label: '' }, 'label');
    await refused({ table: null }, 'table');
    await refused({ table: 'users' }, 'table');
    await refused({ events: [] }, 'events');
    await refused({ fields: ['gone'] }, 'fields');
    await refused({ fields: ['tags'] }, 'fields');
    await refused({ fields: ['budget'], to: '1' }, 'to');
    await refused({ when: 'row.gone' }, 'when');
    await refused({ when: 'row.title' }, 'when');
    await refused({ steps: [] }, 'steps');
    await refused({ steps: [{ do: { action: 'run_steps', config: { steps: [reply('"x"')] } } }] }, 'steps.0.do');
    await refused({ steps: [{ when: 'row.', do: reply('"x"').do }] }, 'steps.0.when');
    await refused({ as: 'user' }, 'user');
    const byClock = { table: undefined, events: undefined, source: 'schedule', options: { every: 'day', at: '08:00' } };
    await refused({ ...byClock, steps: [{ do: { action: 'delete_row', config: {} } }] }, 'steps.0.do');
    const toField = { recipient: 'fixed', address: 'a@example.com', subject: '{{ row.title }}', body: 'x' };
    await refused(
      { ...byClock, steps: [reply('"x"'), { do: { action: 'send_email', config: toField } }] },
      'steps.1.do',
    );
  });

  it('cost nothing where there are none', async () => {
    const counted = async () => {
      const before = forum.data.db.counters();
      await topic();
      const after = forum.data.db.counters();
      return [after.statements - before.statements, after.transactions - before.transactions];
    };
    await topic();
    // Work in the background asks the database now and then.
    const without = [await counted(), await counted(), await counted()].toSorted(([a], [b]) => a - b)[0];
    // Behind row-level security, each write is a transaction anyway.
    if (process.env.ROW_SECURITY !== 'on') assert.deepEqual(without, [1, 0]);
    const { rows } = await forum.data.db.query("select 1 from pg_trigger where tgname like 'on_change_%'");
    assert.equal(rows.length, 0);
  });
});
