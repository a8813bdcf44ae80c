import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startTestServer } from '../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** Tokens by the name of their user. @type {Record<string, string>} */
const tokens = {};

/** @type {Record<string, any>} */
const FUNCTIONS = {
  fibonacci: {
    methods: ['GET'],
    roles: ['public'],
    params: [{ name: 'n', type: 'integer', required: true, description: 'Which number' }],
    code: 'const f = (n) => (n < 2 ? n : f(n - 1) + f(n - 2));\nexport default ({ n }) => f(n);',
  },
  notes: {
    methods: ['GET', 'POST', 'DELETE'],
    roles: ['user'],
    code: 'export default ({ text }, plinth) => plinth.rows("notes").insert({ text });',
  },
  secret: { methods: ['GET'], code: 'export default () => "secret"' },
  closed: { roles: ['user'], code: 'export default () => 1' },
  broken: {
    methods: ['GET'],
    roles: ['public'],
    code: 'export default () => {\n  console.log("planted-secret");\n  throw new Error("planted-secret");\n}',
  },
  refuses: {
    methods: ['GET'],
    roles: ['public'],
    code: 'export default (_, plinth) => plinth.fail("Sold out", { status: 409 })',
  },
  answer: {
    methods: ['GET', 'POST'],
    roles: ['public'],
    code: 'export default (input, plinth) => plinth.respond(input.body, JSON.parse(input.options ?? "{}"))',
  },
};

before(async () => {
  server = await startTestServer({ users: { ada: ['user'] } });
  const { data, system } = server;
  await data.edit(system, 'add-table', {
    name: 'notes',
    access: { user: { read: 'all', create: 'all' } },
    fields: [{ name: 'text', type: 'text', required: true }],
  });
  for (const [name, rest] of Object.entries(FUNCTIONS))
    await data.edit(system, 'add-function', { function: { name, ...rest } });
  for (const name of ['ada', 'admin']) {
    const { user } = await server.as(name);
    tokens[name] = (await data.people.apiTokens.create(system, user.id, { name: 'test' })).token;
  }
});
after(() => server?.close());

