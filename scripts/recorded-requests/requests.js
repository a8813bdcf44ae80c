/**
 * One request of the set. `as` names who sends it, `again` that it is sent twice in a row (made, then from memory), `raw`
 * all bytes of it, `cut` that the connection breaks before the answer.
 *
 * @typedef {{ name?: string, as?: string, method?: string, path?: string, headers?: Record<string, string>, body?: string,
 *   again?: boolean, raw?: string, cut?: boolean, methods?: string[] }} Recorded
 * @typedef {{ files: Record<string, string>, asset: string, large: string, row: string }} Site addresses that differ from
 *   server to server
 */

const WHO = ['visitor', 'user', 'staff', 'admin'];
const TASKS = '/api/v1/tables/tasks/rows';
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
const JSON_BODY = { 'content-type': 'application/json' };

/** Every request, in the order in which they are sent. @param {Site} site @returns {Recorded[]} */
export function requestsOf(site) {
  return [
    ...pages(),
    ...conditions(site),
    ...files(site),
    ...api(),
    ...writes(),
    ...forms(),
    ...identities(),
    ...otherRoutes(),
    ...spellings(),
    ...broken(site),
  ];
}

/** @returns {Recorded[]} */
function pages() {
  const paths = [
    '/',
    '/page/start',
    '/page/start?x=1',
    '/page/personal',
    '/page/staff_only',
    '/page/none',
    '/view/tasks_list',
    '/view/tasks_list?tasks_list.q=First',
    '/view/tasks_edit',
    '/view/tasks_show?id=1',
    '/view/tasks_show?id=999',
    '/view/none',
    '/page/caf%C3%A9',
    '/page/bench_simple',
    '/view/bench_thread_form',
  ];
  const shown = paths.flatMap((path) => WHO.map((as) => ({ as, path, again: true })));
  const heads = paths.slice(0, 6).flatMap((path) => WHO.map((as) => ({ as, path, method: 'HEAD' })));
  const choices = ['/view/tasks_list/choices?field=title&q=a', '/page/start/choices?field=none', '/page/none/choices'];
  return [...shown, ...heads, ...choices.flatMap((path) => WHO.map((as) => ({ as, path })))];
}

/** @param {Site} site @returns {Recorded[]} */
function conditions(site) {
  const paths = [
    '/page/start',
    '/page/personal',
    '/page/bench_simple',
    site.asset,
    '/assets/site.css',
    site.files.small,
  ];
  /** @type {Record<string, string>[]} */
  const headers = [
    { 'accept-encoding': 'br' },
    { 'accept-encoding': 'gzip, br;q=0' },
    { 'accept-encoding': 'identity' },
    { 'accept-encoding': 'zstd' },
    { 'if-none-match': '*' },
    { 'if-none-match': '"none", W/"other"' },
    { 'if-none-match': '$etag' },
    { 'if-none-match': 'W/"x", $etag' },
    { range: 'bytes=0-4' },
    { range: 'bytes=-5' },
    { range: 'bytes=9999999-' },
    { 'cache-control': 'no-cache', pragma: 'no-cache' },
    { accept: 'application/json' },
  ];
  return paths.flatMap((path) => [
    ...headers.map((one) => ({ path, headers: one })),
    own(path, { as: 'user', headers: { 'if-none-match': '$etag' } }),
    own(path, { method: 'HEAD', headers: { 'accept-encoding': 'br' } }),
  ]);
}

/** @param {string} path @param {Recorded} more @returns {Recorded} */
const own = (path, more) => ({ path, ...more });

