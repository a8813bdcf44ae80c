import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SPELLINGS } from '@plinth/data/testing';
import { startTestServer } from '../src/testing/index.js';

const TYPES = Object.keys(SPELLINGS);
const casesOf = (/** @type {string} */ type) =>
  SPELLINGS[type].spellings.flatMap(({ value, written }) => written.map((text) => ({ text, value })));
const MOST = Math.max(...TYPES.map((type) => casesOf(type).length));
/** One row for each: the spellings of every type beside each other. */
const ROWS = Array.from({ length: MOST }, (_, at) =>
  Object.fromEntries(TYPES.map((type) => [type, casesOf(type)[at % casesOf(type).length]])),
);
const textsOf = (/** @type {(typeof ROWS)[number]} */ row) =>
  Object.fromEntries(TYPES.map((type) => [type, row[type].text]));

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('../src/testing/client.js').Client} */
let admin;
/** @type {Record<string, string>} */
let headers;

before(async () => {
  server = await startTestServer();
  const { data, system } = server;
  const fields = TYPES.map((type) => ({ name: type, type, attributes: SPELLINGS[type].attributes ?? {} }));
  await data.edit(system, 'add-table', { name: 'everything', fields });
  const columns = TYPES.map((field) => ({ kind: 'field', field }));
  const view = { table: 'everything', roles: ['staff'] };
  await data.edit(system, 'add-view', {
    view: { ...view, name: 'list', template: 'list', config: { columns, editing: true } },
  });
  const fieldsOf = TYPES.map((field) => ({ id: `of_${field}`, type: 'form_field', settings: { field } }));
  const layout = { id: 'all', type: 'stack', children: [...fieldsOf, { id: 'save', type: 'submit' }] };
  await data.edit(system, 'add-view', { view: { ...view, name: 'form', template: 'edit', config: { layout } } });
  admin = await server.as('admin');
  const { rows } = await data.db.query(`select id from plinth.users where name = 'admin'`);
  const { token } = await data.people.apiTokens.create(system, rows[0].id, { name: 'test' });
  headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
});
after(() => server?.close());

/** What is stored, beside what it was written as; the table is empty afterwards. */
async function stored() {
  const answer = await fetch(`${server.url}/api/v1/tables/everything/rows?limit=500&sort=id`, { headers });
  const { rows } = /** @type {any} */ (await answer.json());
  await server.data.db.query('delete from app.everything');
  return rows.flatMap((/** @type {any} */ row, /** @type {number} */ at) =>
    TYPES.map((type) => [type, ROWS[at][type].text, row[type]]),
  );
}
const EXPECTED = ROWS.flatMap((row) => TYPES.map((type) => [type, row[type].text, row[type].value]));

describe('every spelling of every type', () => {
  it('is read by the API, and what it gives out it takes in again', async () => {
    const send = (/** @type {any[]} */ rows) =>
      fetch(`${server.url}/api/v1/tables/everything/rows`, { method: 'POST', headers, body: JSON.stringify(rows) });
    const answer = /** @type {any} */ (await (await send(ROWS.map(textsOf))).json());
    assert.equal(answer.failed, 0, JSON.stringify(answer.results.find((/** @type {any} */ one) => one.error)));
    const first = answer.results.map((/** @type {any} */ { row }) =>
      Object.fromEntries(TYPES.map((type) => [type, row[type]])),
    );
    assert.deepEqual(await stored(), EXPECTED);
    const again = /** @type {any} */ (await (await send(first)).json());
    assert.equal(again.failed, 0);
    assert.deepEqual(await stored(), EXPECTED);
  });

  it('is read by cells, typed or pasted', async () => {
    const rows = ROWS.map((row) => ({
      id: null,
      set: Object.fromEntries(TYPES.map((type) => [type, { text: row[type].text, key: null }])),
    }));
    const answer = await admin.postJson('/view/list/cells', { rows });
    assert.equal(answer.status, 200, answer.text.slice(0, 300));
    const wrong = JSON.parse(answer.text).rows.flatMap((/** @type {any} */ row, /** @type {number} */ at) =>
      Object.entries(row.errors).map(([type, { message }]) => [type, ROWS[at][type].text, message]),
    );
    assert.deepEqual(wrong, []);
    assert.deepEqual(await stored(), EXPECTED);
  });

  it('is read by forms', async () => {
    for (const row of ROWS) {
      // Its boxes are ticked rather than written.
      const answer = await admin.submit('/view/form', { ...textsOf(row), multi_select: row.multi_select.value ?? [] });
      assert.equal(
        answer.status,
        303,
        `${JSON.stringify(textsOf(row))} ${answer.text.match(/invalid-feedback[^<]*<?[^<]*/g)}`,
      );
    }
    assert.deepEqual(await stored(), EXPECTED);
  });
});
