import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { startTestServer } from '../src/testing/index.js';

/*
 * Query strings that nobody's link has, to all that reads them outside the API: pages, choices, searches and the stream of
 * changes. (Bodies and the API: src/api/wrong-anywhere.test.js.)
 */
const RUNS = Number(process.env.PLINTH_QUERY_RUNS ?? 300);

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Record<string, string>} */
let headers;

before(async () => {
  server = await startTestServer({ users: { ada: ['staff'] }, logLevel: 'error' });
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  const fields = [
    'text',
    'integer',
    'decimal',
    'boolean',
    'date',
    'date_time',
    'time',
    'duration',
    'json',
    'uuid',
    'user',
  ].map((type) => ({ name: `a_${type}`, type }));
  await edit('add-table', { name: 'things', fields: [...fields, { name: 'hidden', type: 'text' }] });
  await edit('add-field', {
    table: 'things',
    field: { name: 'parent', type: 'relation', attributes: { table: 'things' } },
  });
  const access = { staff: { read: 'all', create: 'all', update: 'all', delete: 'all' } };
  await edit('set-access', { table: 'things', access, fields: { hidden: { read: [], write: [] } } });
  await edit('generate-views', { table: 'things', roles: ['staff'] });
  await server.data.rows.insert(server.system, 'things', { a_text: 'one', hidden: 'canary-hidden' });
  headers = { cookie: `plinth_session=${(await server.as('ada')).cookies.get('plinth_session')}`, accept: 'text/html' };
});
after(() => server?.close());

const hostile = fc.oneof(
  fc.constantFrom(
    ...[
      "'",
      '"',
      "' or 1=1 --",
      '1; drop table app.things; --',
      '$1',
      '\\',
      '%',
      '_',
      '{}',
      '[]',
      '{"a":',
      '1e999',
      '-0',
      'NaN',
    ],
    ...[
      '9223372036854775808',
      '0x10',
      'infinity',
      '2026-02-30',
      '0001-01-01 BC',
      '24:00:00',
      '-infinity',
      'now',
      '\u0000',
      '\u202e',
    ],
    ...[
      'null',
      'undefined',
      '__proto__',
      'constructor',
      'a'.repeat(5000),
      '🦜',
      '\r\nX-Injected: 1',
      '<%= 7 %>',
      '${7*7}',
      '{{7}}',
    ],
    ...[
      '00000000-0000-0000-0000-000000000000',
      'row.hidden',
      '(select 1)',
      'a_text desc; select pg_sleep(10)',
      '../../etc/passwd',
    ],
  ),
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.integer().map(String),
);
const NAMES = [
  'a_text',
  'a_integer',
  'a_decimal',
  'a_boolean',
  'a_date',
  'a_date_time',
  'a_time',
  'a_duration',
  'a_json',
];
const name = fc.oneof(
  fc.constantFrom(
    ...NAMES,
    'a_uuid',
    'a_user',
    'hidden',
    'parent',
    'parent.hidden',
    'parent.parent.a_text',
    'id',
    'nothing',
    'a_json.x.0',
  ),
  hostile,
);
const operator = fc.oneof(
  fc.constantFrom(
    '',
    '.gt',
    '.lte',
    '.ne',
    '.in',
    '.contains',
    '.starts',
    '.empty',
    '.has',
    '.filled',
    '.eq',
    '.nothing',
  ),
  hostile.map((text) => `.${text}`),
);
const parameter = fc.oneof(
  fc.tuple(
    fc.tuple(name, operator).map((parts) => parts.join('')),
    hostile,
  ),
  fc.tuple(
    fc.constantFrom(
      'sort',
      'after',
      'before',
      'q',
      'id',
      'things_list:sort',
      'things_list:after',
      'things_list:q',
      'limit',
    ),
    hostile,
  ),
  fc.tuple(fc.constantFrom('filter', 'fields', 'kind', 'last_event_id', 'table', 'view', 'field'), hostile),
);
const PATHS = [
  '/view/things_list',
  '/view/things_show',
  '/view/things_edit',
  '/view/things_edit/choices',
  '/view/things_list/choices',
  '/api/v1/changes',
];
const SQL_TEXT =
  /syntax error|invalid input syntax|operator does not exist|column .* does not exist|SQLSTATE|pg_catalog/i;

