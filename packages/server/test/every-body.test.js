import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { mountRoutes } from '../src/app.js';
import { createClient, startTestServer } from '../src/testing/index.js';

/*
 * Every address that takes a body, found in the route table, with JSON of every type: refused in words, never a fault.
 */

/** What a step of an address stands for. @type {Record<string, string>} */
const names = { table: 'things', kind: 'views', id: '1' };
const NOBODYS = '019a0000-0000-7000-8000-000000000000';
const METHODS = ['post', 'put', 'patch', 'delete'];
const VALUES = [null, true, 0, -1, 1.5, 1e15, '', '\0', 'text', [], [null], [[]], [{}], {}];
/** Names that bodies use, each with a value of every type. */
const KEYS = [
  ...['id', 'name', 'query', 'shared', 'version', 'columns', 'tab', 'selected', 'field', 'as', 'row', 'choices', 'ids'],
  ...['base', 'mine', 'theirs', 'input', 'rows', 'steps', 'text', 'jsonrpc', 'method', 'params', 'by', 'key', 'hidden'],
  ...[
    'widths',
    'order',
    'height',
    'sort',
    'values',
    'anyway',
    'title',
    'edit',
    'file',
    'operations',
    'email',
    'password',
  ],
];

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {{ method: string, path: string }[]} */
let routes;
/** @type {Record<string, string>} */
const tokens = {};

before(async () => {
  server = await startTestServer();
  const { data, system } = server;
  await data.edit(system, 'add-table', { name: 'things', fields: [{ name: 'title', type: 'text' }], history: true });
  await data.edit(system, 'generate-views', { table: 'things', roles: ['user', 'public'] });
  await data.rows.insert(system, 'things', { title: 'one' });
  const list = data.catalog().views.find((/** @type {any} */ { template }) => template === 'list');
  names.view = names.name = list.name;
  const fn = { name: 'echo', methods: ['POST'], roles: ['public'], code: 'export default (input) => input;' };
  await data.edit(system, 'add-function', { function: fn });
  const { user } = await server.as('admin');
  tokens.admin = (await data.people.apiTokens.create(system, user.id, { name: 'bodies' })).token;
  routes = await everyRoute();
});
after(() => server?.close());

/** All routes that take a body, those of the admin's screens and the API too. */
async function everyRoute() {
  /** @type {{ method: string, path: string }[]} */
  const found = [];
  /** @param {string} base @param {any} router */
  const walk = (base, router) => {
    for (const { route } of router.stack ?? [])
      for (const method of METHODS)
        if (route?.methods[method] || route?.methods._all) found.push({ method, path: `${base}${route.path}` });
  };
  const use = (/** @type {any[]} */ ...given) => {
    const base = typeof given[0] === 'string' ? given[0] : '';
    for (const router of given) if (typeof router === 'function') walk(base, router);
  };
  mountRoutes(/** @type {any} */ ({ use, get: () => {} }), /** @type {any} */ (server.runtime));
  for (const screen of await server.runtime.screens.load())
    walk(`/admin${screen.path}`, screen.routes(/** @type {any} */ (server.runtime)));
  // These end the session that the others need, or the row.
  return found.filter(
    ({ method, path }) => path !== '/auth/logout' && !(method === 'delete' && path.endsWith('/rows/:id')),
  );
}

/** @param {string} path */
const filled = (path) =>
  path.startsWith('/fn/')
    ? '/fn/echo'
    : path.replace(/[:*](\w+)/g, (_, name) => names[name] ?? NOBODYS).replace(/[{}]|\/$/g, '');

/** Values of every type alone, and all names at once with values of each type. */
const BODIES = [...VALUES, ...VALUES.map((value) => Object.fromEntries(KEYS.map((key) => [key, value])))].map((value) =>
  JSON.stringify(value),
);

describe('every address that takes a body', () => {
  it('is found by this test', () => {
    const paths = routes.map(({ path }) => path);
    for (const path of ['/view/:name/saved', '/api/v1/tables/:table/rows', '/mcp/', '/fn/:name', '/auth/login'])
      assert.ok(paths.includes(path), path);
    assert.ok(routes.length > 150, String(routes.length));
  });

  it('answers JSON of any type in words', async () => {
    const admin = await server.as('admin');
    /** @type {string[]} */
    const failed = [];
    let answered = 0;
    for (const { method, path } of routes) {
      const address = filled(path);
      const sent = async (/** @type {string} */ body) => {
        const { status } = await send(admin, method, address, body);
        if (status >= 500) failed.push(`${status} ${method} ${address} ${body.slice(0, 200)}`);
        answered++;
        return status;
      };
      // An address that takes a form refuses the type of the body before it is read.
      const [first, ...others] = BODIES;
      if ((await sent(first)) !== 415) await Promise.all(others.map(sent));
    }
    assert.ok(answered > 1000, String(answered));
    assert.deepEqual(failed, []);
  });
});

/** @param {any} admin @param {string} method @param {string} path @param {string} body */
async function send(admin, method, path, body) {
  const isProgram = /^\/(api|mcp|fn)\b/.test(path);
  return (isProgram ? createClient(server.url) : admin).request(path, {
    method: method.toUpperCase(),
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      ...(isProgram && { authorization: `Bearer ${tokens.admin}` }),
    },
    body,
  });
}
