import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { startTestServer } from '../../testing/index.js';

/** Right requests of which one place at a time is put wrong: nothing may be believed of a body, at any depth. */
const RUNS = Number(process.env.WRONG_RUNS ?? 150);

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
let token = '';
before(async () => {
  server = await startTestServer({ logLevel: 'error' });
  const { data, system } = server;
  await data.edit(system, 'add-table', {
    name: 'things',
    fields: [
      { name: 'title', type: 'text', unique: true },
      { name: 'n', type: 'integer' },
      { name: 'scan', type: 'file' },
    ],
  });
  const links = { name: 'links', type: 'many_to_many', attributes: { table: 'things' } };
  await data.edit(system, 'add-field', { table: 'things', field: links });
  const parent = { name: 'parent', type: 'relation', attributes: { table: 'things' } };
  await data.edit(system, 'add-field', { table: 'things', field: parent });
  await data.edit(system, 'generate-views', { table: 'things' });
  await data.rows.insert(system, 'things', { title: 'one', n: 1 });
  const admin = await server.as('admin');
  ({ token } = await data.people.apiTokens.create(system, admin.user.id, { name: 'x' }));
});
after(() => server?.close());

const junk = fc.oneof(
  fc.constantFrom(
    ...[{}, [], null, true, -1, 1.5, 1e300, '', '\0', '\ud800', '__proto__', 'constructor', 'x'.repeat(3000)],
  ),
  fc.constantFrom(
    ...[[{}], { a: {} }, { row: 0 }, { row: {} }, { param: 'q' }, { now: true }, { path: 'title' }, '(', "'--"],
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** @param {any} value @param {(string | number)[]} [path] @returns {(string | number)[][]} */
function placesIn(value, path = []) {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.keys(value).flatMap((key) => placesIn(value[key], [...path, key]))];
}

/** A copy with something else in one place, or another name for it. @param {any} right @param {number} at @param {unknown} wrong @param {boolean} renamed */
function putWrong(right, at, wrong, renamed) {
  const copy = structuredClone(right);
  const places = placesIn(right);
  const path = places[at % places.length];
  if (path.length === 0) return wrong;
  const last = path[path.length - 1];
  const holder = path.slice(0, -1).reduce((found, key) => found[key], copy);
  if (renamed && !Array.isArray(holder)) {
    holder[String(wrong).slice(0, 50)] = holder[last];
    delete holder[last];
  } else holder[last] = wrong;
  return copy;
}

/** @param {any[]} rights */
const wrongOf = (rights) =>
  fc
    .tuple(fc.constantFrom(...rights), fc.nat(200), junk, fc.boolean())
    .map(([right, at, wrong, renamed]) => putWrong(right, at, wrong, renamed && typeof wrong === 'string'));

/** @param {string} method @param {string} path @param {unknown} body */
async function send(method, path, body) {
  const sent = JSON.stringify(body);
  const language = (sent ?? '').length % 2 === 0 ? 'en' : 'de';
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-language': language,
    },
    body: sent,
  });
  const text = await answer.text();
  assert.ok(answer.status < 500, `${answer.status} ${text.slice(0, 300)} for ${path} ${JSON.stringify(body)}`);
  assert.doesNotMatch(text, /syntax error|SQLSTATE|pg_catalog/i);
  assert.equal(/** @type {any} */ ({}).polluted, undefined);
  if (answer.status >= 400) for (const title of titlesIn(JSON.parse(text))) assert.match(title, SENTENCE, text);
}

