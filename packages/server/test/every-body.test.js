import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { mountRoutes } from '../src/app.js';
import { createClient, startTestServer } from '../src/testing/index.js';

/*
 * Every address, found in the route table, with JSON of every type and with texts of every kind in its query, in forms and in
 * forms with files: refused in words, never a fault.
 */

/** What a step of an address stands for. @type {Record<string, string>} */
const names = { table: 'things', kind: 'views', id: '1' };
const NOBODYS = '019a0000-0000-7000-8000-000000000000';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
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
    'document',
    'prefix',
    'parts',
    'reach',
    'reviewed',
  ],
];

/** Names in queries and forms, beside those. */
const NAMES =
  `q search page limit after before filter where group count at all of node tab next return from to format lang
  locale date view asked _once for.id for.field select expand fields`.split(/\s+/);
const TEXTS = [
  '',
  '\0',
  '-1',
  '1e400',
  '9'.repeat(30),
  '%',
  '%00',
  'é\u0301',
  '\ud800',
  '💥',
  '../../x',
  "';--",
  '<x>',
  '{"a":',
  '[[',
  'x'.repeat(5000),
  '2026-02-30',
  '0x1',
];

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** Those that take a body. @type {{ method: string, path: string }[]} */
let routes;
/** @type {{ method: string, path: string }[]} */
let reads;
/** @type {Record<string, string>} */
const tokens = {};

before(async () => {
  server = await startTestServer();
  const { data, system } = server;
  await data.edit(system, 'add-table', { name: 'things', fields: [{ name: 'title', type: 'text' }], history: true });
  await data.edit(system, 'generate-views', { table: 'things', roles: ['user', 'public'] });
  await data.rows.insert(system, 'things', { title: 'one' });
  const list = data.catalog().views.find(({ template }) => template === 'list') ?? assert.fail();
  names.view = names.name = list.name;
  const fn = { name: 'echo', methods: ['POST'], roles: ['public'], code: 'export default (input) => input;' };
  await data.edit(system, 'add-function', { function: fn });
  const { user } = await server.as('admin');
  tokens.admin = (await data.people.apiTokens.create(system, user.id, { name: 'bodies' })).token;
  const all = await everyRoute();
  routes = all.filter(({ method }) => method !== 'get');
  reads = all.filter(({ method }) => method === 'get');
});
after(() => server?.close());

/** All routes, those of the admin's screens and the API too. */
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

/**
 * Names with texts in an order that is always the same, each text with each name once in all rounds.
 *
 * @param {number} round @returns {[string, string][]}
 */
const pairs = (round) => [...KEYS, ...NAMES].map((name, i) => [name, TEXTS[(i * 7 + round) % TEXTS.length]]);

/** These stream, or are asked from outside of the page. */
const ENDLESS = /^\/(live|api\/v1\/changes)|\/(events|stream|live)$/;

describe('every address', () => {
  it('answers queries of any kind in words', async () => {
    assert.ok(reads.length > 100, String(reads.length));
    const admin = await server.as('admin');
    /** @type {string[]} */
    const failed = [];
    for (const [i, { path }] of reads.entries()) {
      const address = filled(path);
      if (ENDLESS.test(address)) continue;
      const query = new URLSearchParams(pairs(i));
      const { status } = await request(admin, 'get', `${address}?${query}`);
      if (status >= 500) failed.push(`${status} ${address}?${query}`.slice(0, 3000));
    }
    assert.deepEqual(failed, []);
  });

  it('answers forms, and forms with files, of any kind in words', async () => {
    const admin = await server.as('admin');
    /** @type {string[]} */
    const failed = [];
    let read = 0;
    for (const [i, { method, path }] of routes.entries()) {
      const address = filled(path);
      const body = formOf(i);
      const { status } = await request(admin, method, address, body);
      if (status < 400 || status === 422) read++;
      if (status >= 500) failed.push(`${status} ${method} ${address} ${body.constructor.name} ${i}`);
    }
    assert.ok(read > 50, String(read));
    assert.deepEqual(failed, []);
  });
});

/** A form with files at every third address. @param {number} i @returns {URLSearchParams | FormData} */
function formOf(i) {
  if (i % 3 > 0) return new URLSearchParams(pairs(i));
  const form = new FormData();
  for (const [name, text] of pairs(i)) form.append(name, text);
  for (const name of ['file', 'picture', 'title', ''])
    form.append(name, new Blob([TEXTS[i % TEXTS.length]]), TEXTS[(i + 3) % TEXTS.length]);
  return form;
}

/** @param {any} admin @param {string} method @param {string} path @param {URLSearchParams | FormData} [body] */
async function request(admin, method, path, body) {
  const isProgram = /^\/(api|mcp|fn)\b/.test(path);
  return (isProgram ? createClient(server.url) : admin).request(path, {
    method: method.toUpperCase(),
    headers: { 'sec-fetch-site': 'same-origin', ...(isProgram && { authorization: `Bearer ${tokens.admin}` }) },
    ...(body && { body }),
  });
}

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
