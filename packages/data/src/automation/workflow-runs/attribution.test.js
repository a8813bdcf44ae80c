import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createDocument } from './document.js';
import { doerOf } from './doer-of.js';
import { SYSTEM, createForum } from '../../gate/rows/testing/forum.js';

/** @type {any} */
let forum;
before(async () => {
  forum = await createForum();
  const roles = Object.fromEntries(forum.data.catalog().roles.map((/** @type {any} */ { name, id }) => [name, id]));
  for (const person of ['ada', 'ben'])
    await forum.data.db.query({
      text: 'insert into plinth.user_roles (user_id, role_id) values ($1, $2)',
      values: [forum.people[person], roles.user],
    });
});
after(() => forum?.close());

const query = async (/** @type {string} */ text, /** @type {any[]} */ values = []) =>
  (await forum.data.db.query({ text, values })).rows;
const set = (/** @type {string} */ id, /** @type {string} */ status) => ({
  id,
  kind: 'action',
  do: { action: 'update_row', config: { values: [{ field: 'status', source: 'value', value: status }] } },
});
const tell = (/** @type {string} */ id, /** @type {string} */ text) => ({
  id,
  kind: 'action',
  do: { action: 'notify', config: { recipient: 'field', field: 'author', text } },
});

/** Ada asks, Ben decides. @param {string} as @param {any} [task] */
async function decided(as, task = {}) {
  const { people, data, ada } = forum;
  const name = `ask_${as}`;
  const ask = { id: 'ask', kind: 'task', title: 'Approve', to: 'user', toUser: people.ben, ...task };
  const steps = [set('begun', 'open'), tell('early', 'Asked'), ask, set('approved', 'done'), tell('late', 'Approved')];
  await data.edit(SYSTEM, 'add-workflow', { workflow: { name, label: name, table: 'topics', as, steps } });
  const { id } = await data.rows.insert(ada, 'topics', { title: 'Chair', author: people.ada });
  await data.workflows.start(ada, { workflow: name, row: id });
  await data.workflows.runner.drain();
  const ben = { userId: people.ben, roles: ['user', 'public'], system: false };
  const [open] = await query(`select id, not_by from plinth.tasks where state = 'open'`);
  await data.workflows.tasks.decide(ben, open.id, { outcome: 'approve', comment: 'Good', timeZone: 'UTC', values: {} });
  await data.workflows.runner.drain();
  return { id, task: open };
}

describe('the steps of a run after a task was answered', () => {
  for (const [as, first] of /** @type {const} */ ([
    ['cause', 'ada'],
    ['system', null],
  ]))
    it(`are attributed to the person who answered, with the rights of the run as before (${as})`, async () => {
      const { people, data, ada } = forum;
      const { id, task } = await decided(as);
      assert.equal(task.not_by, people.ada, 'nobody decides what they asked for, unless the step says otherwise');
      const updates = await query(
        `select user_id from plinth.row_history where row_key = $1 and operation = 'update' order by id`,
        [String(id)],
      );
      const who = updates.map((/** @type {any} */ { user_id: one }) => one);
      assert.deepEqual(who, [first && people[first], people.ben].slice(-who.length));
      assert.equal(who.at(-1), people.ben, 'the history names who approved it');
      const row = await data.rows.get(SYSTEM, 'topics', id);
      assert.deepEqual([row.status, row.updated_by, row.created_by], ['done', people.ben, people.ada]);
      const [told] = await query(
        `delete from plinth.notifications where text = 'Approved' returning user_id, actor_id`,
      );
      assert.deepEqual(told, { user_id: people.ada, actor_id: people.ben }, 'the requester is told, and by whom');
      const early = await query(`delete from plinth.notifications where text = 'Asked' returning actor_id`);
      assert.equal(early.length, as === 'system' ? 1 : 0, 'nobody is told of their own doings');
      const { tasks } = await data.workflows.tasks.list(ada, { state: 'done' });
      assert.deepEqual(
        tasks.map((/** @type {any} */ { outcome, comment, decidedBy }) => [outcome, comment, decidedBy.id])[0],
        ['approve', 'Good', people.ben],
        'the requester reads the answer',
      );
      assert.equal((await data.workflows.tasks.list(ada, { state: 'open' })).tasks.length, 0);
    });

  it('in parallel parts are attributed to the person who answered that part’s task', () => {
    const task = (/** @type {string} */ id) => ({ id, kind: 'task' });
    const part = (/** @type {string} */ id) => ({ label: id, steps: [task(id), { id: `${id}2`, kind: 'stop' }] });
    const body = {
      steps: [task('first'), { id: 'both', kind: 'parallel', branches: [part('a'), part('b')] }],
      onError: [],
    };
    const document = createDocument(/** @type {any} */ (body));
    const results = { first: { by: 'Ann', at: '1' }, a: { by: 'Ben', at: '2' }, b: { by: 'Cyd', at: '3' } };
    const doer = (/** @type {string} */ path, known = results, /** @type {any} */ came = undefined) =>
      doerOf(
        document,
        { results: known },
        { to: came ? 'resume' : 'enter', path },
        /** @type {any} */ ({ data: { came } }),
      );
    assert.equal(doer('steps/1/branches/0/steps/1'), 'Ben');
    assert.equal(doer('steps/1/branches/1/steps/1'), 'Cyd');
    assert.equal(doer('steps/2'), 'Cyd', 'after all parts, of the last answer');
    assert.equal(doer('steps/1', /** @type {any} */ ({})), null);
    assert.equal(doer('steps/0', /** @type {any} */ ({}), { outcome: 'approve', by: 'Ann' }), 'Ann');
    assert.equal(doer('steps/0', /** @type {any} */ ({}), { state: 'done', by: 'Eve' }), null);
  });
});