/** @param {string} path @param {URLSearchParams} query */
async function ask(path, query) {
  const cut = new AbortController();
  const answer = await fetch(`${server.url}${path}?${query}`, { headers, redirect: 'manual', signal: cut.signal });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const text = isStream ? '' : await answer.text();
  cut.abort();
  return { status: answer.status, text, headers: answer.headers };
}

describe('a query string that nobody linked to', () => {
  it('I1, I2, I13, Z6: gets a page or a refusal, never a failure, SQL, a hidden value or a header', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...PATHS),
      fc.array(parameter, { minLength: 1, maxLength: 4 }),
      async (path, parameters) => {
        const query = new URLSearchParams([...(path.endsWith('changes') ? [['table', 'things']] : []), ...parameters]);
        if (String(query).length > 14_000) return;
        const { status, text, headers: told } = await ask(path, query);
        assert.ok(status < 500, `${status} ${text.slice(0, 500)}`);
        assert.doesNotMatch(text, SQL_TEXT);
        assert.ok(!text.includes('canary-hidden'));
        assert.equal(told.get('x-injected'), null);
      },
    );
    const seed = process.env.SEED === undefined ? 20_261_121 : Number(process.env.SEED);
    await fc.assert(property, { numRuns: RUNS, seed });
    assert.equal(/** @type {any} */ ({}).injected, undefined);
    assert.equal((await server.data.rows.count(server.system, 'things')) >= 1, true);
    assert.doesNotMatch(server.log(), /"level":"error"/);
  });

  it('I1, I11, Z15: sent as a form is stored as text or refused, and changes nothing else', async () => {
    const field = fc.oneof(
      fc.constantFrom(...NAMES, 'hidden', 'parent', 'id', '_version', '_return', 'created_by', 'node', 'return'),
      fc.constantFrom(
        '__proto__',
        'constructor',
        'a_text[]',
        'a_text[__proto__]',
        'children',
        'children[0][id]',
        'parent.a_text',
      ),
      hostile,
    );
    const property = fc.asyncProperty(
      fc.constantFrom('/view/things_edit', '/view/things_edit?id=1', '/view/things_edit/act', '/view/things_list/act'),
      fc.array(fc.tuple(field, hostile), { minLength: 1, maxLength: 5 }),
      async (path, values) => {
        const body = new URLSearchParams(values);
        const own = { ...headers, 'sec-fetch-site': 'same-origin' };
        const answer = await fetch(server.url + path, { method: 'POST', headers: own, body, redirect: 'manual' });
        const text = await answer.text();
        assert.ok(answer.status < 500, `${answer.status} ${text.slice(0, 500)}`);
        assert.doesNotMatch(text, SQL_TEXT);
        assert.ok(!text.includes('canary-hidden'));
        assert.equal(answer.headers.get('x-injected'), null);
        const to = answer.headers.get('location');
        assert.ok(to === null || (to.startsWith('/') && !to.startsWith('//') && !to.startsWith('/\\')), String(to));
      },
    );
    const seed = process.env.SEED === undefined ? 20_261_121 : Number(process.env.SEED);
    await fc.assert(property, { numRuns: RUNS, seed });
    assert.deepEqual(Object.keys(Object.prototype), []);
    const { rows } = await server.data.db.query(
      `select count(*) filter (where hidden is not null) as hidden, count(*) filter (where created_by is null) as unowned from app.things`,
    );
    assert.deepEqual(
      rows[0],
      { hidden: 1, unowned: 1 },
      'only the row that was there has a hidden value, and nobody’s name',
    );
    assert.doesNotMatch(server.log(), /"level":"error"/);
  });
});
