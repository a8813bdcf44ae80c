import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { startTestServer } from '../../testing/index.js';
import { OPERATORS, OPTIONS } from './rows/read-query.js';

const TYPES = [
  'text',
  'long_text',
  'integer',
  'decimal',
  'money',
  'percent',
  'rating',
  'boolean',
  'date',
  'date_time',
  'time',
  'duration',
  'email',
  'url',
  'uuid',
  'json',
  'colour',
  'phone',
  'user',
  'file',
];
const RUNS = 150;

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
let token = '';
before(async () => {
  server = await startTestServer({ logLevel: 'error' });
  const { data, system } = server;
  const fields = TYPES.map((type) => ({ name: `f_${type}`, type }));
  const options = ['a', 'b'].map((value) => ({ value, label: value }));
  await data.edit(system, 'add-table', {
    name: 'things',
    fields: [
      ...fields,
      { name: 'f_select', type: 'select', attributes: { options } },
      { name: 'f_multi', type: 'multi_select', attributes: { options } },
      { name: 'unique_text', type: 'text', unique: true },
    ],
  });
  await data.edit(system, 'add-field', {
    table: 'things',
    field: { name: 'parent', type: 'relation', attributes: { table: 'things' } },
  });
  await data.edit(system, 'add-field', {
    table: 'things',
    field: { name: 'links', type: 'many_to_many', attributes: { table: 'things' } },
  });
  const admin = await server.as('admin');
  ({ token } = await data.people.apiTokens.create(system, admin.user.id, { name: 'x' }));
  for (let i = 0; i < 5; i++) await data.rows.insert(system, 'things', { f_text: `row ${i}`, f_integer: i });
});
after(() => server?.close());

/** @param {string} method @param {string} path @param {unknown} [body] @param {Record<string, string>} [headers] */
async function call(method, path, body, headers = {}) {
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
}

/** @param {{ status: number, type: string, text: string }} answer @param {unknown} sent */
function check({ status, type, text }, sent) {
  assert.ok(status < 500, `${status} ${text} for ${JSON.stringify(sent)}`);
  if (status >= 400) assert.match(type, /problem\+json/, JSON.stringify(sent));
  assert.doesNotMatch(text, /syntax error|SQLSTATE|pg_catalog/i);
  assert.equal(/** @type {any} */ ({}).polluted, undefined);
}

const nasty = fc.constantFrom(
  ...["'", '"', '\\', ';--', '\0', '%', '_', '$1', '1e309', 'NaN', 'Infinity', '-0', '0x10', ' ', '', 'null', 'true'],
  ...[
    '9'.repeat(30),
    '1'.repeat(400) + '.5',
    '-9223372036854775809',
    '0000-00-00',
    '2026-02-30',
    '294277-01-01',
    '25:61',
  ],
  ...['{}', '[]', '{"a":', '\ud800', '\u202e', '😀', 'ﬀ', '${x}', '__proto__', 'constructor', 'row.(', '1 == 1', 'row'],
);
const field = fc.constantFrom(
  ...[...TYPES, 'select', 'multi'].map((type) => `f_${type}`),
  ...['id', 'unique_text', 'parent', 'links', 'created_at', 'created_by', 'parent.parent.f_date', 'created_by.email'],
  ...[
    'links.f_text',
    'parent.',
    '.',
    'nothing',
    '__proto__',
    'f_text.f_text',
    'parent.parent.parent.parent.parent.parent.id',
  ],
);
const value = fc.oneof(
  nasty,
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.integer().map(String),
  fc.double().map(String),
);
const condition = fc.tuple(field, fc.constantFrom('', ...OPERATORS.map((op) => `.${op}`), '.like'), value);
const option = fc.tuple(
  fc.constantFrom(...OPTIONS),
  fc.constant(''),
  fc.oneof(
    value,
    field,
    field.map((name) => `-${name}`),
    field.map((name) => `sum(${name})`),
    field.map((name) => `${name}:month`),
  ),
);

describe('hostile input to the API', () => {
  it('I1 I2 I11: any query returns rows or an error message', async () => {
    const query = fc.array(fc.oneof(condition, option), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        query,
        fc.constantFrom('application/json', 'text/csv', 'application/x-ndjson'),
        async (parts, accept) => {
          const search = new URLSearchParams(parts.map(([name, op, text]) => [name + op, text]));
          check(await call('GET', `tables/things/rows?${search}`, undefined, { accept }), parts);
          check(await call('GET', `tables/things/rows/1?${search}`), parts);
        },
      ),
      { numRuns: RUNS, seed: 11 },
    );
  });

  it('A10: an unreadable address gets a JSON error, too', async () => {
    for (const id of ['%1A%03', '%00', '%2F..%2F', '%zz', '..%5C', '%F0%9F']) {
      for (const method of ['GET', 'DELETE']) {
        const answer = await call(method, `tables/things/rows/${id}`);
        assert.ok([400, 404].includes(answer.status), answer.text);
        check(answer, id);
      }
    }
  });

  it('I1 I11: any row is written or refused', async () => {
    const json = fc.oneof(value, fc.jsonValue({ maxDepth: 3 }), fc.constant({ row: 0 }), fc.constant([null, [[]]]));
    const row = fc.dictionary(fc.oneof(field, nasty), json, { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(row, fc.jsonValue(), async (values, other) => {
        const rest = Object.fromEntries(Object.entries(values).filter(([name]) => name !== '__proto__'));
        check(await call('POST', 'tables/things/rows', rest), rest);
        check(await call('PATCH', 'tables/things/rows/1', rest), rest);
        check(await call('POST', 'tables/things/rows', [rest, other]), other);
        check(await call('PATCH', 'tables/things/rows', [{ id: 1, ...rest }, other]), other);
        check(await call('DELETE', 'tables/things/rows', [other, 'x', -1]), other);
        check(await call('PUT', 'tables/things/rows?by=unique_text', { unique_text: 'u', ...rest }), rest);
        const steps = [{ op: 'insert', table: 'things', values: rest }, other];
        check(await call('POST', 'transactions', { steps }), steps);
        check(
          await call('POST', 'transactions', {
            steps: [{ op: 'update', table: 'things', id: other, values: rest, expect: rest }],
          }),
          rest,
        );
        check(await call('POST', 'edits', { edit: 'add-table', input: rest, dryRun: true }), rest);
        check(await call('POST', 'edits', other), other);
      }),
      { numRuns: RUNS / 3, seed: 5 },
    );
  });

  it('I1 I13: any header of a condition or key is taken or refused', async () => {
    const text = fc.string({ unit: 'grapheme-ascii', minLength: 0, maxLength: 30 });
    const name = fc.constantFrom(
      'if-match',
      'if-none-match',
      'idempotency-key',
      'accept',
      'authorization',
      'content-type',
    );
    await fc.assert(
      fc.asyncProperty(name, text, async (header, sent) => {
        for (const method of ['GET', 'PATCH', 'DELETE']) {
          const body = method === 'PATCH' ? { f_integer: 1 } : undefined;
          check(await call(method, `tables/things/rows/${method === 'DELETE' ? 3 : 1}`, body, { [header]: sent }), [
            header,
            sent,
          ]);
        }
      }),
      { numRuns: 60, seed: 3 },
    );
  });
});
