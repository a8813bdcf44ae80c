import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
before(async () => {
  forum = await createForum({ history: false, rowSecurity: false });
  await forum.data.edit(SYSTEM, 'add-table', {
    name: 'jobs',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'person', type: 'user' },
      { name: 'crew', type: 'many_to_many', attributes: { table: 'users' } },
    ],
  });
});
after(() => forum?.close());

it('rules over the row are one statement, those over its pairs one round trip in which a changed row is held first', async () => {
  const { data, ada, people } = forum;
  const cost = async (/** @type {() => Promise<unknown>} */ work) => {
    const before = data.db.counters();
    await work();
    const now = data.db.counters();
    return [now.statements - before.statements, now.roundTrips - before.roundTrips];
  };
  const grant = (/** @type {string} */ rule) => {
    const access = { read: 'all', create: { rule }, update: { rule }, delete: { rule } };
    return data.edit(SYSTEM, 'set-access', { table: 'jobs', access: { user: access } });
  };
  const values = { title: 'x', person: people.ada, crew: [people.ben] };
  for (const [rule, held] of /** @type {const} */ ([
    ['row.person == user.id', 1],
    ['row.crew.size() > 0', 4],
  ])) {
    await grant(rule);
    /** @type {any[]} */
    const made = [];
    const insert = async () => made.push(await data.rows.insert(ada, 'jobs', values));
    assert.deepEqual(await cost(() => Promise.all([insert(), insert(), insert()])), [1, 1], rule);
    assert.deepEqual(await cost(() => data.rows.update(ada, 'jobs', made[0].id, values)), [held, 1], rule);
    assert.deepEqual(await cost(() => data.rows.remove(ada, 'jobs', made[0].id)), [held, 1], rule);
  }
});
