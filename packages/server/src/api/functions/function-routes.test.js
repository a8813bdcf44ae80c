import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startTestServer, until } from '../../testing/index.js';

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
    method,
    redirect: 'manual',
    headers: {
      ...(as && { authorization: `Bearer ${tokens[as]}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.match(/[/+]json/) && text ? JSON.parse(text) : undefined;
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
    headers: { 'Content-Disposition': 'attachment; filename="a.csv"', 'X-Total-Count': '2', 'x-app-shard': 'a' },
  });
  assert.deepEqual([csv.status, csv.text, csv.headers.get('content-type')], [201, 'a,b', 'text/csv; charset=utf-8']);
  assert.match(String(csv.headers.get('content-disposition')), /a\.csv/);
  assert.deepEqual([csv.headers.get('x-total-count'), csv.headers.get('x-app-shard')], ['2', 'a']);
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
    { headers: { 'x-app-a': 'b\r\nset-cookie: c=d' } },
    { headers: { 'X-Content-Type-Options': '' } },
    { headers: { 'x-frame-options': 'ALLOWALL' } },
    { headers: { 'x-accel-redirect': '/protected' } },
    { headers: { 'x-sendfile': '/etc/passwd' } },
    { headers: { 'x-lighttpd-send-file': '/etc/passwd' } },
    { headers: { 'x-reproxy-url': 'http://127.0.0.1' } },
    { headers: { 'x-forwarded-for': '127.0.0.1' } },
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

/** Adds functions for everybody and reads one as it comes. @param {Record<string, string>} codes */
async function addOpen(codes) {
  for (const [name, code] of Object.entries(codes))
    await server.data.edit(server.system, 'add-function', {
      function: { name, methods: ['GET'], roles: ['public'], seconds: name === 'endless' ? 5 : 1, code },
    });
}

it('sends a response in parts, as they come', async () => {
  await addOpen({
    lines:
      'export default async function* ({ n }, plinth) { for (let i = 0; i < Number(n); i++) { yield i + "\\n"; if (i === 0) await plinth.rows("users").list().catch(() => {}); } }',
    objects:
      'export default (_, plinth) => plinth.respond([{ a: 1 }, { a: 2 }].values(), { type: "application/x-ndjson", status: 202, headers: { "x-app-parts": "2" } });',
    none: 'export default function* () {}',
    refusing: 'export default function* (_, plinth) { plinth.fail("Not now", { status: 409 }); yield 1; }',
    wrong: 'export default (_, plinth) => plinth.respond(["x", "y"].values(), { type: "text/javascript" });',
    wrong_header: `export default (_, plinth) => plinth.respond(["x", "y"].values(), { headers: { "x-frame-options": "" } });`,
  });
  const lines = await call('lines?n=500');
  assert.equal(lines.text, Array.from({ length: 500 }, (_, i) => `${i}\n`).join(''));
  assert.deepEqual(
    [lines.headers.get('transfer-encoding'), lines.headers.get('content-type')],
    ['chunked', 'text/plain; charset=utf-8'],
  );
  const objects = await call('objects');
  assert.deepEqual(
    [objects.status, objects.text, objects.headers.get('x-app-parts')],
    [202, '{"a":1}\n{"a":2}\n', '2'],
  );
  assert.deepEqual([(await call('none')).status, (await call('none')).text], [200, '']);
  const refused = await call('refusing');
  assert.deepEqual([refused.status, refused.json.title ?? refused.json.message], [409, 'Not now']);
  for (const name of ['wrong', 'wrong_header'])
    assert.equal((await call(name)).json.code, 'FUNCTION_ANSWER_INVALID', 'and no part follows it');
  assert.equal((await call('lines?n=3', { method: 'HEAD' })).status, 200);
});

it('S3: a response in parts has limits, and one that breaks off is not taken for a whole one', async () => {
  await addOpen({
    breaking: 'export default function* () { yield "begin"; throw new Error("x"); }',
    endless: 'export default function* () { for (;;) yield "x".repeat(100000); }',
    tiny: 'export default function* () { for (;;) yield "x"; }',
    looping: 'export default function* () { yield "begin"; for (;;); }',
  });
  for (const name of ['breaking', 'endless', 'tiny', 'looping'])
    await assert.rejects(call(name), { name: 'TypeError' });
  await server.data.functions.runs.flush();
  const codes = [];
  for (const name of ['breaking', 'endless', 'looping'])
    codes.push(...(await server.data.functions.runs.list(server.system, server.data.catalog().function(name).id)));
  assert.deepEqual(
    codes.map((/** @type {any} */ { code }) => code),
    ['FUNCTION_FAILED', 'FUNCTION_OUTPUT', 'FUNCTION_TIME'],
  );
});

it('S3: a function ends when its reader leaves, and a slow reader does not hold it beyond its limits', async () => {
  await addOpen({
    left: 'export default async function* (_, plinth) { for (;;) { yield "x"; await plinth.rows("notes").list().catch(() => {}); } }',
    thinking: 'export default function* () { yield "begin"; for (;;); }',
    slow: 'export default function* () { for (let i = 0; i < 150; i++) yield "x".repeat(100000); }',
  });
  const all = 'export default async function* () { for (;;) yield "x".repeat(100000); }';
  const fn = { name: 'all_left', methods: ['GET'], roles: ['public'], runAs: 'system', code: all };
  await server.data.edit(server.system, 'add-function', { function: fn });
  const runsOf = async (/** @type {string} */ name) => {
    await server.data.functions.runs.flush();
    const { id } = server.data.catalog().function(name);
    return (await server.data.functions.runs.list(server.system, id)).map((/** @type {any} */ { code }) => code);
  };
  const admin = await server.as('admin');
  const { errors } = server.data.functions.runs.counters();
  for (const name of ['left', 'thinking', 'all_left']) {
    const leaving = new AbortController();
    const response = await fetch(`${server.url}/fn/${name}`, { signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
    await until(async () => (await runsOf(name)).length > 0);
    assert.deepEqual(await runsOf(name), ['FUNCTION_LEFT']);
    const { text } = await admin.get(`/admin/functions/${name}/runs`);
    assert.match(text, /Stopped by its reader[^]*went away before the response was complete/);
    assert.doesNotMatch(text, /Failed|FUNCTION_LEFT/);
  }
  assert.equal(server.data.functions.runs.counters().errors, errors, 'no failure in the metrics');
  const slow = await fetch(`${server.url}/fn/slow`);
  await until(async () => (await runsOf('slow')).length > 0);
  assert.deepEqual(await runsOf('slow'), ['FUNCTION_TIME']);
  await slow.body?.cancel().catch(() => {});
});
