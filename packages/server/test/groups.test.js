import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Record<string, any>} */
const clients = {};
/** @type {any} */
let groups;

before(async () => {
  server = await startTestServer({ users: { ann: ['user'], bob: ['user'] } });
  ({ groups } = server.data.people);
  const { data, system } = server;
  await groups.create(system, { label: 'Crew', name: 'crew' });
  await data.edit(system, 'add-table', {
    name: 'plans',
    access: { user: { read: { rule: '"crew" in user.groups' } } },
    fields: [{ name: 'title', type: 'text' }],
  });
  await data.rows.insert(system, 'plans', { title: 'canary' });
  await data.edit(system, 'add-view', {
    view: {
      name: 'plans',
      label: 'Plans',
      template: 'list',
      table: 'plans',
      roles: ['user'],
      config: { columns: [{ kind: 'field', field: 'title' }] },
    },
  });
  for (const name of ['ann', 'bob']) clients[name] = await server.as(name);
});
after(() => server?.close());

/** @param {string} name */
const sees = async (name) => (await clients[name].get('/view/plans')).text.includes('canary');

describe('groups and pages from memory', () => {
  it('Z2: people of the same roles but of other groups share no page', async () => {
    await groups.addMember(server.system, 'crew', clients.bob.user.id);
    for (let i = 0; i < 3; i++) assert.deepEqual([await sees('bob'), await sees('ann')], [true, false]);
    await groups.addMember(server.system, 'crew', clients.ann.user.id);
    for (let i = 0; i < 3; i++) assert.deepEqual([await sees('bob'), await sees('ann')], [true, true]);
    await groups.removeMember(server.system, 'crew', clients.bob.user.id);
    for (let i = 0; i < 3; i++) assert.deepEqual([await sees('bob'), await sees('ann')], [false, true]);
    await groups.remove(server.system, 'crew');
    for (let i = 0; i < 2; i++) assert.deepEqual([await sees('bob'), await sees('ann')], [false, false]);
  });

  it('Z2: a change by psql counts as well', async () => {
    const { db } = /** @type {any} */ (server.data);
    await db.query("insert into plinth.groups (name, label) values ('crew', 'Crew')");
    await db.query({
      text: 'insert into plinth.group_members (user_id, group_id) select $1, id from plinth.groups',
      values: [clients.bob.user.id],
    });
    assert.deepEqual([await sees('bob'), await sees('ann')], [true, false]);
    await db.query('truncate plinth.group_members');
    assert.deepEqual([await sees('bob'), await sees('ann')], [false, false]);
  });
});