/** A refusal says what is wrong from its beginning, also to who reads nothing else. */
const SENTENCE = /^["“„\p{Lu}\d]/u;

/** @param {any} problem @returns {string[]} of the answer, and of each of its rows */
const titlesIn = ({ title, results = [] }) =>
  [title, ...results.map((/** @type {any} */ { error }) => error?.title)].filter((one) => one !== undefined);

const field = { name: 'extra', type: 'integer', label: 'Extra', required: false, default: 5, attributes: { min: 1 } };
const list = {
  columns: [{ field: 'title', fieldView: { view: 'text', options: {} } }],
  sort: { field: 'title', descending: true },
};
const edits = [
  {
    edit: 'add-table',
    input: {
      name: 'made',
      label: 'Made',
      fields: [field],
      access: { user: { read: 'all', update: { rule: 'row.extra == 1' } } },
    },
  },
  {
    edit: 'change-table',
    input: { table: 'things', changes: { label: 'Things', description: 'x', display: 'title' } },
  },
  { edit: 'add-field', input: { table: 'things', field, at: 1, fill: 3 } },
  {
    edit: 'add-field',
    input: {
      table: 'things',
      field: { name: 'sel', type: 'select', attributes: { options: [{ value: 'a', label: 'A', colour: 'red' }] } },
    },
  },
  {
    edit: 'change-field',
    input: { table: 'things', field: 'n', changes: { label: 'N', type: 'decimal', required: false, default: '1.5' } },
  },
  { edit: 'move-field', input: { table: 'things', field: 'n', to: 2 } },
  { edit: 'remove-field', input: { table: 'things', field: 'n' } },
  {
    edit: 'set-access',
    input: {
      table: 'things',
      access: { user: { read: 'own' } },
      owner: 'created_by',
      fields: { n: { read: ['user'], write: [] } },
    },
  },
  {
    edit: 'add-constraint',
    input: { table: 'things', constraint: { kind: 'rule', rule: 'row.n > 1', message: 'No', fields: ['n'] } },
  },
  { edit: 'add-index', input: { table: 'things', fields: ['n', 'title'] } },
  {
    edit: 'add-view',
    input: { view: { name: 'v', label: 'V', template: 'list', table: 'things', roles: ['user'], config: list } },
  },
  { edit: 'change-view', input: { view: 'things_list', changes: { label: 'L', config: list } } },
  {
    edit: 'add-page',
    input: {
      page: {
        name: 'p',
        title: 'P',
        roles: ['public'],
        layout: { type: 'stack', above: [{ type: 'text', text: 'x' }] },
      },
    },
  },
  { edit: 'change-menu', input: { items: [{ label: 'Things', view: 'things_list', roles: ['user'], items: [] }] } },
  { edit: 'add-role', input: { role: { name: 'boss', label: 'Boss', inherits: ['user'] } } },
  {
    edit: 'change-settings',
    input: { changes: { siteName: 'S', locale: 'de', apiPerMinute: 0, apiOrigins: 'https://a.example' } },
  },
  { edit: 'generate-views', input: { table: 'things', menu: true, roles: ['user'] } },
  { edit: 'batch', input: { summary: 'x', edits: [{ edit: 'add-role', input: { role: { name: 'r' } } }] } },
].map((edit) => ({ ...edit, dryRun: true }));

const tools = [
  {
    name: 'list_rows',
    arguments: {
      table: 'things',
      filter: {
        all: [
          { field: 'n', op: 'gt', value: 0 },
          { not: { field: 'title', op: 'in', value: ['a'] } },
          { child: 'things.parent', where: { any: [] } },
          { expression: 'row.n > 0' },
        ],
      },
      search: 'a',
      sort: ['-n'],
      fields: ['title', 'parent.title'],
      limit: 5,
      count: true,
    },
  },
  { name: 'get_row', arguments: { table: 'things', id: 1 } },
  { name: 'create_row', arguments: { table: 'things', values: { n: 1, links: [1], parent: 1, scan: null } } },
  { name: 'update_row', arguments: { table: 'things', id: 1, values: { n: 2 } } },
  { name: 'delete_row', arguments: { table: 'things', id: 999 } },
  { name: 'describe_table', arguments: { table: 'things' } },
  { name: 'read_view', arguments: { kind: 'view', name: 'things_list', state: { id: 5, q: 'x', sort: '-n' } } },
  { name: 'run_view_action', arguments: { kind: 'view', name: 'things_show', node: 'a', id: 1 } },
  { name: 'preview_edit', arguments: { edit: 'add-role', input: { role: { name: 'q', inherits: ['user'] } } } },
  { name: 'undo_revision', arguments: { revision: '00000000-0000-7000-8000-000000000000' } },
].map((params) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));

describe('I11 L5: something wrong in one place of a right request', () => {
  it('of a transaction', async () => {
    const steps = [
      { op: 'insert', table: 'things', values: { n: 5, links: [1], parent: null } },
      {
        op: 'update',
        table: 'things',
        id: { row: 0 },
        values: { n: 6, parent: { row: 0 } },
        expect: { n: 5, title: null },
      },
      { op: 'delete', table: 'things', id: { row: 0 } },
    ];
    const wrong = wrongOf([{ steps }]);
    await fc.assert(
      fc.asyncProperty(wrong, (body) => send('POST', '/api/v1/transactions', body)),
      { numRuns: RUNS, seed: 1 },
    );
  });

  it('of rows that are put, changed or removed together', async () => {
    const wrong = wrongOf([[{ title: 'one', n: 4, links: [1] }, { title: 'new', id: 1 }, 1]]);
    await fc.assert(
      fc.asyncProperty(wrong, fc.constantFrom('PUT', 'PATCH', 'DELETE', 'POST'), (body, method) =>
        send(method, '/api/v1/tables/things/rows?by=title', body),
      ),
      { numRuns: RUNS, seed: 2 },
    );
  });

  it('of an edit', async () => {
    const wrong = wrongOf(edits);
    await fc.assert(
      fc.asyncProperty(wrong, (body) => send('POST', '/api/v1/edits', body)),
      { numRuns: RUNS * 2, seed: 3 },
    );
  });

  it('of what an agent calls', async () => {
    const greeting = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {} },
    };
    const wrong = wrongOf([...tools, ...tools, greeting]);
    await fc.assert(
      fc.asyncProperty(wrong, (body) => send('POST', '/mcp', body)),
      { numRuns: RUNS * 2, seed: 4 },
    );
  });
});
