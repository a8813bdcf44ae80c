import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Record<string, string>} */
const tokens = {};
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };

before(async () => {
  server = await startTestServer({ users: { ann: ['user'], ben: ['user'], boss: ['admin'] } });
  const { data, system } = server;
  const title = { name: 'title', type: 'text' };
  const project = { name: 'project', type: 'relation', attributes: { table: 'projects', onDelete: 'cascade' } };
  const access = { user: ALL };
  await data.edit(system, 'add-table', {
    name: 'projects',
    history: true,
    access,
    fields: [{ ...title, unique: true }],
  });
  await data.edit(system, 'add-table', { name: 'issues', history: true, access, fields: [title, project] });
  await data.edit(system, 'add-table', { name: 'notes', history: false, access, fields: [title] });
  for (const name of ['ann', 'ben', 'boss']) await token(name, name);
  await token('reader', 'ann', { operations: ['read'] });
  await token('elsewhere', 'ann', { tables: ['notes'] });
});
after(() => server?.close());

/** @param {string} name @param {string} who @param {object} [limits] */
async function token(name, who, limits = {}) {
  const { user } = await server.as(who);
  tokens[name] = (await server.data.people.apiTokens.create(server.system, user.id, { name, ...limits })).token;
}

/** @param {string} who @param {string} method @param {string} path @param {any} [body] @param {Record<string, string>} [more] */
async function call(who, method, path, body, more = {}) {
  const headers = {
    'content-type': 'application/json',
    ...(tokens[who] && { authorization: `Bearer ${tokens[who]}` }),
  };
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: { ...headers, ...more },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, deletion: answer.headers.get('plinth-deletion'), json: text && JSON.parse(text) };
}

/** @param {string} title */
async function project(title) {
  const { json } = await call('ann', 'POST', 'tables/projects/rows', { title });
  await call('ann', 'POST', 'tables/issues/rows', { title: `${title} 1`, project: json.id });
  return json.id;
}
const undo = (/** @type {string} */ who, /** @type {unknown} */ id) => call(who, 'POST', `deletions/${id}/undo`);

describe('a deletion by the API', () => {
  it('is taken back with all that went with it, once', async () => {
    const id = await project('A');
    const { status, deletion } = await call('ann', 'DELETE', `tables/projects/rows/${id}`);
    assert.equal(status, 204);
    const restored = await undo('ann', deletion);
    assert.deepEqual(restored, {
      status: 200,
      deletion: null,
      json: { rows: [{ table: 'projects', id }], taken: 1, conflicts: [] },
    });
    assert.equal((await call('ann', 'GET', `tables/issues/rows?project=${id}`)).json.rows.length, 1);
    const again = await undo('ann', deletion);
    assert.deepEqual([again.status, again.json.code], [409, 'ALREADY_RESTORED']);
  });

  it('is named by every way to delete, also when the request is repeated', async () => {
    const [one, two, three, four, five] = [
      await project('B1'),
      await project('B2'),
      await project('B3'),
      await project('B4'),
      await project('B5'),
    ];
    const etag = await fetch(`${server.url}/api/v1/tables/projects/rows/${five}`, {
      headers: { authorization: `Bearer ${tokens.ann}` },
    }).then(({ headers }) => headers.get('etag') ?? '');
    const deletions = [
      (await call('ann', 'DELETE', `tables/projects/rows/${five}`, undefined, { 'if-match': etag })).deletion,
    ];
    const key = { 'idempotency-key': 'k-1' };
    const first = await call('ann', 'DELETE', `tables/projects/rows/${one}`, undefined, key);
    const repeated = await call('ann', 'DELETE', `tables/projects/rows/${one}`, undefined, key);
    assert.ok(first.deletion);
    assert.equal(repeated.deletion, first.deletion);
    const many = await call('ann', 'DELETE', 'tables/projects/rows', [two, three, 999_999]);
    assert.deepEqual(
      many.json.results.map((/** @type {any} */ { status }) => status),
      [204, 204, 404],
    );
    deletions.push(first.deletion, many.json.results[0].deletion, many.json.results[1].deletion);
    const steps = [{ op: 'delete', table: 'projects', id: four }];
    deletions.push((await call('ann', 'POST', 'transactions', { steps })).deletion);
    for (const deletion of deletions) assert.equal((await undo('ann', deletion)).json.taken, 1);
    assert.equal((await call('ann', 'GET', 'tables/projects/rows?title.starts=B')).json.rows.length, 5);
  });

  it('has no name where the table keeps no history', async () => {
    const { json } = await call('ann', 'POST', 'tables/notes/rows', { title: 'x' });
    const gone = await call('ann', 'DELETE', `tables/notes/rows/${json.id}`);
    assert.deepEqual([gone.status, gone.deletion], [204, null]);
  });

  it('Z3: is taken back by nobody else, by no token that may not delete there, and by no visitor', async () => {
    const id = await project('C');
    const { deletion } = await call('ann', 'DELETE', `tables/projects/rows/${id}`);
    for (const [who, status, code] of /** @type {[string, number, string][]} */ ([
      ['ben', 404, 'DELETION_NOT_FOUND'],
      ['visitor', 401, 'LOGIN_REQUIRED'],
      ['reader', 403, 'FORBIDDEN'],
      ['elsewhere', 403, 'FORBIDDEN'],
    ])) {
      const refused = await undo(who, deletion);
      assert.deepEqual([refused.status, refused.json.code], [status, code], who);
    }
    assert.equal((await call('ann', 'GET', `tables/projects/rows/${id}`)).status, 404);
    assert.equal((await undo('boss', deletion)).status, 200);
  });

  it('is not found by a made-up name', async () => {
    for (const id of ['x', '00000000-0000-7000-8000-000000000000'])
      assert.deepEqual([(await undo('boss', id)).json.code], ['DELETION_NOT_FOUND'], id);
  });

  it('names what is in the way, and says so if nothing can come back', async () => {
    const id = await project('D');
    const { deletion } = await call('ann', 'DELETE', `tables/projects/rows/${id}`);
    await call('ann', 'POST', 'tables/projects/rows', { title: 'D' });
    const part = await undo('ann', deletion);
    assert.deepEqual([part.status, part.json.rows, part.json.taken], [200, [], 1]);
    const [{ table, title, error }] = part.json.conflicts;
    assert.deepEqual([table, title, error.title], ['projects', 'D', 'Title is already taken']);
    const refused = await undo('ann', deletion);
    assert.deepEqual([refused.status, refused.json.code], [409, 'RESTORE_CONFLICT']);
  });
});
