import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readEndpoints } from '../src/api/rest/endpoints.js';
import { startTestServer } from '../src/testing/index.js';

/*
 * Every endpoint of the API, every method, everybody: the right that it declares is what really happens.
 */

/**
 * visitor: nobody; member: logged in, without any right here; worker: may do everything with the table; foreign: the
 * worker's browser, sent by another site's page; reader: his token, for reading; elsewhere: his token, for another table;
 * forged: a token that is none; admin.
 */
const AUDIENCES = ['visitor', 'member', 'worker', 'foreign', 'reader', 'elsewhere', 'forged', 'admin'];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const NOBODYS = '019a0000-0000-7000-8000-000000000000';

/**
 * The status that each of the audiences gets from an endpoint with this right; `done` is the one for those who have it.
 * Uploads carry no file, and files are asked for by an id that does not exist.
 *
 * @type {Record<import('../src/api/rest/rights.js').Right, (done: number) => number[]>}
 */
const EXPECTED = {
  anyone: (done) => [done, done, done, done, done, done, 401, done],
  admin: (done) => [401, 403, 403, 403, 403, 403, 401, done],
  read: (done) => [401, 404, done, done, done, 404, 401, done],
  create: written,
  update: written,
  delete: written,
  'create or update': written,
  write: written,
  'add choices': written,
  upload: (done) => [done, done, done, 403, done, done, 401, done],
  'read file': (done) => [done, done, done, done, done, done, 401, done],
  'delete file': (done) => [401, done, done, 403, 403, done, 401, done],
  call: () => [401, 404, 404, 403, 404, 404, 401, 404],
  comment: written,
  'delete comment': written,
  'start workflow': () => [401, 404, 404, 403, 403, 403, 401, 404],
  'read run': () => [401, 404, 404, 404, 403, 403, 401, 404],
  'own deletion': (done) => [401, done, done, 403, 403, done, 401, done],
};
/** @param {number} done */
function written(done) {
  return [401, 404, done, 403, 403, 404, 401, done];
}

/** @typedef {{ done?: number, body?: (id: string) => unknown, query?: string, id?: () => string }} Sent done: by default the first status of its output */
/** What is sent where an endpoint needs more than its address. @type {Record<string, Sent>} */
const SENT = {
  'POST tables/:table/rows': { done: 201, body: (id) => ({ title: `made ${id}` }) },
  'PUT tables/:table/rows': { done: 201, body: (id) => ({ title: `put ${id}` }), query: '?by=title' },
  'PATCH tables/:table/rows': { body: (id) => [{ id: Number(id), title: `patched ${id}` }] },
  'DELETE tables/:table/rows': { body: (id) => [Number(id)] },
  'PATCH tables/:table/rows/:id': { body: (id) => ({ title: `changed ${id}` }) },
  'POST tables/:table/rows/:id/comments': { body: () => ({ text: 'said' }) },
  'PATCH tables/:table/rows/:id/comments/:comment': { done: 404, body: () => ({ text: 'changed' }) },
  'DELETE tables/:table/rows/:id/comments/:comment': { done: 404 },
  'POST tables/:table/choices': { body: (id) => ({ field: 'kind', choices: [`Kind ${id}`] }) },
  'POST files': { done: 422, body: () => ({ file: { path: '/etc/passwd' } }) },
  'GET files/:id': { done: 404 },
  'DELETE files/:id': { done: 404 },
  'GET files/:id/content': { done: 404 },
  'POST triggers/:id': { body: () => ({}) },
  'POST workflow-runs': { done: 404, body: () => ({ workflow: 'none' }) },
  'GET workflow-runs/:id': { done: 404 },
  'POST transactions': {
    body: (id) => ({ steps: [{ op: 'insert', table: 'tasks', values: { title: `step ${id}` } }] }),
  },
  'POST deletions/:id/undo': { done: 404 },
  'POST apps/review': { body: () => ({ document: { plinth: 1, app: { name: 'seen' }, tables: [] } }) },
  'POST apps': { done: 201, body: (id) => ({ document: { plinth: 1, app: { name: `app-${id}` }, tables: [] } }) },
  'POST edits': { body: (id) => ({ edit: 'add-table', input: { name: `table_${id}` } }) },
  'GET revisions/:id': { id: () => revision },
  'POST revisions/:id/undo': { done: 404, body: () => ({}) },
  'POST revisions/:id/redo': { done: 404, body: () => ({}) },
  'GET changes': { query: '?table=tasks' },
};
const ENDPOINTS = await readEndpoints();

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Record<string, Record<string, string>>} */
const headers = {};
let revision = '';

