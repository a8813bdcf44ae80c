import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** Tokens by the name of their user. @type {Record<string, string>} */
const tokens = {};
/** Ids of rows by what they are called here. @type {Record<string, any>} */
const ids = {};

const everything = { read: 'all', create: 'all', update: 'all', delete: 'all' };
const own = { read: 'own', create: 'all', update: 'own', delete: 'own' };

before(async () => {
  server = await startTestServer({ users: { ada: ['user'], ben: ['user'], eva: ['staff'] } });
  const { data, system } = server;
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
  await edit('add-table', {
    name: 'projects',
    access: { staff: everything, user: { ...own, read: { rule: 'row.open == true' } } },
    fields: [
      { name: 'name', type: 'text', required: true, unique: true },
      { name: 'open', type: 'boolean', default: true },
    ],
  });
  await edit('add-table', {
    name: 'tasks',
    owner: 'owner',
    access: { staff: everything, user: own },
    fields: [
      { name: 'title', type: 'text', required: true },
      { name: 'hours', type: 'integer' },
      { name: 'cost', type: 'decimal' },
      { name: 'due', type: 'date' },
      { name: 'owner', type: 'user' },
      { name: 'project', type: 'relation', attributes: { table: 'projects' } },
    ],
  });
  await edit('add-table', {
    name: 'notices',
    access: { public: { read: 'all', create: 'all' } },
    fields: [{ name: 'text', type: 'text' }],
  });
  await edit('add-table', { name: 'hidden', fields: [{ name: 'secret', type: 'text' }] });
  for (const name of ['ada', 'ben', 'eva', 'admin']) {
    const { user } = await server.as(name);
    ids[name] = user.id;
    tokens[name] = (await data.people.apiTokens.create(system, user.id, { name: 'test' })).token;
  }
  for (const [name, open] of /** @type {[string, boolean][]} */ ([
    ['Bridge', true],
    ['Tunnel', false],
  ]))
    ids[name] = (await data.rows.insert(system, 'projects', { name, open })).id;
  for (const [title, owner, project, hours] of /** @type {[string, string, string, number][]} */ ([
    ['Dig', 'ada', 'Tunnel', 3],
    ['Paint', 'ada', 'Bridge', 5],
    ['Weld', 'ben', 'Bridge', 8],
  ])) {
    const values = { title, owner: ids[owner], project: ids[project], hours, cost: '1.50', due: '2026-11-21' };
    ids[title] = (await data.rows.insert(system, 'tasks', values)).id;
  }
});
after(() => server?.close());

/**
 * @param {string} name whose token; '': nobody's @param {string} method @param {string} path under /api/v1/
 * @param {{ body?: any, headers?: Record<string, string> }} [options]
 */