/** @param {Site} site @returns {Recorded[]} */
function files(site) {
  const { small, medium, large, secret } = site.files;
  const ranges = ['bytes=0-0', 'bytes=5-', 'bytes=-3', 'bytes=0-1,3-4', 'bytes=x', 'bytes=99999999-', 'bytes=5-2'];
  return [
    ...[small, medium, large, secret].flatMap((path) => WHO.map((as) => ({ as, path, again: true }))),
    ...[small, large, site.large].flatMap((path) => ranges.map((range) => ({ path, headers: { range } }))),
    ...[small, large, site.large].flatMap((path) => [
      { path, method: 'HEAD' },
      { path, method: 'HEAD', headers: { range: 'bytes=0-4' } },
      { path, headers: { range: 'bytes=0-4', 'if-range': '"none"' } },
      { path, headers: { range: 'bytes=0-4', 'if-range': '$etag' } },
      { path, headers: { 'if-none-match': '$etag' } },
    ]),
    ...['?variant=thumb', '?variant=none', '?x=1'].map((query) => ({ path: small + query })),
    { path: small, method: 'POST' },
    { path: small, method: 'DELETE', as: 'admin', headers: { 'sec-fetch-site': 'same-origin' } },
    { path: '/files/00000000-0000-0000-0000-000000000000/x.txt', as: 'admin' },
    { path: '/files/x/y', as: 'admin' },
    { path: '/files/upload', method: 'POST', headers: FORM, body: 'a=1' },
    { path: '/files/upload', method: 'POST', headers: FORM, body: 'a=1', as: 'user' },
    { path: '/assets/none' },
    { path: '/assets/000000000000/core-views/css/plinth.css' },
    { path: '/assets/site.css?v=1' },
    { path: site.asset, method: 'POST' },
    { path: `${site.asset}?x=1` },
  ];
}

/** @returns {Recorded[]} */
function api() {
  const paths = [
    TASKS,
    `${TASKS}/1`,
    `${TASKS}/1?fields=title`,
    `${TASKS}/999`,
    `${TASKS}/abc`,
    `${TASKS}?limit=1&sort=-title`,
    `${TASKS}?limit=x`,
    '/api/v1/tables/none/rows',
    '/api/v1/tables/none/rows/1',
    '/api/v1/catalog',
    '/api/v1/openapi.json',
    '/api/v1/docs',
    '/api/v1/none',
    '/api/v1/',
    '/api/v1',
    '/api/v2/x',
    '/api/v1/revisions',
    '/api/v1/tables/tasks%2Frows',
  ];
  const who = [...WHO, 'token', 'badtoken', 'emptytoken'];
  return [
    ...paths.flatMap((path) => who.map((as) => ({ as, path }))),
    ...['HEAD', 'OPTIONS', 'PUT', 'TRACE', 'PROPFIND'].map((method) => ({ as: 'token', path: `${TASKS}/1`, method })),
    { as: 'token', path: `${TASKS}/1`, headers: { 'if-none-match': '$etag' } },
    { as: 'token', path: `${TASKS}/1`, headers: { 'if-none-match': '*' } },
    { as: 'token', path: `${TASKS}/1`, headers: { origin: 'https://pages.example' } },
    { as: 'token', path: `${TASKS}/1`, headers: { origin: 'https://other.example' } },
    { path: TASKS, method: 'OPTIONS', headers: { origin: 'https://pages.example' } },
    { path: '/api/v1/none', method: 'OPTIONS', headers: { origin: 'https://pages.example' } },
    { path: '/api/v1/changes', method: 'POST' },
    { path: '/api/v1/changes', method: 'HEAD' },
    { path: '/api/v1/changes?tables=none', as: 'token' },
  ];
}