before(async () => {
  server = await startTestServer({ users: { member: ['user'], worker: ['staff'] } });
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  const all = { read: 'all', create: 'all', update: 'all', delete: 'all', choices: 'all' };
  const kind = { name: 'kind', type: 'select', attributes: { options: [{ value: 'a', label: 'A' }] } };
  for (const table of ['tasks', 'others']) {
    await edit('add-table', {
      name: table,
      comments: 'readers',
      fields: [{ name: 'title', type: 'text', unique: true }, kind],
    });
    await edit('set-access', { table, access: { staff: all } });
  }
  [{ id: revision }] = (await server.data.revisions.list({ limit: 1 })).revisions;
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
 * @param {Sent} [how]
 */
async function ask(who, method, path, { body, query = '', id: own = () => NOBODYS } = {}) {
  const { id } = await server.data.rows.insert(server.system, 'tasks', { title: `canary ${Math.random()}` });
  const address = path
    .replace(':table', 'tasks')
    .replace(':id', path.startsWith('tables') ? String(id) : own())
    .replace(':comment', NOBODYS);
  const cut = new AbortController();
  const sent = body ? { body: JSON.stringify(body(`${id}`)), headers: { 'content-type': 'application/json' } } : {};
  const answer = await fetch(`${server.url}/api/v1/${address}${query}`, {
    method,
    signal: cut.signal,
    redirect: 'manual',
    body: sent.body,
    headers: { ...sent.headers, ...headers[who] },
  });
  const text = answer.ok && path === 'changes' ? '' : await answer.text();
  cut.abort();
  return { status: answer.status, text, headers: answer.headers };
}

const snapshot = async () => {
  const { rows } = await server.data.db.query(
    `select (select count(*) from app.tasks where title not like 'canary%') as written, (select count(*) from plinth.comments) as said, (select count(*) from plinth.revisions) as edits`,
  );
  return rows[0];
};

describe('A10: the API', () => {
  it('sends nothing to endpoints that don’t exist', () => {
    const known = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
    assert.equal(new Set(known).size, known.length, 'an address is declared twice');
    assert.deepEqual(
      Object.keys(SENT).filter((name) => !known.includes(name)),
      [],
    );
  });

  for (const [path, endpoints] of Map.groupBy(ENDPOINTS, (one) => one.path)) {
    it(`answers everybody according to its right: ${path}`, async () => {
      for (const method of METHODS) {
        const endpoint = endpoints.find((one) => one.method === (method === 'HEAD' && !one.isStream ? 'GET' : method));
        const sent = endpoint && SENT[`${endpoint.method} ${path}`];
        const isSafe = method === 'GET' || method === 'HEAD';
        for (const [i, who] of AUDIENCES.entries()) {
          const before = await snapshot();
          const { status, text, headers: told } = await ask(who, method, path, sent);
          const refusal = who === 'forged' ? 401 : who === 'foreign' && !isSafe ? 403 : 405;
          const isForeignStream = endpoint?.isStream && who === 'foreign';
          const expected = endpoint ? EXPECTED[endpoint.right](sent?.done ?? firstStatus(endpoint))[i] : refusal;
          assert.equal(status, isForeignStream ? 403 : expected, `${method} ${path} by ${who}: ${text.slice(0, 300)}`);
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

/** @param {import('../src/api/rest/endpoints.js').Endpoint} endpoint */
function firstStatus({ output }) {
  const [status] = Object.keys(typeof output === 'function' ? output({ name: 'tasks' }) : output);
  return Number(status);
}
