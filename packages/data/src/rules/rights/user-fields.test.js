import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SYSTEM, createForum } from '../../gate/rows/testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @param {string} name @param {any} input */
const edit = (name, input) => forum.data.edit(SYSTEM, name, input);
const none = { read: 'none', create: 'none', update: 'none', delete: 'none' };

before(async () => {
  forum = await createForum();
  await edit('add-table', {
    name: 'profiles',
    fields: [
      { name: 'person', type: 'one_to_one', required: true, attributes: { table: 'users' } },
      { name: 'department', type: 'text' },
      { name: 'level', type: 'integer' },
      { name: 'name', type: 'text' },
    ],
    owner: 'person',
    person: 'person',
    access: { user: { ...none, read: 'own' } },
  });
  await edit('add-table', {
    name: 'tasks',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'department', type: 'text' },
    ],
  });
  const { data, people } = forum;
  await data.rows.insert(SYSTEM, 'profiles', { person: people.ada, department: 'sales', level: 3, name: 'not ada' });
  await data.rows.insert(SYSTEM, 'profiles', { person: people.ben, level: 1 });
  for (const department of ['sales', 'support', null])
    await data.rows.insert(SYSTEM, 'tasks', { title: `of ${department}`, department });
});
after(() => forum?.close());

/** @param {any} actor @param {any} [where] */
async function titles(actor, where) {
  const spec = { table: 'tasks', select: [{ as: 'title', field: 'title' }], sort: [{ field: 'id' }], where };
  const [{ rows }] = await forum.data.select(actor, [{ spec, params: {} }]);
  return rows.map(({ title }) => title);
}

describe('profile fields of users', () => {
  it('decide in rules of access', async () => {
    const rule = 'row.department == user.department';
    await edit('set-access', { table: 'tasks', access: { user: { ...none, read: { rule } } } });
    assert.deepEqual(await titles(forum.ada), ['of sales']);
    // Neither has a department: two that are empty are not equal.
    assert.deepEqual(await titles(forum.ben), []);
    const { id } = (
      await forum.data.select(SYSTEM, [{ spec: { table: 'profiles', select: [], limit: 1 }, params: {} }])
    )[0].rows[0];
    await forum.data.rows.update(SYSTEM, 'profiles', /** @type {any} */ (id), { department: 'support' });
    assert.deepEqual(await titles(forum.ada), ['of support']);
    await forum.data.rows.update(SYSTEM, 'profiles', /** @type {any} */ (id), { department: 'sales' });
  });

  it('Z4: count as they were before a write that changes them itself', async () => {
    const { data, ada } = forum;
    const [{ rows }] = await data.select(SYSTEM, [
      { spec: { table: 'profiles', select: [], where: { field: 'name', op: 'eq', value: 'not ada' } }, params: {} },
    ]);
    const { id } = rows[0];
    const buddies = { name: 'buddies', type: 'many_to_many', attributes: { table: 'users' } };
    await edit('add-field', { table: 'profiles', field: buddies });
    await edit('add-field', {
      table: 'tasks',
      field: { name: 'of', type: 'relation', attributes: { table: 'profiles' } },
    });
    for (const also of ['row.buddies.size() >= 0', 'row.tasks.size() >= 0']) {
      const rule = `user.level >= row.level && ${also}`;
      await edit('set-access', { table: 'profiles', access: { user: { ...none, read: 'own', update: { rule } } } });
      const ways = /** @type {((level: number) => Promise<unknown>)[]} */ ([
        (level) => data.rows.update(ada, 'profiles', id, { level }),
        (level) => data.rows.transact(ada, [{ op: 'update', table: 'profiles', id, values: { level } }]),
        (level) => data.rows.saveTree(ada, { table: 'profiles', id, values: { level } }),
      ]);
      for (const change of ways) {
        await assert.rejects(change(9), { code: 'FORBIDDEN' }, also);
        await change(3);
      }
    }
    await edit('set-access', { table: 'profiles', access: { user: { ...none, read: 'own' } } });
  });

  it('are known in filters, as far as one may read the own profile', async () => {
    await edit('set-access', { table: 'tasks', access: { user: { ...none, read: 'all' } } });
    const where = { expression: 'user.level > 2 && row.department == user.department' };
    assert.deepEqual(await titles(forum.ada, where), ['of sales']);
    assert.deepEqual(await titles(forum.ben, where), []);
    await edit('set-access', { table: 'profiles', access: {}, owner: 'person' });
    assert.deepEqual(await titles(forum.ada, where), []);
    await edit('set-access', { table: 'profiles', access: { user: { ...none, read: 'own' } }, owner: 'person' });
    await edit('set-access', { table: 'profiles', fields: { level: { read: [], write: [] } } });
    await assert.rejects(titles(forum.ada, where), { code: /EXPRESSION_INVALID|FIELD_NOT_FOUND/ });
    await edit('set-access', { table: 'profiles', fields: { level: { read: null, write: null } } });
  });

  it('are shown by the explainer, and never hide what every user has', async () => {
    const { data, people } = forum;
    const question = { table: 'tasks', rule: 'user.level > 2 && user.name == "ada"', id: 1, user: people.ada };
    const verdict = await data.access.tryRule(forum.admin, question);
    assert.equal(verdict?.holds, true);
    const values = JSON.stringify(verdict);
    assert.match(values, /"name":"user.level","value":3/);
    assert.doesNotMatch(values, /not ada/);
  });

  it('follow renames, and are reported as a problem when removed', async () => {
    const rule = 'row.department == user.department';
    await edit('set-access', { table: 'tasks', access: { user: { ...none, read: { rule } } } });
    await edit('change-field', { table: 'profiles', field: 'department', changes: { name: 'unit' } });
    assert.deepEqual(forum.data.catalog().table('tasks').access.user.read, { rule: 'row.department == user.unit' });
    assert.deepEqual(await titles(forum.ada), ['of sales']);
    await edit('change-field', { table: 'profiles', field: 'person', changes: { name: 'who' } });
    assert.equal(forum.data.catalog().table('profiles').person, 'who');
    assert.deepEqual(await titles(forum.ada), ['of sales']);
    await edit('remove-field', { table: 'profiles', field: 'unit' });
    assert.match(
      forum.data
        .catalog()
        .problems.map(({ message }) => message)
        .join(),
      /no "unit"/,
    );
    assert.deepEqual(await titles(forum.ada), []);
  });

  it('are kept by one table, one row for each', async () => {
    const fields = [
      { name: 'person', type: 'one_to_one', attributes: { table: 'users' } },
      { name: 'other', type: 'user' },
    ];
    const add = (/** @type {string} */ person) => edit('add-table', { name: 'more', fields, person });
    await assert.rejects(add('other'), { code: 'INPUT_INVALID' });
    await assert.rejects(add('person'), (/** @type {any} */ error) =>
      /already holds the profile fields/.test(error.details.fields.person),
    );
  });
});