/** @returns {Recorded[]} */
function writes() {
  const post = (/** @type {Recorded} */ more) => ({
    method: 'POST',
    path: TASKS,
    headers: JSON_BODY,
    as: 'token',
    ...more,
  });
  return [
    post({ body: '{"title":"New"}' }),
    post({ body: '{"title":"New"}', headers: { ...JSON_BODY, origin: 'https://pages.example' } }),
    post({ body: '{"title":"Once"}', headers: { ...JSON_BODY, 'idempotency-key': 'k1' } }),
    post({ body: '{"title":"Once"}', headers: { ...JSON_BODY, 'idempotency-key': 'k1' } }),
    post({ body: '{"title":"Other"}', headers: { ...JSON_BODY, 'idempotency-key': 'k1' } }),
    post({ body: '{"title":""}' }),
    post({ body: '{"none":1}' }),
    post({ body: '{"title":' }),
    post({ body: '[{"title":"A"},{"title":"B"}]' }),
    post({ body: 'x', headers: { 'content-type': 'text/plain' } }),
    post({ body: '' }),
    post({ body: '"text"' }),
    ...['visitor', 'user', 'staff', 'badtoken'].map((as) => post({ as, body: '{"title":"By whom"}' })),
    ...['user', 'staff', 'admin'].map((as) =>
      post({ as, body: '{"title":"Same site"}', headers: { ...JSON_BODY, 'sec-fetch-site': 'same-origin' } }),
    ),
    post({ as: 'staff', body: '{"title":"x"}', headers: { ...JSON_BODY, 'sec-fetch-site': 'cross-site' } }),
    post({ as: 'staff', body: '{"title":"x"}', headers: { ...JSON_BODY, origin: 'https://other.example' } }),
    { method: 'PATCH', path: `${TASKS}/1`, as: 'token', headers: JSON_BODY, body: '{"title":"Changed"}' },
    {
      method: 'PATCH',
      path: `${TASKS}/1`,
      as: 'token',
      body: '{"title":"Again"}',
      headers: { ...JSON_BODY, 'if-match': '"none"' },
    },
    {
      method: 'PATCH',
      path: `${TASKS}/1`,
      as: 'token',
      body: '{"title":"Matched"}',
      headers: { ...JSON_BODY, 'if-match': '$etag' },
    },
    { method: 'PATCH', path: `${TASKS}/999`, as: 'token', headers: JSON_BODY, body: '{"title":"x"}' },
    { method: 'DELETE', path: `${TASKS}/2`, as: 'staff', headers: { 'sec-fetch-site': 'same-origin' } },
    { method: 'DELETE', path: `${TASKS}/3`, as: 'token' },
    { method: 'DELETE', path: `${TASKS}/3`, as: 'token' },
    { method: 'PUT', path: TASKS, as: 'token', headers: JSON_BODY, body: '[]' },
    {
      method: 'POST',
      path: '/api/v1/transactions',
      as: 'token',
      headers: JSON_BODY,
      body: '{"steps":[{"op":"insert","table":"tasks","values":{"title":"Step"}}]}',
    },
    { method: 'POST', path: '/api/v1/edits/add-table', as: 'token', headers: JSON_BODY, body: '{"name":"x"}' },
  ];
}

