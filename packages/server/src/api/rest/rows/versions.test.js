import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../../testing/index.js';

/** Kinds of fields, with a value and another one; lists are sent in an order of their own. @type {[string, string, unknown, unknown, object?][]} */
const FIELDS = [
  ['words', 'text', 'a "b" 😀', 'c'],
  ['twice', 'integer', undefined, undefined],
  ['exact', 'decimal', '1.50', '2'],
  ['labels', 'many_to_many', [3, 1, 3, 2], [2, 1], { attributes: { table: 'labels' } }],
  ['day', 'date', '2026-02-28', '2026-03-01'],
  ['moment', 'date_time', '2026-02-28T23:59:59.123Z', '2026-03-01T00:00:00.000Z'],
  ['kinds', 'multi_select', ['b', 'a'], ['a'], { attributes: { options: [{ value: 'a' }, { value: 'b' }] } }],
  ['anything', 'json', { b: 1, a: [1] }, [1]],
  ['label', 'relation', 1, null, { attributes: { table: 'labels' } }],
  ['length', 'duration', 90, 60],
];

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
let token = '';
before(async () => {
  server = await startTestServer({ users: { eva: ['staff'] }, logLevel: 'warn' });
  const { data, system } = server;
  const staff = { read: 'all', create: 'all', update: 'all', delete: 'all' };
  const title = { name: 'title', type: 'text' };
  await data.edit(system, 'add-table', { name: 'labels', access: { staff }, fields: [title] });
  await data.rows.insertMany(system, 'labels', [{ title: 'a' }, { title: 'b' }, { title: 'c' }]);
  const fields = FIELDS.map(([name, type, , , more]) => ({ name, type, ...more }));
  await data.edit(system, 'add-table', {
    name: 'things',
    access: { staff },
    fields: fields.filter(({ name }) => name !== 'twice'),
  });
  const twice = { name: 'twice', type: 'integer', formula: 'row.id * 2' };
  await data.edit(system, 'add-field', { table: 'things', field: twice, at: 2 });
  const { user } = await server.as('eva');
  ({ token } = await data.people.apiTokens.create(system, user.id, { name: 'test' }));
});
after(() => server?.close());

/** @param {string} method @param {string} path @param {any} [body] @param {Record<string, string>} [headers] */
async function call(method, path, body, headers = {}) {
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, etag: answer.headers.get('etag'), text, json: text ? JSON.parse(text) : null };
}

/** @param {2 | 3} which */
const values = (which) =>
  Object.fromEntries(FIELDS.flatMap((field) => (field[which] === undefined ? [] : [[field[0], field[which]]])));

describe('the version of a row', () => {
  it('is the same from every request that answers with it', async () => {
    const made = await call('POST', 'tables/things/rows', values(2));
    assert.equal(made.status, 201, made.text);
    const path = `tables/things/rows/${made.json.id}`;
    const read = await call('GET', path);
    assert.deepEqual([made.text, made.etag], [read.text, read.etag]);
    assert.deepEqual(made.json.labels, [1, 2, 3]);
    const changed = await call('PATCH', path, values(3), { 'if-match': String(made.etag) });
    assert.equal(changed.status, 200, changed.text);
    const again = await call('GET', path);
    assert.deepEqual([changed.text, changed.etag], [again.text, again.etag]);
    const part = await call(
      'PATCH',
      path,
      { words: 'only' },
      { 'if-match': String(changed.etag), 'idempotency-key': 'k' },
    );
    assert.deepEqual([part.status, part.etag], [200, (await call('GET', path)).etag]);
  });

  it('is made of the row as it is read, in lists and transactions too', async () => {
    const steps = [{ op: 'insert', table: 'things', values: values(2) }];
    const [inTransaction] = (await call('POST', 'transactions', { steps })).json.results;
    const [{ row: inBulk }] = (await call('POST', 'tables/things/rows', [values(2)])).json.results;
    for (const row of [inTransaction, inBulk]) {
      const { text } = await call('GET', `tables/things/rows/${row.id}`);
      assert.equal(JSON.stringify(row), text);
      const { json } = await call('GET', `tables/things/rows?id=${row.id}`);
      assert.equal(JSON.stringify(json.rows[0]), text);
    }
  });
});
