import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { SYSTEM, createForum } from '../../gate/rows/testing/forum.js';

/** @type {any} */
let forum;
/** @type {any} */
let workflows;
let count = 0;
before(async () => {
  forum = await createForum({ history: false });
  workflows = forum.data.workflows;
  // Runs look up the roles of people by their id.
  const roles = Object.fromEntries(forum.data.catalog().roles.map((/** @type {any} */ { name, id }) => [name, id]));
  for (const [person, role] of Object.entries({ ada: 'user', ben: 'user', cyd: 'admin' }))
    await forum.data.db.query({
      text: 'insert into plinth.user_roles (user_id, role_id) values ($1, $2)',
      values: [forum.people[person], roles[role]],
    });
});
after(() => forum?.close());
beforeEach(async () => {
  await forum.data.db.query('delete from app.replies; delete from app.topics; delete from plinth.runs');
});

/** @param {any} given */
async function make(given) {
  const label = `Flow ${++count}`;
  await forum.data.edit(SYSTEM, 'add-workflow', {
    workflow: { label, name: `flow_${count}`, table: 'topics', as: 'system', ...given },
  });
  return `flow_${count}`;
}
const drain = () => workflows.runner.drain();
const topic = (/** @type {any} */ values = {}, actor = forum.ada) =>
  forum.data.rows.insert(actor, 'topics', { title: `t${Math.random()}`, ...values });
const action = (/** @type {string} */ id, /** @type {string} */ name, /** @type {any} */ config, more = {}) => ({
  id,
  kind: 'action',
  do: { action: name, config },
  ...more,
});
const reply = (/** @type {string} */ id, /** @type {string} */ expression, more = {}) =>
  action(id, 'insert_row', { table: 'replies', values: [{ field: 'text', source: 'expression', expression }] }, more);
const set = (/** @type {string} */ id, /** @type {any} */ values) => ({
  id,
  kind: 'set',
  values: Object.entries(values).map(([variable, value]) => ({ variable, value })),
});
const variable = (/** @type {string} */ name, /** @type {string} */ type, more = {}) => ({
  name,
  type,
  isInput: true,
  ...more,
});
const texts = async () =>
  (await forum.data.db.query('select text from app.replies order by id')).rows.map(
    (/** @type {any} */ { text }) => text,
  );
const run = async (/** @type {string} */ id) => (await workflows.runs.get(forum.admin, id)).run;
const steps = async (/** @type {string} */ id) =>
  (await workflows.runs.get(forum.admin, id)).steps.map((/** @type {any} */ { step, state }) => `${step} ${state}`);
/** All that waits for a time is due. */
const later = () => forum.data.db.query('update plinth.workflow_tokens set due_at = now() where due_at is not null');

/** @param {string} id @param {string} where @param {number} batch */
const overTopics = (id, where, batch) => ({ id, kind: 'each', table: 'topics', where, batch });