/** @returns {Recorded[]} */
function forms() {
  const path = '/view/tasks_edit';
  const post = (/** @type {Recorded} */ more) => ({
    method: 'POST',
    path,
    headers: FORM,
    body: 'title=By+form',
    ...more,
  });
  return [
    ...WHO.map((as) => post({ as })),
    ...['staff', 'visitor'].map((as) => post({ as, headers: { ...FORM, accept: 'application/json' } })),
    post({ as: 'staff', body: 'title=' }),
    post({ as: 'staff', body: 'title=', headers: { ...FORM, accept: 'application/json' } }),
    post({ as: 'staff', headers: { ...FORM, 'sec-fetch-site': 'cross-site' } }),
    post({ as: 'staff', headers: { 'content-type': FORM['content-type'] } }),
    post({ as: 'staff', headers: { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' } }),
    post({ as: 'staff', path: '/view/none' }),
    post({ as: 'staff', path: '/view/tasks_list/act', body: 'node=none&id=1' }),
    post({ as: 'staff', path: '/page/start', body: 'x=1' }),
    post({ as: 'staff', path: '/page/start/act', body: 'node=none' }),
    post({ path: '/view/bench_note_form', body: 'text=Hello' }),
    post({ as: 'user', path: '/view/bench_note_form', body: 'text=Hello' }),
    post({ as: 'user', path: '/view/bench_note_form', body: `text=${'x'.repeat(100)}&text=two` }),
    {
      method: 'POST',
      path,
      as: 'staff',
      name: 'multipart',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'sec-fetch-site': 'same-origin' },
      body: '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nParts\r\n--b--\r\n',
    },
  ];
}

/** @returns {Recorded[]} */
function identities() {
  const paths = [
    '/page/start',
    '/page/personal',
    '/view/tasks_list',
    '/admin/tables',
    `${TASKS}/1`,
    '/view/tasks_edit',
  ];
  return [
    ...paths.flatMap((path) => ['badsession', 'asrole', 'asnobody', 'twice'].map((as) => ({ as, path }))),
    { as: 'asrole', path: '/view/tasks_edit', method: 'POST', headers: FORM, body: 'title=x' },
    { as: 'staff', path: '/page/start', headers: { authorization: 'Bearer x' } },
    { path: '/page/start', headers: { authorization: 'Basic x' } },
    ...['cross-site', 'same-origin', 'none'].map((site) => ({
      path: '/admin/tables',
      headers: {
        cookie: 'plinth_name=Ada',
        'sec-fetch-site': site,
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      },
    })),
  ];
}

/** @returns {Recorded[]} */
function otherRoutes() {
  const gets = ['/healthz', '/readyz', '/metrics', '/auth/login', '/auth/signup', '/auth/reset', '/auth/profile'];
  const more = [
    '/auth/first-run',
    '/admin',
    '/admin/',
    '/admin/alive',
    '/admin/tables',
    '/admin/none',
    '/plugin/none/x',
  ];
  const last = ['/mcp', '/csp-report', '/benchmark-results', '/favicon.ico', '/robots.txt', '/Admin', '/Page/start'];
  return [
    ...[...gets, ...more, ...last].flatMap((path) => ['visitor', 'user', 'admin'].map((as) => ({ as, path }))),
    ...['/healthz', '/page/start', '/admin', '/auth/login', '/mcp', '/', '/none'].flatMap((path) =>
      ['OPTIONS', 'PUT', 'DELETE', 'PROPFIND', 'POST'].map((method) => ({ path, method })),
    ),
    { path: '/csp-report', method: 'POST', headers: { 'content-type': 'application/csp-report' }, body: '{}' },
    { path: '/auth/login', method: 'POST', headers: FORM, body: 'email=none@example.com&password=wrong+one' },
    { path: '/auth/login', method: 'POST', headers: FORM, body: 'email=&password=' },
    { path: '/auth/login', method: 'POST', headers: FORM, body: `email=${'x'.repeat(70_000)}` },
    { path: '/auth/login', method: 'POST', headers: { ...FORM, 'sec-fetch-site': 'cross-site' }, body: 'email=a' },
    { path: '/auth/login?next=//other.example', as: 'user' },
    { path: '/mcp', method: 'POST', headers: JSON_BODY, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' },
    { path: '/mcp', method: 'POST', as: 'token', headers: JSON_BODY, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' },
    { path: '/mcp', method: 'POST', as: 'token', headers: JSON_BODY, body: '{"jsonrpc"' },
    { path: '/mcp', method: 'POST', as: 'badtoken', headers: JSON_BODY, body: '{}' },
    { path: '/metrics', headers: { 'x-forwarded-for': '8.8.8.8' } },
    { path: '/admin/tables', as: 'visitor', headers: { 'hx-request': 'true' } },
    { path: '/admin/tables', as: 'visitor', headers: { accept: 'application/json' } },
  ];
}

/** @returns {Recorded[]} */
function spellings() {
  const paths = [
    '/page/start/',
    '//page/start',
    '/page//start',
    '/page/%2e%2e/admin',
    '/page/../admin',
    '/page/./start',
    '/page/start%2Fx',
    '/page/start%5Cx',
    '/page/%73tart',
    '/page/start%00',
    '/page/%',
    '/page/%FF',
    '/page/start?%',
    '/page/a:b',
    '/page/a%3Ab',
    '/page/start;x',
    '/view/tasks_list/',
    `/page/${'x'.repeat(2000)}`,
    `/page/start?${'a=1&'.repeat(1001)}`,
    '/assets/../admin',
    '/files/%2e%2e/x',
    '/healthz/',
    '/API/v1/catalog',
    '/api/v1/catalog/',
    '/page/start#x',
    '/page/start?a=%00',
    '/view/tasks_list?tasks_list.q=%00',
  ];
  return paths.flatMap((path) => [{ path }, { path, as: 'admin' }, { path, method: 'POST' }]);
}

/** Requests that no HTTP client sends. @param {Site} site @returns {Recorded[]} */
function broken(site) {
  const raw = (/** @type {string} */ name, /** @type {string} */ text, /** @type {Partial<Recorded>} */ more = {}) => ({
    name,
    raw: text,
    methods: ['GET'],
    ...more,
  });
  const host = 'Host: plinth.test\r\n';
  const get = (/** @type {string} */ path) => `GET ${path} HTTP/1.1\r\n${host}\r\n`;
  return [
    raw('no HTTP', 'hello\r\n\r\n'),
    raw('no host', 'GET / HTTP/1.1\r\n\r\n'),
    raw('bad header', `GET /page/start HTTP/1.1\r\n${host}bad header\r\n\r\n`),
    raw('header with a NUL', `GET /page/start HTTP/1.1\r\n${host}x: a\0b\r\n\r\n`),
    raw('head too long', `GET /page/start HTTP/1.1\r\n${host}x: ${'y'.repeat(20_000)}\r\n\r\n`),
    raw('HTTP/1.0', `GET /page/start HTTP/1.0\r\n${host}\r\n`),
    raw('connection: close', `GET /page/start HTTP/1.1\r\n${host}Connection: close\r\n\r\n`),
    raw('whole address', `GET http://plinth.test/page/start HTTP/1.1\r\n${host}\r\n`),
    raw('asterisk', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, { methods: ['OPTIONS'] }),
    raw('method unknown to node', `NONE / HTTP/1.1\r\n${host}\r\n`),
    raw('method in lower case', `get / HTTP/1.1\r\n${host}\r\n`),
    raw('lengths that differ', `POST /page/start HTTP/1.1\r\n${host}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`),
    raw(
      'length and chunks',
      `POST / HTTP/1.1\r\n${host}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ),
    raw('several at once', get('/page/start') + get(site.asset) + get(site.files.small) + get('/page/none'), {
      methods: ['GET', 'GET', 'GET', 'GET'],
    }),
    raw('a page often', get('/page/start').repeat(5), { methods: Array(5).fill('GET') }),
    raw('a file often', get(site.files.small).repeat(5), { methods: Array(5).fill('GET') }),
    raw('HTTP/1.0, kept', `GET /page/start HTTP/1.0\r\n${host}Connection: keep-alive\r\n\r\n`),
    raw(
      'cookies of 8 KB',
      `GET /page/start HTTP/1.1\r\n${host}Cookie: a=${'b'.repeat(8000)}; plinth_session=x\r\n\r\n`,
    ),
    raw('GET with a body', `GET /page/start HTTP/1.1\r\n${host}Content-Length: 3\r\n\r\nabc${get('/healthz')}`, {
      methods: ['GET', 'GET'],
    }),
    raw(
      'two session cookies',
      `GET /page/personal HTTP/1.1\r\n${host}Cookie: plinth_session=a; plinth_session=b\r\n\r\n`,
    ),
    raw('expect 100', `POST /csp-report HTTP/1.1\r\n${host}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`),
    raw('body cut off', `POST /view/bench_note_form HTTP/1.1\r\n${host}Content-Length: 99\r\n\r\ntext=`, { cut: true }),
    raw('answer not fetched', get('/page/bench_simple'), { cut: true }),
    raw('after those', get('/page/start')),
  ];
}