async function call(name, method, path, { body, headers = {} } = {}) {
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: {
      ...(name && { authorization: `Bearer ${tokens[name] ?? name}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson =
    /json/.test(answer.headers.get('content-type') ?? '') && !/ndjson/.test(answer.headers.get('content-type') ?? '');
  return { status: answer.status, headers: answer.headers, text, json: isJson && text ? JSON.parse(text) : null };
}

/** @param {string} path with the names of rows in braces */
const filled = (path) => path.replace(/\{(\w+)\}/g, (_, name) => ids[name]);

describe('reading rows by the API', () => {
  /** Who, what, status, titles that come back, and what must not be in the answer. */
  const cases = /** @type {[string, string, string, number, string[] | null, RegExp?][]} */ ([
    ['Z2: everybody of staff', 'eva', 'tasks/rows?sort=title', 200, ['Dig', 'Paint', 'Weld']],
    ['Z2: own rows only', 'ada', 'tasks/rows?sort=title', 200, ['Dig', 'Paint'], /Weld/],
    ['Z2: own rows only, counted', 'ben', 'tasks/rows?count=exact', 200, ['Weld'], /"count":[^1]/],
    ['a value', 'eva', 'tasks/rows?title=Dig', 200, ['Dig']],
    ['a comparison', 'eva', 'tasks/rows?hours.gt=3&hours.lte=5', 200, ['Paint']],
    ['one of several', 'eva', 'tasks/rows?title.in=Dig,Weld&sort=title', 200, ['Dig', 'Weld']],
    ['a part of a text', 'eva', 'tasks/rows?title.contains=IN', 200, ['Paint']],
    ['a beginning', 'eva', 'tasks/rows?title.starts=we', 200, ['Weld']],
    ['nothing', 'eva', 'tasks/rows?hours.empty=true', 200, []],
    ['something', 'eva', 'tasks/rows?hours.empty=false&title.ne=Dig&sort=-title', 200, ['Weld', 'Paint']],
    ['along a relation', 'eva', 'tasks/rows?project.name=Bridge&sort=-hours', 200, ['Weld', 'Paint']],
    ['Z6: along a relation to a row one may not read', 'ada', 'tasks/rows?project.name=Tunnel', 200, [], /Dig/],
    ['a search', 'eva', 'tasks/rows?q=wel', 200, ['Weld']],
    [
      'a rule',
      'eva',
      `tasks/rows?filter=${encodeURIComponent('row.hours > 4 && row.title != "Weld"')}`,
      200,
      ['Paint'],
    ],
    ['Z1: a table that nobody was granted', 'eva', 'hidden/rows', 404, null, /secret/],
    ['a table that is not there', 'eva', 'nothing/rows', 404, null],
    ['Z1: nobody', '', 'tasks/rows', 401, null, /Dig/],
    ['Z1: nobody, of a table that is not there', '', 'nothing/rows', 401, null],
    ['what is public', '', 'notices/rows', 200, []],
    ['A1: a token that is none', 'plt_wrong', 'notices/rows', 401, null],
    [
      'Z6: a filter on a field of users that is hidden',
      'ada',
      'tasks/rows?owner.email.contains=ada',
      422,
      null,
      /ada@/,
    ],
    ['Z6: and on one that is not there', 'ada', 'tasks/rows?owner.emaik.contains=ada', 422, null],
    ['Z6: a sort by it', 'ada', 'tasks/rows?sort=owner.email', 422, null],
    ['Z6: a rule about it', 'ada', `tasks/rows?filter=${encodeURIComponent('row.owner.email != ""')}`, 422, null],
    ['Z6: a group by it', 'ada', 'tasks/rows?group=owner.email&aggregate=count', 422, null, /ada@/],
    ['Z6: it as a column', 'ada', 'tasks/rows?fields=owner.email', 422, null, /ada@/],
    ['I2: an unknown field', 'eva', 'tasks/rows?nothing=1', 422, null],
    ['I2: an unknown operator', 'eva', 'tasks/rows?title.like=x', 422, null],
    ['I2: a direction', 'eva', 'tasks/rows?sort=title;drop', 422, null],
    ['I2: a limit', 'eva', 'tasks/rows?limit=100000', 422, null],
    ['I2: a limit that is none', 'eva', 'tasks/rows?limit=-1', 422, null],
    ['I1: a value of the wrong type', 'eva', "tasks/rows?hours=1'--", 422, null],
    ['I1: a value out of range', 'eva', 'tasks/rows?hours=99999999999999999999', 422, null],
    ['I1: a NUL', 'eva', 'tasks/rows?title=%00', 422, null],
    ['I1: a quote is only a quote', 'eva', "tasks/rows?title=Dig'%20or%20'1'='1", 200, []],
    ['a bad cursor', 'eva', 'tasks/rows?after=abc', 422, null],
    ['an option twice', 'eva', 'tasks/rows?limit=1&limit=2', 422, null],
    ['I3: a rule that is none', 'eva', 'tasks/rows?filter=row.(', 422, null],
    ['I3: a rule that is no condition', 'eva', 'tasks/rows?filter=row.title', 422, null],
    ['I11: __proto__', 'eva', 'tasks/rows?__proto__=1', 422, null],
    ['I11: constructor', 'eva', 'tasks/rows?constructor.name=1', 422, null],
  ]);
  for (const [name, who, path, status, titles, not] of cases) {
    it(name, async () => {
      const answer = await call(who, 'GET', `tables/${path}`);
      assert.equal(answer.status, status, answer.text);
      if (titles)
        assert.deepEqual(
          answer.json.rows.map((/** @type {any} */ row) => row.title),
          titles,
        );
      else assert.match(answer.headers.get('content-type') ?? '', /problem\+json/);
      if (not) assert.doesNotMatch(answer.text, not);
      if (status === 401) assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/);
    });
  }

  it('Z6: answers a hidden field word for word like a missing one', async () => {
    const [hidden, missing] = await Promise.all(
      ['email', 'emaik'].map((field) => call('ada', 'GET', `tables/tasks/rows?owner.${field}=x`)),
    );
    const said = (/** @type {any} */ { json: { request, ...rest } }) =>
      JSON.stringify(rest).replaceAll('emaik', 'email');
    assert.equal(said(hidden), said(missing));
  });

  it('walks both ways by links', async () => {
    const pages = [];
    let path = 'tables/tasks/rows?sort=-hours&limit=2&fields=title';
    for (let i = 0; i < 3 && path; i++) {
      const { json, headers } = await call('eva', 'GET', path);
      pages.push(json.rows.map((/** @type {any} */ row) => row.title).join());
      const link = headers.get('link') ?? '';
      const rel = i === 0 ? 'next' : 'prev';
      path = (new RegExp(`<([^>]+)>; rel="${rel}"`).exec(link)?.[1] ?? '').replace('/api/v1/', '');
    }
    assert.deepEqual(pages, ['Weld,Paint', 'Dig', 'Weld,Paint']);
  });

  it('expands nested relations in one statement; unreadable rows stay keys', async () => {
    const seen = await call(
      'eva',
      'GET',
      filled('tables/tasks/rows/{Dig}?expand=project.created_by,owner&fields=title'),
    );
    assert.deepEqual(seen.json.project.name, 'Tunnel');
    assert.equal(seen.json.owner.name, 'ada');
    assert.equal(seen.json.owner.email, undefined);
    const hidden = await call('ada', 'GET', filled('tables/tasks/rows/{Dig}?expand=project'));
    assert.deepEqual(hidden.json.project, { id: ids.Tunnel });
    assert.equal((await call('eva', 'GET', 'tables/tasks/rows?expand=title')).status, 422);
  });

  it('Z9: aggregates and groups readable rows', async () => {
    const mine = await call('ada', 'GET', 'tables/tasks/rows?aggregate=count,sum(hours)&limit=1');
    assert.deepEqual([Number(mine.json.totals.count), Number(mine.json.totals.sum_hours)], [2, 8]);
    const all = await call('eva', 'GET', 'tables/tasks/rows?group=project.name&aggregate=count,max(hours)');
    assert.deepEqual(
      all.json.rows.map((/** @type {any} */ row) => [row['project.name'], Number(row.count), row.max_hours]),
      [
        ['Bridge', 2, 8],
        ['Tunnel', 1, 3],
      ],
    );
  });

  it('Z9: guesses how many rows there are only of tables that one may read all of', async () => {
    const { data, system } = server;
    const access = { public: { read: 'all' }, user: { read: 'all' } };
    const fields = [{ name: 'n', type: 'integer' }];
    await data.edit(system, 'add-table', { name: 'many', access, fields, history: false });
    await data.db.query('alter table app.many set (autovacuum_enabled = off)'); // the guess stands still
    await data.db.query('insert into app.many (n) select i % 10 from generate_series(1, 60000) i; analyze app.many');
    const count = async (/** @type {string} */ who, /** @type {string} */ path) =>
      Number((await call(who, 'GET', `tables/${path}`)).json.count);
    assert.equal(await count('ada', 'many/rows?count=estimate&limit=1'), 60000);
    const part = await count('ada', 'many/rows?count=estimate&limit=1&n=5');
    assert.ok(part > 4000 && part < 8000, String(part));
    await data.db.query('delete from app.many where n = 5 and id > 20');
    assert.equal(await count('ada', 'many/rows?count=estimate&limit=1'), 60000, 'it is a guess');
    assert.equal(await count('ada', 'many/rows?count=exact&limit=1'), 54002);
    assert.equal(await count('ada', 'many/rows?count=estimate&n=5'), 2, 'a page that holds them all knows better');
    assert.equal(await count('ada', `many/rows?count=estimate&limit=1&filter=${encodeURIComponent('row.n == 5')}`), 2);
    assert.equal(await count('ada', 'tasks/rows?count=estimate&limit=1'), 2, 'own rows are counted');
    assert.equal(await count('eva', 'tasks/rows?count=estimate&limit=1'), 3, 'and what is few');
  });

  it('streams all rows as NDJSON and CSV', async () => {
    const lines = await call('ada', 'GET', 'tables/tasks/rows?sort=title&fields=title', {
      headers: { accept: 'application/x-ndjson' },
    });
    assert.deepEqual(
      lines.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).title),
      ['Dig', 'Paint'],
    );
    const csv = await call('ada', 'GET', 'tables/tasks/rows?fields=title,hours,project.name&title=Paint', {
      headers: { accept: 'text/csv' },
    });
    assert.match(csv.headers.get('content-type') ?? '', /text\/csv/);
    assert.equal(csv.text, 'title,hours,project.name\r\nPaint,5,Bridge\r\n');
    assert.equal(
      (await call('ada', 'GET', 'tables/tasks/rows?nothing=1', { headers: { accept: 'text/csv' } })).status,
      422,
    );
  });

  it('answers 304 for a known row, and another version after a change', async () => {
    const row = filled('tables/projects/rows/{Bridge}');
    const { headers, json } = await call('eva', 'GET', row);
    const known = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    assert.equal((await call('eva', 'GET', row, known)).status, 304);
    for (const [i, status] of [304, 200, 200].entries()) {
      await call('eva', 'PATCH', row, { body: { name: `${json.name}${['', ' 2', ''][i]}` } });
      assert.equal((await call('eva', 'GET', row, known)).status, status, String(i));
    }
  });

  for (const id of ['999999', 'abc', '1.5', '-1', "1'", '9'.repeat(40), '%F0%9F%98%80']) {
    it(`Z3: ${id} is no row`, async () => {
      for (const query of ['', '?fields=title']) {
        const answer = await call('eva', 'GET', `tables/tasks/rows/${id}${query}`);
        assert.deepEqual([answer.status, answer.json.code], [404, 'ROW_NOT_FOUND']);
      }
    });
  }
  it("Z3: somebody else's row is no row", async () => {
    const [other, missing] = await Promise.all(
      [ids.Weld, 987654].map((id) => call('ada', 'GET', `tables/tasks/rows/${id}`)),
    );
    assert.deepEqual([other.status, other.json.title, other.json.code], [404, missing.json.title, missing.json.code]);
  });
});

describe('the API’s own description', () => {
  it('Z1: lists what the caller may use, and nothing else', async () => {
    for (const path of ['catalog', 'openapi.json', 'docs']) {
      const [staff, visitor] = await Promise.all(['eva', ''].map((who) => call(who, 'GET', path)));
      assert.deepEqual([staff.status, visitor.status], [200, 200], staff.text);
      assert.match(staff.text, /tasks/);
      assert.match(visitor.text, /notices/);
      assert.doesNotMatch(staff.text, /"hidden"|tables.hidden|secret/);
      assert.doesNotMatch(visitor.text, /tasks|projects|"hidden"|tables.hidden/);
    }
  });

  it('describes each operation that is allowed, with the fields’ types', async () => {
    const { json } = await call('', 'GET', 'openapi.json');
    assert.deepEqual(Object.keys(json.paths['/tables/notices/rows']), ['get', 'post']);
    for (const path of ['/edits', '/files', '/files/{id}']) assert.ok(!(path in json.paths), path);
    assert.deepEqual(Object.keys(json.paths['/tables/notices/rows/{id}']), ['parameters', 'get']);
    const { properties } = (await call('eva', 'GET', 'openapi.json')).json.components.schemas.tasks;
    assert.deepEqual(properties.hours.type, ['integer', 'null']);
    assert.deepEqual(properties.due.format, 'date');
    assert.deepEqual(properties.title.type, 'string');
  });

  it('lets admins change metadata, previews changes, and refuses others', async () => {
    const edit = { edit: 'add-table', input: { name: 'made' } };
    const send = (/** @type {string} */ who, /** @type {any} */ body) => call(who, 'POST', 'edits', { body });
    const dry = await send('admin', { ...edit, dryRun: true });
    assert.equal(dry.status, 200, dry.text);
    assert.ok(dry.json.changes.length > 0);
    assert.equal(server.data.catalog().hasTable('made'), false);
    assert.equal((await send('admin', edit)).status, 200);
    assert.equal(server.data.catalog().hasTable('made'), true);
    assert.deepEqual([(await send('eva', edit)).status, (await send('', edit)).status], [403, 401]);
    assert.equal((await send('admin', { edit: 'nothing', input: {} })).status, 422);
    assert.equal((await send('admin', { edit: 'add-table', input: 5 })).status, 422);
    const { data, system } = server;
    const { token } = await data.people.apiTokens.create(system, ids.admin, { name: 'x', operations: ['read'] });
    assert.equal((await send(token, edit)).status, 403);
  });
});

describe('other sites and floods', () => {
  const settings = (/** @type {any} */ changes) => server.data.edit(server.system, 'change-settings', { changes });
  const origin = 'https://app.example.com';

  it('A14: lets in the pages of sites that were named, with a token', async () => {
    const ask = (/** @type {string} */ from) =>
      call('', 'OPTIONS', 'tables/tasks/rows', { headers: { origin: from, 'access-control-request-method': 'POST' } });
    const allowed = (/** @type {any} */ { headers }) => headers.get('access-control-allow-origin');
    assert.equal(allowed(await ask(origin)), null);
    await settings({ apiOrigins: `https://other.example ${origin}` });
    assert.equal(allowed(await ask(origin)), origin);
    for (const other of ['https://evil.example', 'null', 'http://app.example.com', `${origin}.evil.example`])
      assert.equal(allowed(await ask(other)), null, other);
    const headers = { origin, 'sec-fetch-site': 'cross-site' };
    const sent = await call('ada', 'POST', 'tables/tasks/rows', { body: { title: 'far' }, headers });
    assert.deepEqual([sent.status, allowed(sent)], [201, origin]);
    assert.equal(sent.headers.get('access-control-allow-credentials'), null);
    const refused = await call('plt_wrong', 'GET', 'catalog', { headers });
    assert.deepEqual([refused.status, allowed(refused)], [401, origin]);
    const client = await server.as('ada');
    const json = { ...headers, 'content-type': 'application/json' };
    const byCookie = await client.request('/api/v1/tables/tasks/rows', { method: 'POST', body: '{}', headers: json });
    assert.equal(byCookie.status, 403);
    for (const wrong of ['example.com', 'https://a.example/path', 'ftp://a.example', 'javascript:x'])
      await assert.rejects(settings({ apiOrigins: wrong }), { code: 'INPUT_INVALID' });
    await settings({ apiOrigins: '' });
  });

  it('L3: refuses callers over their limit, and nobody else', async () => {
    await settings({ apiPerMinute: 40 });
    const answers = await Promise.all(Array.from({ length: 60 }, () => call('ben', 'GET', 'tables/notices/rows')));
    const counts = Map.groupBy(answers, ({ status }) => status);
    assert.deepEqual([counts.get(200)?.length, counts.get(429)?.length], [40, 20]);
    assert.ok(Number(counts.get(429)?.[0].headers.get('retry-after')) > 0);
    assert.equal((await call('ada', 'GET', 'tables/notices/rows')).status, 200);
    await settings({ apiPerMinute: 0 });
    assert.equal((await call('ben', 'GET', 'tables/notices/rows')).status, 200);
  });
});

