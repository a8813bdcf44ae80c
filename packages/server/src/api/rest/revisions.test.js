import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Record<string, string>} */
const tokens = {};
before(async () => {
  server = await startTestServer();
  const { data, system } = server;
  const fields = [{ name: 'title', type: 'text' }];
  await data.edit(system, 'add-table', { name: 'things', fields, access: { user: { read: 'all' } } });
  await data.rows.insert(system, 'things', { title: 'kept' });
  for (const name of ['admin', 'user']) {
    const { user } = await server.as(name);
    tokens[name] = (await data.people.apiTokens.create(system, user.id, { name: 'x' })).token;
  }
  const admin = await server.as('admin');
  tokens.small = (await data.people.apiTokens.create(system, admin.user.id, { name: 'x', tables: ['things'] })).token;
});
after(() => server?.close());

/** @param {string} who @param {string} method @param {string} path @param {unknown} [body] */
async function call(who, method, path, body) {
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: {
      ...(who && { authorization: `Bearer ${tokens[who]}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: await answer.json() };
}
const titles = async () =>
  (await call('admin', 'GET', 'tables/things/rows')).json.rows.map((/** @type {any} */ r) => r.title);

describe('metadata by the API', () => {
  it('K10: an edit is shown first, made, listed, taken back with its data, and made again', async () => {
    const edit = { edit: 'remove-field', input: { table: 'things', field: 'title' } };
    const shown = await call('admin', 'POST', 'edits', { ...edit, dryRun: true });
    assert.ok(shown.json.changes.length > 0 && shown.json.sql.length > 0);
    assert.deepEqual(await titles(), ['kept']);
    const { json: made } = await call('admin', 'POST', 'edits', edit);
    assert.deepEqual(await titles(), [undefined]);
    const [newest] = (await call('admin', 'GET', 'revisions?limit=1')).json.revisions;
    assert.deepEqual([newest.id, newest.edit], [made.revision, 'remove-field']);
    const one = await call('admin', 'GET', `revisions/${made.revision}`);
    assert.equal(one.json.changes[0].before.name ?? one.json.changes[0].name, 'title');
    const dry = await call('admin', 'POST', `revisions/${made.revision}/undo`, { dryRun: true });
    assert.ok(dry.json.sql.length > 0 && dry.json.changes.length > 0, JSON.stringify(dry.json));
    assert.deepEqual(await titles(), [undefined]);
    assert.equal((await call('admin', 'POST', `revisions/${made.revision}/undo`)).status, 200);
    assert.deepEqual(await titles(), ['kept']);
    assert.equal((await call('admin', 'POST', `revisions/${made.revision}/undo`)).status, 409);
    assert.equal((await call('admin', 'POST', `revisions/${made.revision}/redo`, {})).status, 200);
    assert.deepEqual(await titles(), [undefined]);
    assert.equal((await call('admin', 'POST', `revisions/${made.revision}/undo`)).status, 200);
  });

  it('K10: an edit with objects inside objects is taken back at once', async () => {
    const layout = { id: 'r', type: 'stack', settings: {}, children: [] };
    const input = { page: { name: 'nested', title: 'Nested', roles: [], layout } };
    const made = (await call('admin', 'POST', 'edits', { edit: 'add-page', input })).json;
    const undone = await call('admin', 'POST', `revisions/${made.revision}/undo`);
    assert.equal(undone.status, 200, JSON.stringify(undone.json));
    assert.equal(server.data.catalog().hasPage('nested'), false);
  });

  it('walks through the revisions page by page', async () => {
    const first = await call('admin', 'GET', 'revisions?limit=2');
    const second = await call('admin', 'GET', `revisions?limit=2&after=${first.json.next}`);
    const versions = [...first.json.revisions, ...second.json.revisions].map(({ version }) => version);
    assert.deepEqual(
      versions,
      [...versions].sort((a, b) => b - a),
    );
    for (const query of ['limit=0', 'limit=201', 'after=x', 'after=99999999999'])
      assert.equal((await call('admin', 'GET', `revisions?${query}`)).status, 422, query);
  });

  it('A10: is for admins whose token has no limits', async () => {
    const id = (await call('admin', 'GET', 'revisions?limit=1')).json.revisions[0].id;
    for (const [method, path] of [
      ['GET', 'revisions'],
      ['GET', `revisions/${id}`],
      ['POST', `revisions/${id}/undo`],
      ['POST', `revisions/${id}/redo`],
    ]) {
      const statuses = await Promise.all(
        ['', 'user', 'small'].map(async (who) => (await call(who, method, path)).status),
      );
      assert.deepEqual(statuses, [401, 403, 403], `${method} ${path}`);
    }
    for (const bad of ['x', '%00', "'--", '00000000-0000-7000-8000-000000000000'])
      assert.match(String((await call('admin', 'POST', `revisions/${bad}/undo`)).status), /^40[04]$/, bad);
    assert.equal((await call('admin', 'POST', `revisions/${id}/undo`, { dryrun: true })).status, 422);
  });
});
