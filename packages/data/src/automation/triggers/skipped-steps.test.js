import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { SYSTEM, createForum } from '../../gate/rows/testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
before(async () => (forum = await createForum({ history: false })));
after(() => forum?.close());

const edit = (/** @type {string} */ name, /** @type {any} */ input) => forum.data.edit(SYSTEM, name, input);
const query = (/** @type {string} */ text) => forum.data.db.query(text);
const action = (/** @type {string} */ name, /** @type {any} */ config) => ({ do: { action: name, config } });
const mail = (/** @type {any} */ to) => action('send_email', { ...to, subject: 'Hello', body: 'World' });
const reply = action('insert_row', {
  table: 'replies',
  values: [{ field: 'text', source: 'expression', expression: 'row.title' }],
});
/** Whom nobody can reach: an empty text, an empty person, nobody by an expression, a role without people, no address. */
const NOWHERE = Object.freeze([
  mail({ recipient: 'field', field: 'body' }),
  mail({ recipient: 'field', field: 'author' }),
  mail({ recipient: 'expression', expression: 'row.body' }),
  mail({ recipient: 'role', role: 'staff' }),
  action('http_request', { method: 'POST', url: '{{ row.body }}' }),
]);

/** @param {any} trigger @param {(trigger: any) => Promise<void>} work */
async function withTrigger(trigger, work) {
  await edit('add-trigger', {
    trigger: { label: 'Tell', table: 'topics', events: ['insert'], as: 'system', ...trigger },
  });
  const made = /** @type {any} */ (forum.data.catalog()).triggers.at(-1);
  try {
    await work(made);
  } finally {
    await edit('remove-trigger', { trigger: made.id });
    await query('delete from app.replies; delete from plinth.runs');
  }
}

it('a mail or call without an address is skipped, the steps after it go on, and the run is done', async () => {
  const notice = action('notify', { recipient: 'field', field: 'author', text: 'x' });
  await withTrigger({ steps: [...NOWHERE, notice, reply] }, async ({ id }) => {
    await forum.data.rows.insert(SYSTEM, 'topics', { title: 'nobody' });
    await query(`insert into app.topics (title) values ('by SQL')`);
    await forum.data.automation.drain();
    const { runs } = await forum.data.runs.list(forum.admin, { of: id });
    assert.deepEqual(
      runs.map((/** @type {any} */ { state, attempts }) => [state, attempts]),
      [
        ['done', 1],
        ['done', 1],
      ],
    );
    const said = runs[0].steps.map((/** @type {any} */ { message }) => message);
    assert.deepEqual(said, [...NOWHERE.map(() => 'Skipped: no address'), 'Nobody was notified', 'Created']);
    assert.equal((await query('select count(*)::int as n from app.replies')).rows[0].n, 2);
    assert.equal((await query('select count(*)::int as n from plinth.mails')).rows[0].n, 0);
  });
});

it('a step of a workflow without an address is skipped too', async () => {
  const steps = [
    ...NOWHERE.map((one, i) => ({ id: `nobody${i}`, kind: 'action', ...one })),
    { id: 'after', kind: 'action', ...reply },
  ];
  await edit('add-workflow', { workflow: { name: 'tell', label: 'Tell', table: 'topics', as: 'system', steps } });
  const { id: row } = await forum.data.rows.insert(SYSTEM, 'topics', { title: 'nobody' });
  const run = await forum.data.workflows.start(SYSTEM, { workflow: 'tell', row });
  await forum.data.workflows.runner.drain();
  const { run: ended, steps: log } = await forum.data.workflows.runs.get(forum.admin, run);
  assert.equal(ended.state, 'done', JSON.stringify(ended.error));
  const said = log.map((/** @type {any} */ { output }) => output?.message);
  assert.deepEqual(said, [...NOWHERE.map(() => 'Skipped: no address'), 'Created']);
  await query('delete from app.replies');
});

it('on a button it is an error and nothing is saved; settings without an address are refused', async () => {
  const { id } = await forum.data.rows.insert(SYSTEM, 'topics', { title: 'nobody' });
  const press = { action: 'run_steps', config: { steps: [reply, NOWHERE[0]] }, table: 'topics', id };
  await assert.rejects(forum.data.actions.run(forum.admin, press), { code: 'MAIL_NO_RECIPIENT' });
  assert.equal((await query('select count(*)::int as n from app.replies')).rows[0].n, 0);
  await withTrigger({ steps: [mail({ recipient: 'fixed', address: '' })] }, async (trigger) => {
    await forum.data.rows.insert(SYSTEM, 'topics', { title: 'mistake' });
    await forum.data.automation.drain();
    const { runs } = await forum.data.runs.list(forum.admin, { of: trigger.id });
    assert.deepEqual([runs[0].state, runs[0].error?.code], ['failed', 'MAIL_NO_RECIPIENT']);
  });
});

it('a trigger that no person starts must name its rights when it is made, not at each run', async () => {
  const make = (/** @type {any} */ given) =>
    edit('add-trigger', { trigger: { label: 'Hook', source: 'webhook', as: 'cause', ...given } });
  const fixed = mail({ recipient: 'fixed', address: 'a@example.com' });
  const closed = action('insert_row', { table: 'topics', values: [{ field: 'title', source: 'value', value: 'x' }] });
  const own = action('update_row', { values: [{ field: 'title', source: 'value', value: 'x' }] });
  for (const given of [
    { steps: [fixed] },
    { steps: [action('log', { text: 'x' }), closed] },
    { source: 'schedule', table: 'topics', options: { every: 'day' }, steps: [own] },
    { as: undefined, steps: [fixed] },
  ])
    await assert.rejects(make(given), (/** @type {any} */ { code, details }) => {
      assert.equal(code, 'INPUT_INVALID');
      assert.match(details.fields.as, /^Nobody is signed in when this starts, .*Choose a person or the system$/);
      return true;
    });
  for (const given of [
    { steps: [fixed], as: 'system' },
    { steps: [fixed], as: 'user', user: forum.people.ada },
    { steps: [action('log', { text: 'x' })] },
    { source: 'rows', table: 'topics', events: ['insert'], steps: [fixed] },
  ]) {
    await make(given);
    await edit('remove-trigger', { trigger: /** @type {any} */ (forum.data.catalog()).triggers.at(-1).id });
  }
});