const statusOf = (/** @type {any} */ { status }) => status;

describe('writing rows by the API', () => {
  const body = { title: 'New' };
  const cases = /** @type {[string, string, string, string, any, number, string?][]} */ ([
    ['a row', 'ada', 'POST', 'tasks/rows', body, 201],
    ['Z4: a row for somebody else', 'ada', 'POST', 'tasks/rows', { title: 'x', owner: '{ben}' }, 403, 'FORBIDDEN'],
    ['Z4: giving a row away', 'ada', 'PATCH', 'tasks/rows/{Dig}', { owner: '{ben}' }, 403, 'FORBIDDEN'],
    ["Z3: changing somebody else's row", 'ada', 'PATCH', 'tasks/rows/{Weld}', body, 404, 'ROW_NOT_FOUND'],
    ["Z3: deleting somebody else's row", 'ada', 'DELETE', 'tasks/rows/{Weld}', undefined, 404, 'ROW_NOT_FOUND'],
    [
      'Z15: fields that Plinth sets',
      'ada',
      'POST',
      'tasks/rows',
      { title: 'x', created_at: '2020-01-01' },
      422,
      'INPUT_INVALID',
    ],
    ['Z15: the key', 'ada', 'PATCH', 'tasks/rows/{Dig}', { id: 77 }, 422, 'INPUT_INVALID'],
    ['Z15: a field that is not there', 'ada', 'POST', 'tasks/rows', { title: 'x', admin: true }, 422, 'INPUT_INVALID'],
    ['a wrong type', 'ada', 'POST', 'tasks/rows', { title: 'x', hours: 'many' }, 422, 'INPUT_INVALID'],
    ['an object as a text', 'ada', 'POST', 'tasks/rows', { title: { a: 1 } }, 422, 'INPUT_INVALID'],
    [
      'Z10: a relation to a row one may not see',
      'ada',
      'POST',
      'tasks/rows',
      { title: 'x', project: '{Tunnel}' },
      422,
      'INPUT_INVALID',
    ],
    ['what is missing', 'ada', 'POST', 'tasks/rows', {}, 422, 'INPUT_INVALID'],
    ['no object', 'ada', 'POST', 'tasks/rows', '"x"', 422, 'ROW_EXPECTED'],
    ['no JSON', 'ada', 'POST', 'tasks/rows', '{', 400, 'JSON_INVALID'],
    ['an empty body', 'ada', 'POST', 'tasks/rows', '', 400, 'JSON_INVALID'],
    ['L5: deep JSON', 'ada', 'POST', 'tasks/rows', '['.repeat(1000), 400, 'JSON_INVALID'],
    ['L5: a large body', 'ada', 'POST', 'tasks/rows', `{"title":"${'x'.repeat(3_000_000)}"}`, 413, 'BODY_TOO_LARGE'],
    ['I11: __proto__', 'ada', 'POST', 'tasks/rows', '{"__proto__":{"x":1}}', 400, 'JSON_INVALID'],
    ['I1: a NUL in a text', 'ada', 'POST', 'tasks/rows', { title: 'a\0b' }, 422, 'INPUT_INVALID'],
    ['Z1: a table that nobody was granted', 'ada', 'POST', 'hidden/rows', { secret: 'x' }, 404, 'TABLE_NOT_FOUND'],
    ['Z1: nobody', '', 'POST', 'tasks/rows', body, 401, 'LOGIN_REQUIRED'],
    ['what visitors may make', '', 'POST', 'notices/rows', { text: 'hello' }, 201],
    ['what visitors may not change', '', 'PATCH', 'notices/rows/1', { text: 'hello' }, 401, 'LOGIN_REQUIRED'],
    ['what may be seen and not changed', 'ada', 'DELETE', 'notices/rows/1', undefined, 403, 'FORBIDDEN'],
    ['a method that is none', 'ada', 'PUT', 'tasks/rows/1', body, 405, 'METHOD_NOT_ALLOWED'],
    ['Z10: a taken value', 'ben', 'PUT', 'projects/rows?by=open', { open: true }, 422, 'QUERY_INVALID'],
  ]);
  for (const [name, who, method, path, sent, status, code] of cases) {
    it(name, async () => {
      const filledIn = sent === undefined || typeof sent === 'string' ? sent : JSON.parse(filled(JSON.stringify(sent)));
      const answer = await call(who, method, `tables/${filled(path)}`, { body: filledIn });
      assert.equal(answer.status, status, answer.text);
      if (code) assert.equal(answer.json.code, code, answer.text);
      assert.equal(/** @type {any} */ ({}).x, undefined);
    });
  }

  it('gives a new row its place and version', async () => {
    const made = await call('ada', 'POST', 'tables/tasks/rows', { body: { title: 'Placed' } });
    const read = await call('ada', 'GET', (made.headers.get('location') ?? '').replace('/api/v1/', ''));
    assert.deepEqual([read.json, read.headers.get('etag')], [made.json, made.headers.get('etag')]);
    assert.equal(made.json.owner, ids.ada);
  });

  it('A14: accepts a session from its own pages only', async () => {
    const client = await server.as('ada');
    const send = (/** @type {Record<string, string>} */ headers) =>
      client.request('/api/v1/tables/tasks/rows', { method: 'POST', body: '{"title":"S"}', headers });
    const json = { 'content-type': 'application/json' };
    assert.equal((await send({ ...json, 'sec-fetch-site': 'same-origin' })).status, 201);
    assert.equal((await send({ ...json, 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal((await send({ ...json, origin: 'https://evil.example' })).status, 403);
    assert.equal((await send(json)).status, 403);
    assert.equal((await send({ 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' })).status, 415);
  });

  it('A7: a disabled user’s token is refused at once', async () => {
    const { data, system } = server;
    const user = await data.people.users.create(system, { name: 'Tmp', email: 'tmp@example.com' });
    const { token } = await data.people.apiTokens.create(system, user.id, { name: 'x' });
    assert.equal((await call(token, 'GET', 'tables/notices/rows')).status, 200);
    await data.people.users.disable(system, user.id);
    assert.equal((await call(token, 'GET', 'tables/notices/rows')).json.code, 'TOKEN_INVALID');
  });

  it('Z15: a token for reading one table reads that table', async () => {
    const { data, system } = server;
    const limits = { name: 'x', tables: ['tasks'], operations: ['read'] };
    const { token } = await data.people.apiTokens.create(system, ids.admin, limits);
    assert.equal((await call(token, 'GET', 'tables/tasks/rows')).status, 200);
    assert.equal((await call(token, 'POST', 'tables/tasks/rows', { body })).status, 403);
    assert.equal((await call(token, 'GET', 'tables/projects/rows')).status, 404);
    assert.equal((await call(token, 'GET', 'tables/users/rows')).status, 404);
  });

  it('writes only over the version that If-Match names', async () => {
    const { json: row, headers } = await call('eva', 'POST', 'tables/tasks/rows', { body: { title: 'v1' } });
    const path = `tables/tasks/rows/${row.id}`;
    const match = { 'if-match': headers.get('etag') ?? '' };
    const [one, two] = await Promise.all(
      ['a', 'b'].map((title) => call('eva', 'PATCH', path, { body: { title }, headers: match })),
    );
    assert.deepEqual([one.status, two.status].sort(), [200, 412]);
    assert.equal((await call('eva', 'DELETE', path, { headers: match })).status, 412);
    const now = { 'if-match': (await call('eva', 'GET', path)).headers.get('etag') ?? '' };
    assert.equal((await call('eva', 'DELETE', path, { headers: now })).status, 204);
    assert.equal((await call('eva', 'DELETE', path)).status, 404);
  });

  it('Z6: keeps to the rights of fields, and leaves computed ones out of the version it compares', async () => {
    const { data, system } = server;
    const add = (/** @type {any} */ field) => data.edit(system, 'add-field', { table: 'projects', field });
    await add({ name: 'twice', type: 'integer', formula: 'row.id * 2' });
    await add({ name: 'budget', type: 'integer' });
    await data.edit(system, 'set-access', {
      table: 'projects',
      fields: { budget: { read: ['staff'], write: ['admin'] } },
    });
    const path = filled('tables/projects/rows/{Bridge}');
    const seen = await call('eva', 'GET', path);
    assert.deepEqual([seen.json.twice, 'budget' in seen.json], [ids.Bridge * 2, true]);
    assert.equal('budget' in (await call('ada', 'GET', path)).json, false);
    assert.equal((await call('ada', 'GET', 'tables/projects/rows?budget.gt=0')).status, 422);
    assert.doesNotMatch((await call('ada', 'GET', 'openapi.json')).text, /budget/);
    const { properties } = (await call('eva', 'GET', 'openapi.json')).json.components.schemas.projects_input;
    assert.deepEqual(Object.keys(properties), ['name', 'open']);
    assert.equal((await call('eva', 'PATCH', path, { body: { budget: 1 } })).status, 422);
    const headers = { 'if-match': seen.headers.get('etag') ?? '' };
    assert.equal((await call('eva', 'PATCH', path, { body: { open: true }, headers })).status, 200);
  });

  it('K1: executes a request with an Idempotency-Key once, even if it is sent ten times at once', async () => {
    const headers = { 'idempotency-key': 'key-1' };
    const send = () => call('ada', 'POST', 'tables/tasks/rows', { body: { title: 'Once' }, headers });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
    assert.equal(answers[0].status, 201);
    assert.equal((await call('ada', 'GET', 'tables/tasks/rows?title=Once')).json.rows.length, 1);
    const other = await call('ada', 'POST', 'tables/tasks/rows', { body: { title: 'Twice' }, headers });
    assert.deepEqual([other.status, other.json.code], [409, 'IDEMPOTENCY_KEY_USED']);
    assert.equal((await call('ben', 'POST', 'tables/tasks/rows', { body: { title: 'Twice' }, headers })).status, 201);
    const refused = await call('ada', 'POST', 'tables/tasks/rows', {
      body: {},
      headers: { 'idempotency-key': 'key-2' },
    });
    assert.equal(refused.status, 422);
    assert.equal((await call('', 'POST', 'tables/notices/rows', { body: {}, headers })).status, 401);
    assert.equal(
      (await call('ada', 'POST', 'tables/tasks/rows', { body, headers: { 'idempotency-key': 'a b' } })).status,
      400,
    );
  });

  it('makes or changes the row with a unique value', async () => {
    const put = (/** @type {any} */ values) => call('eva', 'PUT', 'tables/projects/rows?by=name', { body: values });
    const made = await put({ name: 'Tower', open: true });
    const changed = await put({ name: 'Tower', open: false });
    const found = [made.status, changed.status, changed.json.open, changed.json.id];
    assert.deepEqual(found, [201, 200, false, made.json.id]);
    const raced = await Promise.all([1, 2, 3].map(() => put({ name: 'Raced' })));
    assert.equal(new Set(raced.map(({ json }) => json.id)).size, 1);
  });

  it('reports for each row whether it was created or changed by its unique value', async () => {
    const put = (/** @type {string} */ who, /** @type {any} */ body, headers = {}) =>
      call(who, 'PUT', 'tables/projects/rows?by=name', { body, headers });
    const rows = [{ name: 'M1' }, { name: 'M2', open: false }, { name: 'M1', open: false }, { open: true }, 5];
    const { status, json } = await put('eva', rows);
    assert.deepEqual([status, json.failed, json.results.map(statusOf)], [200, 2, [201, 201, 200, 422, 422]]);
    assert.deepEqual([json.results[2].row.id, json.results[2].row.open], [json.results[0].row.id, false]);
    const many = Array.from({ length: 230 }, (_, at) => ({ name: `L${at % 210}`, open: at < 210 }));
    for (const created of [210, 0]) {
      const { results } = (await put('eva', many)).json;
      const made = results.map(statusOf).filter((/** @type {number} */ status) => status === 201).length;
      assert.deepEqual([made, results[3].row.id, results[213].row.open], [created, results[213].row.id, false]);
    }
    assert.equal((await put('eva', [])).status, 422);
    assert.equal((await put('eva', [{ name: 'M1' }], { 'if-match': '"x"' })).status, 422);
    assert.equal((await put('eva', { name: 'M1' }, { 'if-match': '"x"' })).status, 412);
    assert.equal((await put('eva', { name: 'M9' }, { 'if-match': '*' })).status, 412);
  });

  it('Z4: callers who may change but not create rows change existing ones', async () => {
    const { data, system } = server;
    const { token } = await data.people.apiTokens.create(system, ids.eva, {
      name: 'x',
      operations: ['read', 'update'],
    });
    const put = (/** @type {string} */ name) =>
      call(token, 'PUT', 'tables/projects/rows?by=name', { body: { name, open: true } });
    assert.equal((await put('M2')).json.open, true);
    const refused = await put('Never');
    assert.deepEqual([refused.status, refused.json.code], [403, 'FORBIDDEN']);
  });

  it('returns a result for each of several rows', async () => {
    const rows = [{ title: 'b1' }, { hours: 1 }, { title: 'b3', nothing: 1 }, 5, { title: 'b5' }];
    const { status, json } = await call('ada', 'POST', 'tables/tasks/rows', { body: rows });
    assert.deepEqual([status, json.failed, json.results.map(statusOf)], [200, 3, [201, 422, 422, 422, 201]]);
    const [first, , , , last] = json.results.map((/** @type {any} */ r) => r.row?.id);
    const patched = await call('ada', 'PATCH', 'tables/tasks/rows', {
      body: [{ id: first, hours: 1 }, { id: ids.Weld, hours: 1 }, { hours: 2 }],
    });
    assert.deepEqual(patched.json.results.map(statusOf), [200, 404, 422]);
    const removed = await call('ada', 'DELETE', 'tables/tasks/rows', { body: [first, last, ids.Weld] });
    assert.deepEqual(removed.json.results.map(statusOf), [204, 204, 404]);
    assert.equal((await call('ada', 'POST', 'tables/tasks/rows', { body: [] })).status, 422);
  });

  it('runs a transaction over several tables, whole or not at all', async () => {
    const steps = [
      { op: 'insert', table: 'projects', values: { name: 'Dam' } },
      { op: 'insert', table: 'tasks', values: { title: 'Pour', project: { row: 0 } } },
    ];
    const send = (/** @type {any[]} */ list, who = 'eva') =>
      call(who, 'POST', 'transactions', { body: { steps: list } });
    const done = await send(steps);
    assert.equal(done.status, 200, done.text);
    assert.equal(done.json.results[1].project, done.json.results[0].id);
    const broken = await send([
      { ...steps[0], values: { name: 'Half' } },
      { op: 'insert', table: 'tasks', values: {} },
    ]);
    assert.deepEqual([broken.status, broken.json.step], [422, 1]);
    assert.equal((await call('eva', 'GET', 'tables/projects/rows?name=Half')).json.rows.length, 0);
    assert.equal((await send([{ op: 'delete', table: 'tasks', id: ids.Weld }], 'ada')).status, 404);
    assert.equal((await send([{ op: 'drop', table: 'tasks' }])).status, 422);
    assert.equal((await send([{ op: 'insert', table: 'hidden', values: {} }])).status, 404);
  });
});
