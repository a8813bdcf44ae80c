import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { VISITOR, createForum } from '../../gate/rows/testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
before(async () => {
  forum = await createForum({ history: false });
});
after(() => forum.close());

/** @param {string} action @param {any} id @param {any} [config] @param {any} [actor] */
const run = (action, id, config = {}, actor = forum.ada) =>
  forum.data.actions.run(actor, { action, config, table: 'topics', id });
const topic = (values = {}) => forum.data.rows.insert(forum.ada, 'topics', { title: 't', ...values });
const get = (/** @type {any} */ id) => forum.data.rows.get(forum.staff, 'topics', id);

describe('actions', () => {
  it('delete_row deletes and returns where to go', async () => {
    const { id } = await topic();
    assert.deepEqual(await run('delete_row', id, { goToView: 'topics_list' }), {
      message: 'Deleted',
      deletion: null,
      goTo: { view: 'topics_list' },
    });
    await assert.rejects(get(id), { code: 'ROW_NOT_FOUND' });
  });

  it('update_row sets values, the user, now and nothing', async () => {
    const { id } = await topic({ priority: 3 });
    await run('update_row', id, {
      values: [
        { field: 'status', source: 'value', value: 'done' },
        { field: 'author', source: 'user' },
        { field: 'starts', source: 'now' },
        { field: 'priority', source: 'empty' },
      ],
    });
    const row = await get(id);
    assert.deepEqual([row.status, row.author, row.priority], ['done', forum.people.ada, null]);
    assert.match(row.starts, /^20/);
  });

  it('insert_row makes a row that can point back', async () => {
    const { id } = await topic();
    const values = [{ field: 'text', value: 'made' }];
    const result = await run('insert_row', id, { table: 'replies', relation: 'topic', values, goToView: 'reply' });
    const made = /** @type {any} */ (result).goTo.state.id;
    assert.equal((await forum.data.rows.get(forum.ada, 'replies', made)).topic, id);
    await assert.rejects(run('insert_row', id, {}), { code: 'ACTION_INCOMPLETE' });
  });

  it('toggle_field switches a yes/no field', async () => {
    const { id } = await topic();
    await run('toggle_field', id, { field: 'done' });
    assert.equal((await get(id)).done, true);
    await run('toggle_field', id, { field: 'done' });
    assert.equal((await get(id)).done, false);
    await assert.rejects(run('toggle_field', id, { field: 'title' }), { code: 'ACTION_INCOMPLETE' });
    await assert.rejects(run('toggle_field', id, { field: 'gone' }), { code: 'ACTION_INCOMPLETE' });
  });

  it('duplicate_row copies the values', async () => {
    const { id } = await topic({ title: 'copy me', priority: 4, labels: ['red'] });
    const result = await run('duplicate_row', id, { goToView: 'v' });
    const copy = await get(/** @type {any} */ (result).goTo.state.id);
    assert.notEqual(copy.id, id);
    assert.deepEqual([copy.title, copy.priority, copy.labels], ['copy me', 4, ['red']]);
  });

  it('go_to returns the address, with the key of the row if wanted', async () => {
    assert.deepEqual(await run('go_to', 5, { view: 'v' }), { goTo: { view: 'v', state: { id: 5 } } });
    assert.deepEqual(await run('go_to', 5, { view: 'v', withRow: false }), { goTo: { view: 'v' } });
    assert.deepEqual(await run('go_to', null, { page: 'p' }), { goTo: { page: 'p' } });
  });

  it('Z5: answers 404 on a row out of reach and does nothing', async () => {
    const { id } = await topic({ priority: 1 });
    for (const actor of [forum.ben, VISITOR]) {
      for (const [action, config] of /** @type {[string, any][]} */ ([
        ['delete_row', {}],
        ['update_row', { values: [{ field: 'priority', value: '9' }] }],
        ['toggle_field', { field: 'done' }],
        ['duplicate_row', {}],
      ])) {
        await assert.rejects(run(action, id, config, actor), { code: 'ROW_NOT_FOUND', status: 404 });
      }
    }
    const row = await get(id);
    assert.deepEqual([row.priority, row.done], [1, false]);
  });

  it('refuse to run without the row that they need', async () => {
    await assert.rejects(run('delete_row', null), { code: 'ACTION_NEEDS_ROW', status: 422 });
    await assert.rejects(run('no_such', 1), { code: 'DEFINITION_NOT_FOUND' });
  });
});
