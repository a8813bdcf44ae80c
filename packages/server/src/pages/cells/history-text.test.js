import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Readable } from 'node:stream';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('../../testing/client.js').Client} */
let admin;
/** @type {any} */
let task;

before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const edit = (/** @type {string} */ table, /** @type {any[]} */ fields) =>
    server.data.edit(server.system, 'add-table', { name: table, fields, history: true });
  await edit('places', [{ name: 'name', type: 'text' }]);
  await edit('tasks', [
    { name: 'title', type: 'text' },
    { name: 'place', type: 'relation', attributes: { table: 'places' } },
    { name: 'seen', type: 'many_to_many', attributes: { table: 'places' } },
    { name: 'keeper', type: 'user' },
    { name: 'paper', type: 'file' },
    { name: 'papers', type: 'file', attributes: { several: true } },
  ]);
  const [{ id: north }, { id: south }] = await Promise.all(
    ['North', 'South'].map((name) => server.data.rows.insert(server.system, 'places', { name })),
  );
  const { users } = await server.data.people.users.list(server.system, {});
  const values = { title: 'Look', place: north, seen: [north, south], keeper: users[0].id };
  task = await server.data.rows.insert(server.system, 'tasks', values);
  await server.data.rows.update(server.system, 'tasks', task.id, { place: south });
});
after(() => server?.close());

/** The texts of a page's cells and lines. @param {string} path */
async function said(path) {
  const { text } = await admin.get(path);
  return text.replace(/<[^>]*>/g, '|').replace(/\s+/g, ' ');
}

describe('the history of rows shows labels instead of keys', () => {
  it('rows of other tables and people by their names', async () => {
    const page = await said(`/admin/tables/tasks/data/${task.id}/history`);
    assert.match(page, /Place\|+North\|+South\|/);
    assert.match(page, /Keeper\|+–\|+admin\|/);
    assert.doesNotMatch(page, /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\|/, 'no key of a person');
  });

  it('files by their names, those of several and deleted ones too', async () => {
    const { files, rows } = server.data;
    const store = async (/** @type {string} */ name, /** @type {string} */ field) =>
      (await files.add(server.system, Readable.from(['x']), { name, field: { table: 'tasks', field } })).id;
    const [old, next] = [await store('old.txt', 'paper'), await store('<b>new.txt', 'paper')];
    const papers = [await store('z.txt', 'papers'), await store('a.txt', 'papers')];
    const { id } = await rows.insert(server.system, 'tasks', { title: 'Files', paper: old, papers });
    await rows.update(server.system, 'tasks', id, { paper: next, papers: papers.toReversed() });
    const page = await said(`/admin/tables/tasks/data/${id}/history`);
    assert.match(page, /Paper\|+old\.txt\|+&lt;b&gt;new\.txt\|/);
    assert.match(page, /Papers\|+z\.txt, a\.txt\|+a\.txt, z\.txt\|/);
    await files.remove(server.system, papers[0]);
    assert.match(await said(`/admin/tables/tasks/data/${id}/history`), /Papers\|+Deleted file, a\.txt\|/);
  });

  it('deleted rows as well; removed targets by key', async () => {
    await server.data.rows.remove(server.system, 'tasks', task.id);
    assert.match(await said('/admin/tables/tasks/deleted'), /Place: South · Seen: North, South · Keeper: admin/);
    const [{ value: south }] = await server.data.rows.choices(server.system, 'tasks', 'place', { search: 'South' });
    await server.data.rows.remove(server.system, 'places', south);
    assert.match(await said('/admin/tables/tasks/deleted'), new RegExp(`Place: ${south} ·`));
  });
});

it('nothing is told of the field that keeps an order by hand: of a deleted row, in a history, where only it was changed', async () => {
  const { data, system } = server;
  const field = { name: 'board_order', label: 'Order', type: 'rank' };
  await data.edit(system, 'add-table', {
    name: 'cards',
    fields: [{ name: 'title', type: 'text' }, field],
    history: true,
  });
  const { id } = await data.rows.insert(system, 'cards', { title: 'First', board_order: '1' });
  await data.rows.update(system, 'cards', id, { board_order: '2' });
  assert.equal((await data.history.list(system, 'cards', id)).length, 1, 'the row was added, and moved');
  await data.rows.update(system, 'cards', id, { title: 'Second', board_order: '3' });
  assert.doesNotMatch(await said(`/admin/tables/cards/data/${id}/history`), /Order/);
  await data.rows.remove(system, 'cards', id);
  const text = await said('/admin/tables/cards/deleted');
  assert.match(text, /Second/);
  assert.doesNotMatch(text, /Order:/);
  const [{ id: entry }] = await data.history.deleted(system, 'cards');
  await data.history.restoreDeleted(system, 'cards', id, entry);
  assert.equal((await data.rows.get(system, 'cards', id)).board_order, '3', 'the place comes back all the same');
});