/** @param {string} path @param {{ as?: string, method?: string, body?: any, headers?: Record<string, string> }} [options] */
async function call(path, { as = '', method = 'GET', body, headers = {} } = {}) {
  const response = await fetch(`${server.url}/fn/${path}`, {
    ...{ method, redirect: 'manual' },
    headers: {
      ...(as && { authorization: `Bearer ${tokens[as]}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : undefined;
  return { status: response.status, text, json, headers: response.headers };
}

it('answers with what the function returns, never from a cache', async () => {
  const { status, json, headers } = await call('fibonacci?n=20');
  assert.deepEqual([status, json], [200, 6765]);
  assert.match(String(headers.get('cache-control')), /no-store/);
  assert.equal((await call('fibonacci?n=20', { method: 'HEAD' })).status, 200);
  assert.deepEqual((await call('fibonacci?n=x')).json.fields, { n: '"n" must be a whole number' });
  assert.equal((await call('fibonacci?n=2&m=1')).status, 422);
});

it('Z1, A10: one that the caller may not call is like one that is missing', async () => {
  const bare = (/** @type {any} */ { json }) => ({ ...json, request: '', detail: '', title: '' });
  for (const name of ['secret', 'no_such', 'closed']) {
    assert.equal((await call(name)).status, 401, name);
    assert.equal((await call(name, { as: 'ada' })).status, 404, name);
  }
  assert.deepEqual(bare(await call('secret', { as: 'ada' })), bare(await call('no_such', { as: 'ada' })));
  assert.equal((await call('secret', { as: 'admin' })).json, 'secret');
  assert.equal((await call('closed', { as: 'admin' })).status, 404);
  assert.equal((await call('fibonacci/more?n=1')).status, 404);
});

it('A14: only the methods of the function, and nothing is changed by GET or from another site', async () => {
  const wrong = await call('fibonacci?n=1', { method: 'POST', body: {} });
  assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'GET']);
  assert.equal((await call('notes?text=got', { as: 'ada' })).json.code, 'FUNCTION_READ_ONLY');
  const posted = await call('notes', { as: 'ada', method: 'POST', body: { text: 'posted' } });
  assert.deepEqual([posted.status, posted.json.text], [200, 'posted']);
  const client = await server.as('ada');
  const cookie = Object.entries(/** @type {any} */ (client).cookies ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const cross = await call('notes', {
    method: 'POST',
    body: { text: 'x' },
    headers: { cookie: cookie || 'plinth_session=x', origin: 'https://evil.example' },
  });
  assert.equal(cross.status, 403);
  for (const body of ['[1]', '"a"', '{', '{"a":1}x'])
    assert.ok([400, 422].includes((await call('notes', { as: 'ada', method: 'POST', body })).status));
  assert.equal(
    (await call('notes', { as: 'ada', method: 'POST', body: 'a=1', headers: { 'content-type': 'text/plain' } })).status,
    415,
  );
  assert.equal(await server.data.rows.count(server.system, 'notes'), 1);
});

it('A12: tells only admins why a function failed', async () => {
  for (const as of ['', 'ada']) {
    const { status, text, json } = await call('broken', { as });
    assert.deepEqual([status, json.code], [500, 'FUNCTION_FAILED']);
    assert.doesNotMatch(text, /planted-secret|logs|trouble/);
  }
  const { json } = await call('broken', { as: 'admin' });
  assert.deepEqual(
    [json.trouble.line, json.trouble.message, json.logs[0].text],
    [3, 'planted-secret', 'planted-secret'],
  );
  const refused = await call('refuses');
  assert.deepEqual([refused.status, refused.json.title, refused.json.code], [409, 'Sold out', 'FUNCTION_REFUSED']);
});

it('F2, I13: an answer of its own is neither a script nor another header', async () => {
  /** @param {string} body @param {any} options */
  const answer = (body, options) =>
    call('answer', { method: 'POST', body: { body, options: JSON.stringify(options) } });
  const csv = await answer('a,b', {
    type: 'text/csv',
    status: 201,
    headers: { 'Content-Disposition': 'attachment; filename="a.csv"' },
  });
  assert.deepEqual([csv.status, csv.text, csv.headers.get('content-type')], [201, 'a,b', 'text/csv; charset=utf-8']);
  assert.match(String(csv.headers.get('content-disposition')), /a\.csv/);
  const page = await answer('<script>alert(1)</script>', { type: 'text/html' });
  assert.match(String(page.headers.get('content-security-policy')), /default-src 'none'.*sandbox/);
  for (const type of ['image/svg+xml', 'application/xhtml+xml', 'text/xml']) {
    const { headers, status } = await answer('<svg/>', { type });
    assert.ok(status === 500 || /sandbox/.test(String(headers.get('content-security-policy'))), type);
  }
  assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
  const REFUSED = [
    { type: 'text/javascript' },
    { type: 'application/javascript' },
    { type: 'text/css' },
    { type: 'text/html\r\nx: y' },
    { status: 99 },
    { status: 101 },
    { headers: { 'set-cookie': 'a=b' } },
    { headers: { 'content-security-policy': 'none' } },
    { headers: { 'x-a': 'b\r\nset-cookie: c=d' } },
  ];
  for (const options of REFUSED) {
    const { status, json, headers } = await answer('x', options);
    assert.deepEqual(
      [status, json.code, headers.get('set-cookie')],
      [500, 'FUNCTION_ANSWER_INVALID', null],
      JSON.stringify(options),
    );
  }
  assert.equal((await answer('', { status: 204 })).status, 204);
});

it('is in the OpenAPI description of those who may call it', async () => {
  const paths = async (/** @type {string} */ as) => {
    const headers = as ? { authorization: `Bearer ${tokens[as]}` } : undefined;
    const document = await (await fetch(`${server.url}/api/v1/openapi.json`, { headers })).json();
    return Object.fromEntries(Object.entries(document.paths).filter(([path]) => path.startsWith('/fn/')));
  };
  assert.deepEqual(Object.keys(await paths('')).sort(), ['/fn/answer', '/fn/broken', '/fn/fibonacci', '/fn/refuses']);
  const ofAda = await paths('ada');
  assert.deepEqual(Object.keys(ofAda['/fn/notes']).sort(), ['delete', 'get', 'post', 'servers']);
  assert.deepEqual(ofAda['/fn/fibonacci'].get.parameters, [
    { name: 'n', in: 'query', description: 'Which number', required: true, schema: { type: 'integer' } },
  ]);
  assert.ok('/fn/secret' in (await paths('admin')) && !('/fn/closed' in (await paths('admin'))));
});
