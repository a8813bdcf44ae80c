import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** Tokens by whose they are. @type {Record<string, string>} */
const tokens = {};
const NOBODYS = '019a0000-0000-7000-8000-000000000000';
let task = 0;
let hidden = 0;

before(async () => {
  server = await startTestServer({ users: { ada: ['staff'], ben: ['staff'], cyd: ['guest'] } });
  const { data, system } = server;
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
  await edit('add-role', { role: { name: 'guest', label: 'Guest' } });
  const fields = [
    { name: 'title', type: 'text' },
    { name: 'secret', type: 'boolean' },
  ];
  const access = {
    staff: { read: { rule: 'row.secret != true' }, update: 'all' },
    guest: { read: { rule: 'row.secret != true' } },
    public: { read: { rule: 'row.secret != true' } },
  };
  await edit('add-table', { name: 'tasks', label: 'Tasks', comments: 'editors', access, fields });
  await edit('add-table', { name: 'quiet', access: { staff: { read: 'all' } }, fields });
  task = (await data.rows.insert(system, 'tasks', { title: 'Open', secret: false })).id;
  hidden = (await data.rows.insert(system, 'tasks', { title: 'Canary', secret: true })).id;
  await data.rows.insert(system, 'quiet', { title: 'No comments' });
  for (const name of ['ada', 'ben', 'cyd', 'admin']) {
    const { user } = await server.as(name);
    tokens[name] = (await data.people.apiTokens.create(system, user.id, { name })).token;
    const limits = { name: 'reader', operations: ['read'] };
    tokens[`${name}Reader`] = (await data.people.apiTokens.create(system, user.id, limits)).token;
  }
});
after(() => server?.close());