describe('workflows', () => {
  it('save what SQL and functions find in variables', async () => {
    await topic({ priority: 4 });
    const code = 'export default async ({ n }) => ({ twice: n + n })';
    await forum.data.edit(SYSTEM, 'add-function', { function: { name: 'twice', code, roles: ['user'] } });
    const input = [{ name: 'n', value: 'vars.n' }];
    const name = await make({
      variables: [
        variable('n', 'number'),
        variable('all', 'json'),
        variable('made', 'json'),
        variable('kept', 'text'),
        variable('gone', 'number'),
      ],
      steps: [
        set('first', { kept: '"as it was"' }),
        action('one', 'run_sql', { sql: 'select sum(priority)::int as n from topics' }, { into: 'n' }),
        action('many', 'run_sql', { sql: 'select title, priority from topics' }, { into: 'all' }),
        action('call', 'run_function', { function: 'twice', input }, { into: 'made' }),
        action('none', 'run_sql', { sql: 'select priority from topics where false' }, { into: 'gone' }),
        action('quiet', 'log', { text: 'x' }, { into: 'kept' }),
      ],
    });
    const id = await workflows.start(SYSTEM, { workflow: name, row: (await topic()).id });
    await drain();
    const { state, variables, error } = await run(id);
    assert.equal(state, 'done', JSON.stringify(error));
    assert.equal(Number(variables.n), 4);
    assert.equal(variables.all.length, 2);
    assert.deepEqual([variables.made, variables.kept, variables.gone], [{ twice: 8 }, 'as it was', null]);
  });

  it('run their steps with variables of all types, also inside texts and related rows', async () => {
    const variables = [
      variable('amount', 'number', { value: 'row.budget' }),
      variable('name', 'text'),
      variable('day', 'date', { value: 'date("2026-11-30")' }),
      variable('at', 'datetime', { value: 'timestamp("2026-11-30T10:00:00Z")' }),
      variable('big', 'bool'),
      variable('data', 'json'),
    ];
    const name = await make({
      variables,
      steps: [
        set('more', { amount: 'vars.amount * 2.0', big: 'vars.amount > 100.0', name: 'vars.name + "!"' }),
        reply(
          'said',
          'vars.name + " " + string(vars.amount) + " " + string(vars.day.addMonths(1)) + (vars.big ? " big" : "")',
        ),
        reply('deep', 'vars.data.customer.name == "Bo" && vars.at < now ? "Bo" : "nobody"'),
        action('mine', 'update_row', {
          values: [
            { field: 'body', source: 'expression', expression: 'about.title + " " + string(row.replies.size() + 1)' },
          ],
        }),
      ],
    });
    const { id } = await topic({ title: 'A', budget: '60.5' });
    const inputs = { name: 'Quote "x" \\ end', data: { customer: { name: 'Bo' } } };
    const started = await workflows.start(forum.ada, { workflow: name, row: id, inputs });
    await drain();
    const found = await run(started);
    assert.deepEqual([found.state, found.error], ['done', null]);
    assert.deepEqual(await texts(), ['Quote "x" \\ end! 121 2026-12-30 big', 'nobody']);
    assert.equal((await forum.data.rows.get(SYSTEM, 'topics', id)).body, 'A 1');
    assert.equal(found.variables.amount, '121');
  });

  it('show bare fields in texts as people read them', async () => {
    const shown = '{{ row.author }} {{ row.status }} {{ row.budget }} {{ row.labels }} {{ row.priority + 1 }}';
    const name = await make({
      steps: [{ id: 'end', kind: 'stop', result: `${shown}{{#if row.status == "open"}} still{{/if}} {{ about.due }}` }],
    });
    const values = { author: forum.people.ada, status: 'open', budget: '1234.5', labels: ['red', 'blue'], priority: 4 };
    const { id } = await topic({ ...values, due: '2026-12-24' });
    const of = await workflows.start(SYSTEM, { workflow: name, row: id });
    await drain();
    assert.equal((await run(of)).result, 'ada open €1,234.50 red, blue 5 still December 24, 2026');
  });

  it('take the first branch whose condition holds, skip steps whose condition doesn’t, and stop with a result', async () => {
    const branches = [
      { label: 'small', when: 'row.priority < 3', steps: [reply('small', '"small"')] },
      {
        label: 'middle',
        when: 'row.priority < 6',
        steps: [reply('middle', '"middle"'), { id: 'end', kind: 'stop', result: 'Middle {{ row.title }}' }],
      },
    ];
    const name = await make({
      steps: [
        { id: 'which', kind: 'branch', branches, otherwise: [reply('large', '"large"', { when: 'row.priority > 8' })] },
        reply('last', '"last"'),
      ],
    });
    for (const priority of [1, 4, 8]) {
      const { id } = await topic({ title: `p${priority}`, priority });
      await workflows.start(forum.ada, { workflow: name, row: id });
    }
    await drain();
    assert.deepEqual((await texts()).toSorted(), ['last', 'last', 'middle', 'small']);
    const { id } = forum.data.catalog().workflow(name);
    const { runs } = await forum.data.runs.list(forum.admin, { of: id });
    assert.deepEqual(
      runs.map((/** @type {any} */ one) => one.result),
      [null, 'Middle p4', null],
    );
    assert.deepEqual(await steps(runs[0].id), ['which done', 'large skipped', 'last done']);
  });

  it('loop over rows in batches, and each loop knows its row and the one around it', async () => {
    const rows = await Promise.all(Array.from({ length: 7 }, (_, i) => topic({ title: `r${i}`, priority: i })));
    const name = await make({
      variables: [variable('least', 'number', { value: '2.0' })],
      steps: [
        {
          ...overTopics('all', 'row.priority > vars.least && row.id != about.id', 2),
          steps: [
            action('mark', 'update_row', {
              values: [{ field: 'body', source: 'expression', expression: 'about.title + row.title' }],
            }),
          ],
        },
        reply('end', '"end"'),
      ],
    });
    const id = await workflows.start(forum.ada, { workflow: name, row: rows[4].id });
    await drain();
    assert.equal((await run(id)).state, 'done');
    const { rows: bodies } = await forum.data.db.query(
      'select body from app.topics where body is not null order by priority',
    );
    assert.deepEqual(
      bodies.map((/** @type {any} */ { body }) => body),
      ['r4r3', 'r4r5', 'r4r6'],
    );
    assert.deepEqual(await texts(), ['end']);
    const { steps: log } = await workflows.runs.get(forum.admin, id);
    assert.deepEqual(log[0].output, { rows: 3 });
  });

  it('loop over all 1,597 rows, each once, also if rows are added meanwhile, and say where a limit ends them', async () => {
    const { query } = forum.data.db;
    await query("insert into app.topics (title, priority) select 'row ' || n, 1 from generate_series(1, 1597) n");
    const add = action('add', 'insert_row', {
      table: 'topics',
      values: [{ field: 'title', source: 'value', value: 'added meanwhile' }],
    });
    const mark = action('mark', 'update_row', { values: [{ field: 'priority', source: 'value', value: '2' }] });
    const each = (/** @type {string} */ id, /** @type {any[]} */ inner, more = {}) => ({
      id,
      kind: 'each',
      table: 'topics',
      steps: inner,
      ...more,
    });
    const name = await make({
      table: null,
      variables: [variable('n', 'number', { value: '0' })],
      steps: [
        each('all', [
          set('count', { n: 'vars.n + 1.0' }),
          { ...add, when: 'row.title.endsWith("7")' },
          { ...mark, when: 'row.title == "row 3"' },
        ]),
        each('some', [set('more', { n: 'vars.n + 1.0' })], { limit: 1000 }),
        each('few', [each('inner', [set('most', { n: 'vars.n + 1.0' })], { where: 'row.priority == 2' })], {
          where: 'row.title in ["row 1", "row 2", "row 3"]',
        }),
      ],
    });
    const id = await workflows.start(SYSTEM, { workflow: name });
    await drain();
    const { run: ended, steps: log } = await workflows.runs.get(forum.admin, id);
    assert.deepEqual([ended.state, Number(ended.variables.n)], ['done', 1597 + 1000 + 3]);
    const loops = log.filter((/** @type {any} */ one) => one.kind === 'each' && one.step !== 'inner');
    assert.deepEqual(
      loops.map((/** @type {any} */ { output }) => output),
      [{ rows: 1597 }, { rows: 1000, hasMore: true }, { rows: 3 }],
    );
    const { rows } = await query("select count(*)::int as n from app.topics where title = 'added meanwhile'");
    assert.equal(rows[0].n, 160);
  });

  it('run parallel parts, and go on when all have ended', async () => {
    const parts = ['a', 'b', 'c'].map((part) => ({
      label: part,
      steps: part === 'c' ? [] : [reply(part, `"${part}"`), set(`s${part}`, { n: 'vars.n + 1.0' })],
    }));
    parts[1].steps.unshift(/** @type {any} */ ({ id: 'pause', kind: 'wait', for: 'time', minutes: 5 }));
    const name = await make({
      variables: [variable('n', 'number', { value: '0.0' })],
      steps: [{ id: 'both', kind: 'parallel', branches: parts }, reply('end', '"end " + string(vars.n)')],
    });
    const { id: key } = await topic();
    const id = await workflows.start(forum.ada, { workflow: name, row: key });
    await drain();
    assert.deepEqual(await texts(), ['a']);
    assert.equal((await run(id)).state, 'waiting');
    await later();
    await drain();
    assert.deepEqual(await texts(), ['a', 'b', 'end 2']);
    assert.equal((await run(id)).state, 'done');
  });

  it('M3: take a moment without a time zone for one of the site', async () => {
    const zone = forum.data.catalog().settings.timeZone;
    await forum.data.edit(SYSTEM, 'change-settings', { changes: { timeZone: 'America/New_York' } });
    const computed = variable('set', 'datetime', { value: 'timestamp("2026-12-01 06:00")' });
    const name = await make({
      variables: [variable('at', 'datetime'), variable('copy', 'datetime'), computed],
      steps: [set('more', { copy: 'vars.at' }), { id: 'day', kind: 'wait', for: 'until', until: 'row.due' }],
    });
    const { id: key } = await topic({ due: '2999-07-01' });
    const start = (/** @type {string} */ at) => workflows.start(SYSTEM, { workflow: name, row: key, inputs: { at } });
    const summer = await start('2026-07-01 06:00');
    const day = await start('2026-11-22');
    await assert.rejects(start('2026-02-30 06:00'), { code: 'WORKFLOW_VALUE_INVALID' });
    await drain();
    const at = '2026-07-01T10:00:00.000000Z';
    const zoned = [{ at, copy: at, set: '2026-12-01T11:00:00.000000Z' }, '2026-11-22T05:00:00.000000Z'];
    assert.deepEqual([(await run(summer)).variables, (await run(day)).variables.at], zoned);
    const due = "select due_at from plinth.workflow_tokens where waits = 'time' and due_at > '2900-01-01'";
    assert.deepEqual(
      (await forum.data.db.query(due)).rows.map((/** @type {any} */ one) => new Date(one.due_at).toISOString()),
      ['2999-07-01T04:00:00.000Z', '2999-07-01T04:00:00.000Z'],
    );
    await forum.data.edit(SYSTEM, 'change-settings', { changes: { timeZone: zone } });
  });

  it('wait for a row, a time and a call from outside, each with a limit', async () => {
    const name = await make({
      variables: [variable('said', 'json')],
      steps: [
        {
          id: 'ready',
          kind: 'wait',
          for: 'row',
          condition: 'row.status == "done"',
          timeout: 10,
          onTimeout: [reply('late', '"late"')],
        },
        { id: 'call', kind: 'wait', for: 'webhook', into: 'said' },
        reply('end', 'vars.said.word == "yes" ? "yes" : "no"'),
        { id: 'past', kind: 'wait', for: 'until', until: 'row.due' },
        { id: 'never', kind: 'wait', for: 'webhook', timeout: 1, onTimeout: [reply('nobody', '"nobody called"')] },
      ],
    });
    const { id: key } = await topic({ due: '2020-01-01' });
    const id = await workflows.start(forum.ada, { workflow: name, row: key });
    await drain();
    await later();
    await drain();
    assert.deepEqual(
      (await run(id)).waits.map((/** @type {any} */ one) => one.for),
      ['row'],
    );
    await forum.data.rows.update(SYSTEM, 'topics', key, { status: 'done' });
    await later();
    await drain();
    const { secret } = (await forum.data.db.query('select secret from plinth.runs')).rows[0];
    const { hookKey } = await import('./carried.js');
    await assert.rejects(workflows.hear('x'.repeat(43), {}), { code: 'HOOK_NOT_FOUND' });
    await workflows.hear(hookKey({ secret }, 'call'), { word: 'yes' });
    await assert.rejects(workflows.hear(hookKey({ secret }, 'call'), {}), { code: 'HOOK_NOT_FOUND' });
    await drain();
    await later();
    await drain();
    assert.deepEqual(await texts(), ['yes', 'nobody called']);
    assert.equal((await run(id)).state, 'done');
  });

  it('roll back a step that fails, retry it later, and undo the steps before it', async () => {
    const fails = action('breaks', 'stop', { text: 'Broken' }, { retries: 2, retryAfter: 1 });
    const undone = (/** @type {string} */ id) => reply(id, `"${id}"`, { undo: [reply(`un${id}`, `"un${id}"`)] });
    const name = await make({
      steps: [
        undone('a'),
        { id: 'in', kind: 'branch', branches: [{ label: 'x', when: 'true', steps: [undone('b')] }] },
        fails,
        reply('never', '"never"'),
      ],
      onError: [reply('told', 'error.step + ": " + error.message')],
    });
    const { id: key } = await topic();
    const id = await workflows.start(forum.ada, { workflow: name, row: key });
    await drain();
    assert.equal((await run(id)).state, 'waiting');
    for (let n = 0; n < 2; n++) {
      await later();
      await drain();
    }
    const failed = await run(id);
    assert.deepEqual([failed.state, failed.error.message, failed.mayRetry], ['failed', 'Broken', false]);
    assert.deepEqual(await texts(), ['a', 'b', 'unb', 'una', 'breaks: Broken']);
    const { notifications } = await forum.data.notifications.list(forum.admin);
    assert.ok(notifications.some((/** @type {any} */ one) => one.kind === 'workflow_failed' && one.about === id));
    await assert.rejects(workflows.runs.retry(forum.admin, id), { code: 'RUN_NOT_FOUND' });
  });

  it('tell admins when they fail for the first time since they went well', async () => {
    const name = await make({
      variables: [variable('fails', 'bool')],
      steps: [action('check', 'stop', { text: 'No' }, { when: 'vars.fails' })],
    });
    const told = [];
    for (const fails of [true, true, false, true]) {
      const { id: key } = await topic();
      const id = await workflows.start(forum.ada, { workflow: name, row: key, inputs: { fails } });
      await drain();
      assert.equal((await run(id)).state, fails ? 'failed' : 'done');
      const { notifications } = await forum.data.notifications.list(forum.admin);
      told.push(notifications.some((/** @type {any} */ one) => one.kind === 'workflow_failed' && one.about === id));
    }
    assert.deepEqual(told, [true, false, false, true]);
  });

  it('can be retried from the step that failed, also in a part of several', async () => {
    const stop = action('check', 'stop', { text: 'No' }, { when: 'row.status == "open"' });
    const name = await make({
      steps: [
        reply('first', '"first"'),
        {
          id: 'both',
          kind: 'parallel',
          branches: [
            { label: 'x', steps: [stop, reply('x', '"x"')] },
            { label: 'y', steps: [{ id: 'pause', kind: 'wait', for: 'time', minutes: 1 }, reply('y', '"y"')] },
          ],
        },
        reply('end', '"end"'),
      ],
    });
    const { id: key } = await topic();
    const id = await workflows.start(forum.ada, { workflow: name, row: key });
    await drain();
    assert.deepEqual([(await run(id)).state, (await run(id)).mayRetry], ['failed', true]);
    await forum.data.rows.update(SYSTEM, 'topics', key, { status: 'done' });
    await workflows.runs.retry(forum.admin, id);
    await drain();
    await later();
    await drain();
    assert.deepEqual(await texts(), ['first', 'x', 'y', 'end']);
    assert.equal((await run(id)).state, 'done');
  });

  it('go on after a step that may fail', async () => {
    const name = await make({
      steps: [action('maybe', 'stop', { text: 'No' }, { onError: 'continue' }), reply('end', '"end"')],
    });
    const { id: key } = await topic();
    const id = await workflows.start(forum.ada, { workflow: name, row: key });
    await drain();
    assert.deepEqual(await steps(id), ['maybe failed', 'end done']);
    assert.equal((await run(id)).state, 'done');
  });

  it('start others and wait for them, and their failure is a failure of the step', async () => {
    const inner = await make({
      variables: [variable('word', 'text')],
      steps: [action('bad', 'stop', { text: 'Bad' }, { when: 'vars.word == "bad"' }), reply('inner', 'vars.word')],
    });
    const outer = await make({
      variables: [variable('word', 'text')],
      steps: [
        { id: 'call', kind: 'workflow', workflow: inner, inputs: [{ variable: 'word', value: 'vars.word' }] },
        reply('after', '"after"'),
      ],
    });
    const { id: key } = await topic();
    const good = await workflows.start(forum.ada, { workflow: outer, row: key, inputs: { word: 'good' } });
    const bad = await workflows.start(forum.ada, { workflow: outer, row: key, inputs: { word: 'bad' } });
    await drain();
    assert.deepEqual((await texts()).toSorted(), ['after', 'good']);
    assert.deepEqual([(await run(good)).state, (await run(bad)).state], ['done', 'failed']);
    assert.match((await run(bad)).error.hint, /Bad/);
  });

  it('stop a loop of workflows that start each other, and name them', async () => {
    const name = await make({ steps: [] });
    const { id } = forum.data.catalog().workflow(name);
    await forum.data.edit(SYSTEM, 'change-workflow', {
      workflow: id,
      changes: { steps: [{ id: 'again', kind: 'workflow', workflow: name, inputs: [] }] },
    });
    const { id: key } = await topic();
    await workflows.start(forum.ada, { workflow: name, row: key });
    await drain();
    const { runs } = await forum.data.runs.list(forum.admin, { of: id });
    assert.equal(runs.length, 5);
    assert.ok(runs.every((/** @type {any} */ one) => one.state === 'failed'));
    assert.equal(runs[0].error.code, 'WORKFLOW_LOOP');
  });

  it('keep their version to the end, even if the workflow is changed or deleted', async () => {
    const name = await make({ steps: [{ id: 'pause', kind: 'wait', for: 'time', minutes: 1 }, reply('old', '"old"')] });
    const { id } = forum.data.catalog().workflow(name);
    const { id: key } = await topic();
    await workflows.start(forum.ada, { workflow: name, row: key });
    await drain();
    await forum.data.edit(SYSTEM, 'change-workflow', { workflow: id, changes: { steps: [reply('new', '"new"')] } });
    await workflows.start(forum.ada, { workflow: name, row: key });
    assert.equal(await workflows.open(id), 2);
    await forum.data.edit(SYSTEM, 'remove-workflow', { workflow: id });
    await later();
    await drain();
    assert.deepEqual((await texts()).toSorted(), ['new', 'old']);
  });

  it('can be cancelled, with or without taking back what they did', async () => {
    const name = await make({
      steps: [
        reply('a', '"a"', { undo: [reply('una', '"una"')] }),
        { id: 'pause', kind: 'wait', for: 'time', minutes: 1 },
        reply('never', '"never"'),
      ],
      onError: [reply('told', '"told"')],
    });
    const { id: key } = await topic();
    for (const isUndone of [false, true]) {
      const id = await workflows.start(forum.ada, { workflow: name, row: key });
      await drain();
      await workflows.runs.cancel(forum.admin, id, { isUndone });
      await later();
      await drain();
      assert.equal((await run(id)).state, 'cancelled');
      await assert.rejects(workflows.runs.cancel(forum.admin, id, { isUndone }), { code: 'RUN_NOT_FOUND' });
    }
    assert.deepEqual(await texts(), ['a', 'a', 'una']);
  });

  it('Z5: have the rights of who started them, and no more', async () => {
    const name = await make({
      as: 'cause',
      steps: [action('mine', 'update_row', { values: [{ field: 'body', value: 'x' }] })],
    });
    const theirs = await topic({}, forum.ben);
    await assert.rejects(workflows.start(forum.ada, { workflow: name, row: theirs.id }), { code: 'ROW_NOT_FOUND' });
    const mine = await topic();
    const id = await workflows.start(forum.ada, { workflow: name, row: mine.id });
    await forum.data.db.query(`update plinth.users set disabled_at = now() where id = '${forum.people.ada}'`);
    await drain();
    await forum.data.db.query(`update plinth.users set disabled_at = null where id = '${forum.people.ada}'`);
    assert.deepEqual([(await run(id)).state, (await run(id)).error.code], ['failed', 'WORKFLOW_NO_USER']);
    await workflows.runs.retry(forum.admin, id);
    await drain();
    assert.equal((await run(id)).state, 'done');
    for (const call of ['get', 'cancel', 'retry', 'states'])
      await assert.rejects(workflows.runs[call](forum.ada, id, {}), { code: 'FORBIDDEN' });
    await assert.rejects(workflows.test(forum.ada, { workflow: name, row: mine.id }), { code: 'FORBIDDEN' });
  });

  it('refuse an invalid start', async () => {
    const name = await make({
      variables: [variable('n', 'number'), variable('own', 'text', { isInput: false })],
      steps: [],
    });
    const { id: row } = await topic();
    const start = (/** @type {any} */ more) => workflows.start(forum.ada, { workflow: name, row, ...more });
    await assert.rejects(start({ workflow: 'gone' }), { code: 'WORKFLOW_NOT_FOUND' });
    await assert.rejects(start({ row: null }), { code: 'WORKFLOW_NEEDS_ROW' });
    await assert.rejects(start({ row: 'x' }), { code: 'ROW_NOT_FOUND' });
    for (const inputs of [{ n: 'many' }, { n: [5] }, { n: true }, { own: 'x' }, { strange: 1 }])
      await assert.rejects(start({ inputs }), { code: 'WORKFLOW_VALUE_INVALID' });
    await assert.rejects(start({ inputs: { n: 'many' } }), { message: 'n must be a number' });
    await forum.data.edit(SYSTEM, 'change-workflow', { workflow: name, changes: { enabled: false } });
    await assert.rejects(start({}), { code: 'WORKFLOW_OFF' });
  });

  it('are started by triggers, buttons and functions, with inputs', async () => {
    const name = await make({
      variables: [variable('word', 'text')],
      steps: [reply('said', 'row.title + " " + vars.word')],
    });
    const inputs = [{ variable: 'word', value: 'row.title + "!"' }];
    const step = { do: { action: 'start_workflow', config: { workflow: name, inputs } } };
    const trigger = { label: 'Start', table: 'topics', events: ['insert'], as: 'system', steps: [step] };
    const { ids } = await forum.data.edit(SYSTEM, 'add-trigger', { trigger });
    const { id } = await topic({ title: 'A' });
    await forum.data.automation.drain();
    await drain();
    await forum.data.edit(SYSTEM, 'remove-trigger', { trigger: Object.values(ids)[0] });
    await forum.data.actions.run(forum.ada, { action: 'start_workflow', config: step.do.config, table: 'topics', id });
    const code = `export default async (input, plinth) => (await plinth.start('${name}', { row: input.row, inputs: { word: 'fn' } })).id;`;
    const fn = {
      name: 'starts',
      label: 'Starts',
      code,
      params: [{ name: 'row', type: 'integer' }],
      roles: ['user'],
      methods: [],
    };
    await forum.data.edit(SYSTEM, 'add-function', { function: fn });
    const { text } = await forum.data.functions.run(forum.ada, 'starts', { row: id });
    await drain();
    assert.equal((await run(JSON.parse(text))).by?.id, forum.people.ada);
    assert.deepEqual((await texts()).toSorted(), ['A A!', 'A A!', 'A fn']);
  });

  it('can be tested without any effect, and list what they would have sent', async () => {
    const mail = action('mail', 'send_email', {
      recipient: 'fixed',
      address: 'bo@example.com',
      subject: 'About {{ row.title }}',
      body: 'Hello {{ vars.word }}',
    });
    const name = await make({
      variables: [variable('word', 'text')],
      steps: [
        { id: 'pause', kind: 'wait', for: 'time', minutes: 1 },
        { id: 'ask', kind: 'task', title: 'Fine?', to: 'role', toRole: 'staff' },
        mail,
        reply('end', 'tasks.ask.outcome'),
      ],
    });
    const { id: row } = await topic({ title: 'X' });
    const request = { workflow: name, row, inputs: { word: 'you' }, outcomes: { ask: 'reject' } };
    const tried = await workflows.test(forum.admin, request);
    assert.deepEqual([tried.state, tried.steps.length], ['done', 4]);
    assert.deepEqual(tried.steps[3].state, 'done');
    const sent = tried.held.find((/** @type {any} */ { what }) => what === 'send_email');
    assert.deepEqual([sent.to, sent.subject, sent.text], ['bo@example.com', 'About X', 'Hello you']);
    assert.deepEqual(tried.steps[2].output, { held: true });
    assert.deepEqual(await texts(), []);
    const { rows } = await forum.data.db.query(
      'select (select count(*) from plinth.mails) as m, (select count(*) from plinth.runs) as r, (select count(*) from plinth.tasks) as t',
    );
    assert.deepEqual(rows[0], { m: 0, r: 0, t: 0 });
  });
});
