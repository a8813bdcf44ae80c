import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { endpointsOf } from '../src/api/index.js';
import { startTestServer } from '../src/testing/index.js';

/*
 * Every endpoint of the API, every method, everybody: what is not declared here fails, and so does a new endpoint.
 */

/**
 * visitor: nobody; member: logged in, without any right here; worker: may do everything with the table; foreign: the
 * worker's browser, sent by another site's page; reader: his token, for reading; elsewhere: his token, for another table;
 * forged: a token that is none; admin.
 */
const AUDIENCES = ['visitor', 'member', 'worker', 'foreign', 'reader', 'elsewhere', 'forged', 'admin'];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const NOBODYS = '019a0000-0000-7000-8000-000000000000';

const admins = { status: [401, 403, 403, 403, 403, 403, 401] };
const everybody = [200, 200, 200, 200, 200, 200, 401, 200];
const read = [401, 404, 200, 200, 200, 404, 401, 200];
/** @param {number} done */
const write = (done) => [401, 404, done, 403, 403, 404, 401, done];
/** @type {Record<string, Record<string, { status: number[], body?: (id: string) => unknown, query?: string }>>} */
const DECLARED = {
  'tables/:table/rows': {
    GET: { status: read },
    POST: { status: write(201), body: (id) => ({ title: `made ${id}` }) },
    PUT: { status: write(201), body: (id) => ({ title: `put ${id}` }), query: '?by=title' },
    PATCH: { status: write(200), body: (id) => [{ id: Number(id), title: `patched ${id}` }] },
    DELETE: { status: write(200), body: (id) => [Number(id)] },
  },
  'tables/:table/rows/:id': {
    GET: { status: read },
    PATCH: { status: write(200), body: (id) => ({ title: `changed ${id}` }) },
    DELETE: { status: write(204) },
  },
  files: {
    GET: { status: [...admins.status, 200] },
    POST: { status: [422, 422, 422, 403, 422, 422, 401, 422], body: () => ({ file: { path: '/etc/passwd' } }) },
  },
  'files/:id': {
    GET: { status: [404, 404, 404, 404, 404, 404, 401, 404] },
    DELETE: { status: [401, 404, 404, 403, 403, 404, 401, 404] },
  },
  'files/:id/content': { GET: { status: [404, 404, 404, 404, 404, 404, 401, 404] } },
  transactions: {
    POST: {
      status: write(200),
      body: (id) => ({ steps: [{ op: 'insert', table: 'tasks', values: { title: `step ${id}` } }] }),
    },
  },
  catalog: { GET: { status: everybody } },
  'openapi.json': { GET: { status: everybody } },
  docs: { GET: { status: everybody } },
  edits: {
    POST: {
      status: [...admins.status, 200],
      body: (id) => ({ edit: 'add-table', input: { name: `table_${id}` } }),
    },
  },
  revisions: { GET: { status: [...admins.status, 200] } },
  'revisions/:id': { GET: { status: [...admins.status, 404] } },
  'revisions/:id/undo': { POST: { status: [...admins.status, 404], body: () => ({}) } },
  'revisions/:id/redo': { POST: { status: [...admins.status, 404], body: () => ({}) } },
  changes: { GET: { status: [401, 404, 200, 403, 200, 404, 401, 200], query: '?table=tasks' } },
};

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Record<string, Record<string, string>>} */
const headers = {};

before(async () => {
  server = await startTestServer({ users: { member: ['user'], worker: ['staff'] } });
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  const all = { read: 'all', create: 'all', update: 'all', delete: 'all' };
  for (const table of ['tasks', 'others']) {
    await edit('add-table', { name: table, fields: [{ name: 'title', type: 'text', unique: true }] });
    await edit('set-access', { table, access: { staff: all } });
  }
  const { user } = await server.as('worker');
  const owner = { userId: user.id, roles: ['staff', 'user', 'public'], system: false };
  /** @param {string[]} tables @param {string[] | null} operations */
  const token = async (tables, operations) => {
    const made = await server.data.people.apiTokens.create(owner, user.id, { name: 'matrix', tables, operations });
    return { authorization: `Bearer ${made.token}` };
  };
  const cookieOf = async (/** @type {string} */ name) => ({
    cookie: `plinth_session=${(await server.as(name)).cookies.get('plinth_session')}`,
  });
  const here = { 'sec-fetch-site': 'same-origin' };
  Object.assign(headers, {
    visitor: {},
    member: { ...(await cookieOf('member')), ...here },
    worker: { ...(await cookieOf('worker')), ...here },
    foreign: { ...(await cookieOf('worker')), 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    reader: await token(['tasks'], ['read']),
    elsewhere: await token(['others'], null),
    forged: { authorization: 'Bearer plt_none' },
    admin: { ...(await cookieOf('admin')), ...here },
  });
});
after(() => server?.close());

/**
 * @param {string} who
 * @param {string} method
 * @param {string} path
 * @param {{ body?: (id: string) => unknown, query?: string }} [how]
 */
async function ask(who, method, path, { body, query = '' } = {}) {
  const { id } = await server.data.rows.insert(server.system, 'tasks', { title: `canary ${Math.random()}` });
  const address = path.replace(':table', 'tasks').replace(':id', path.startsWith('tables') ? String(id) : NOBODYS);
  const cut = new AbortController();
  const sent = body ? { body: JSON.stringify(body(`${id}`)), headers: { 'content-type': 'application/json' } } : {};
  const answer = await fetch(`${server.url}/api/v1/${address}${query}`, {
    ...{ method, signal: cut.signal, redirect: 'manual', body: sent.body },
    headers: { ...sent.headers, ...headers[who] },
  });
  const text = answer.ok && path === 'changes' ? '' : await answer.text();
  cut.abort();
  return { status: answer.status, text, headers: answer.headers };
}

const snapshot = async () => {
  const { rows } = await server.data.db.query(
    `select (select count(*) from app.tasks where title not like 'canary%') as written, (select count(*) from plinth.revisions) as edits`,
  );
  return rows[0];
};

describe('A10: the API', () => {
  it('has no endpoint or method that is not declared here', () => {
    const known = endpointsOf(/** @type {any} */ (server.parts));
    const methodsOf = (/** @type {Record<string, object>} */ of) =>
      Object.entries(of).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
    const { changes: _stream, ...declared } = DECLARED;
    assert.deepEqual(methodsOf(known).toSorted(), methodsOf(declared).toSorted());
  });

  for (const [path, methods] of Object.entries(DECLARED)) {
    it(`answers everybody as declared: ${path}`, async () => {
      for (const method of METHODS) {
        const declared = methods[method] ?? (method === 'HEAD' && path !== 'changes' ? methods.GET : undefined);
        const isSafe = method === 'GET' || method === 'HEAD';
        for (const [i, who] of AUDIENCES.entries()) {
          const before = await snapshot();
          const { status, text, headers: told } = await ask(who, method, path, declared);
          const refusal = who === 'forged' ? 401 : who === 'foreign' && !isSafe ? 403 : 405;
          assert.equal(
            status,
            declared ? declared.status[i] : refusal,
            `${method} ${path} by ${who}: ${text.slice(0, 300)}`,
          );
          if (who === 'foreign')
            assert.equal(told.get('access-control-allow-origin'), null, 'no page of another site reads it');
          if (status < 400) continue;
          assert.doesNotMatch(text, /canary/, `${method} ${path} by ${who}`);
          assert.deepEqual(await snapshot(), before, `${method} ${path} by ${who} changes nothing`);
        }
      }
    });
  }
});