/** @param {string | null} who @param {string} method @param {string} [path] @param {any} [body] @param {number} [row] */
async function call(who, method, path = '', body = undefined, row = task) {
  const answer = await fetch(`${server.url}/api/v1/tables/tasks/rows/${row}/comments${path}`, {
    method,
    headers: {
      ...(who && { authorization: `Bearer ${tokens[who]}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, json: text ? JSON.parse(text) : null };
}

describe('comments in the API', () => {
  it('are added, with mentions by name, changed, read and deleted', async () => {
    const made = await call('ada', 'POST', '', { text: 'Ask @ben, please\r\n<b>' });
    assert.equal(made.status, 201, made.text);
    const { user: ben } = await server.as('ben');
    const { id, at, ...rest } = made.json;
    assert.deepEqual(rest, {
      text: 'Ask @ben, please\n<b>',
      by: { id: (await server.as('ada')).user.id, name: 'ada' },
      mentions: [{ id: ben.id, name: 'ben' }],
      editedAt: null,
      isOwn: true,
    });
    assert.match(at, /^\d{4}-.*Z$/);
    assert.equal(
      await server.data.notifications.unread({ userId: ben.id, roles: ['staff', 'user', 'public'], system: false }),
      1,
    );
    const changed = await call('ada', 'PATCH', `/${id}`, { text: 'Done' });
    assert.deepEqual([changed.status, changed.json.text, changed.json.mentions], [200, 'Done', []]);
    assert.ok(changed.json.editedAt);
    const [read] = (await call('ben', 'GET')).json.comments;
    assert.deepEqual([read.text, read.isOwn], ['Done', false]);
    assert.equal((await call('ada', 'DELETE', `/${id}`)).status, 204);
    assert.deepEqual((await call('ben', 'GET')).json, { comments: [], next: null });
    assert.equal((await call('ada', 'PATCH', `/${id}`, { text: 'x' })).json.code, 'COMMENT_NOT_FOUND');
  });

  it('come newest first, a page at a time', async () => {
    for (const n of [1, 2, 3, 4, 5]) await call('ada', 'POST', '', { text: `No. ${n}` });
    const seen = [];
    for (let after = ''; after !== null;) {
      const { json } = await call('cyd', 'GET', `?limit=2${after && `&after=${after}`}`);
      assert.ok(json.comments.length <= 2);
      seen.push(...json.comments.map((/** @type {any} */ one) => one.text));
      after = json.next;
    }
    assert.deepEqual(seen, ['No. 5', 'No. 4', 'No. 3', 'No. 2', 'No. 1']);
    assert.equal((await call('cyd', 'GET', '?limit=0')).json.code, 'QUERY_INVALID');
    assert.equal((await call('cyd', 'GET', '?limit=101')).json.code, 'QUERY_INVALID');
    assert.equal((await call('cyd', 'GET', '?after=x')).status, 200);
  });

  it('Z1: of a row that one may not read are not there, for nobody', async () => {
    const said = await call('admin', 'POST', '', { text: 'canary secret' }, hidden);
    assert.equal(said.status, 201);
    for (const who of ['ada', 'cyd', null]) {
      const tries = [
        await call(who, 'GET', '', undefined, hidden),
        await call(who, 'POST', '', { text: 'x' }, hidden),
        await call(who, 'PATCH', `/${said.json.id}`, { text: 'x' }, hidden),
        await call(who, 'DELETE', `/${said.json.id}`, undefined, hidden),
        // Through a row that one may read.
        await call(who, 'PATCH', `/${said.json.id}`, { text: 'x' }),
        await call(who, 'DELETE', `/${said.json.id}`),
      ];
      for (const { status, text } of tries) {
        assert.ok(status === 404 || (who === null && status === 401), `${who} ${status} ${text}`);
        assert.doesNotMatch(text, /canary|Canary/);
      }
    }
    const [kept] = (await call('admin', 'GET', '', undefined, hidden)).json.comments;
    assert.equal(kept.text, 'canary secret');
  });

  it('are written by whom the table lets write, and changed by their author alone', async () => {
    const { json } = await call('ada', 'POST', '', { text: 'mine' });
    assert.equal((await call('cyd', 'POST', '', { text: 'x' })).status, 403, 'a reader; only editors write');
    assert.equal((await call(null, 'POST', '', { text: 'x' })).status, 401);
    assert.equal((await call(null, 'GET')).status, 200, 'everybody may read the row');
    for (const who of ['ben', 'cyd', 'admin'])
      assert.equal((await call(who, 'PATCH', `/${json.id}`, { text: 'x' })).status, 403, who);
    for (const who of ['ben', 'cyd']) assert.equal((await call(who, 'DELETE', `/${json.id}`)).status, 403, who);
    for (const [method, path] of [
      ['POST', ''],
      ['PATCH', `/${json.id}`],
      ['DELETE', `/${json.id}`],
    ]) {
      const body = method === 'DELETE' ? undefined : { text: 'x' };
      assert.equal((await call('adaReader', method, path, body)).status, 403, `${method} by a token for reading`);
    }
    assert.equal((await call('adaReader', 'GET')).json.comments[0].text, 'mine');
    assert.equal((await call('admin', 'DELETE', `/${json.id}`)).status, 204);
  });

  it('are refused with a reason', async () => {
    const { json } = await call('ada', 'POST', '', { text: 'kept' });
    const long = 'x'.repeat(10_001);
    for (const body of [
      {},
      { text: '' },
      { text: '  ' },
      { text: 5 },
      { text: long },
      [],
      { text: 'x', by: NOBODYS },
      { text: 'x', mentions: 'a' },
    ]) {
      for (const [method, path] of [
        ['POST', ''],
        ['PATCH', `/${json.id}`],
      ]) {
        const answer = await call('ada', method, path, body);
        assert.equal(answer.status, 422, JSON.stringify(body).slice(0, 60));
        assert.equal(answer.json.code, 'INPUT_INVALID');
      }
    }
    assert.equal((await call('ada', 'PATCH', '/no-id', { text: 'x' })).status, 404);
    assert.equal((await call('ada', 'POST', '', { text: 'x' }, 999)).status, 404);
    assert.equal((await call('ada', 'GET')).json.comments[0].text, 'kept');
  });

  it('are described where the table has them, for those who may use them', async () => {
    const pathsFor = async (/** @type {string} */ who) => {
      const answer = await fetch(`${server.url}/api/v1/openapi.json`, {
        headers: { authorization: `Bearer ${tokens[who]}` },
      });
      return (await answer.json()).paths;
    };
    const paths = await pathsFor('ada');
    const [all, one] = ['/tables/tasks/rows/{id}/comments', '/tables/tasks/rows/{id}/comments/{comment}'];
    assert.deepEqual(Object.keys(paths[all]), ['parameters', 'get', 'post']);
    assert.deepEqual(Object.keys(paths[one]).sort(), ['delete', 'parameters', 'patch']);
    assert.deepEqual(
      paths[one].parameters.map((/** @type {any} */ { name }) => name),
      ['id', 'comment'],
    );
    assert.equal('/tables/quiet/rows/{id}/comments' in paths, false);
    const readers = await pathsFor('adaReader');
    assert.deepEqual(Object.keys(readers[all]), ['parameters', 'get']);
    assert.equal(one in readers, false);
  });
});
