import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { SPELLINGS } from '@plinth/data/testing';
import { cellKind, cellText, createFormats } from '@plinth/plugin';
import { startTestServer } from '../src/testing/index.js';

const TYPES = Object.keys(SPELLINGS);
const casesOf = (/** @type {string} */ type) =>
  SPELLINGS[type].spellings.flatMap(({ value, written }) => written.map((text) => ({ text, value })));
/** The languages in which people use a site, with their commas, figures and order of days. */
const LANGUAGES = readdirSync(new URL('../../views/locales/', import.meta.url)).map((name) =>
  name.replace('.json', ''),
);
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

  it('is read again where a cell was copied, in every language', async () => {
    const { data, system, runtime } = server;
    const { registry } = runtime;
    for (const locale of LANGUAGES) {
      await data.edit(system, 'change-settings', { changes: { locale } });
      const formats = createFormats({ locale, timeZone: 'UTC', t: (key) => key });
      const table = data.catalog().table('everything');
      const { errors } = await data.rows.insertMany(
        system,
        'everything',
        ROWS.map((row) => Object.fromEntries(TYPES.map((type) => [type, row[type].value]))),
      );
      assert.deepEqual(errors, []);
      const spec = {
        table: 'everything',
        select: TYPES.map((as) => ({ as, field: as })),
        sort: [{ field: 'id' }],
        limit: 500,
      };
      const [{ rows: given }] = await data.select(system, [{ spec, params: {} }]);
      await data.db.query('delete from app.everything');
      const rows = given.map((/** @type {any} */ row) => ({
        id: null,
        set: Object.fromEntries(
          TYPES.map((name) => {
            const [type, field] = [registry.fieldType(name), table.field(name)];
            const kind = /** @type {any} */ (cellKind(type, field));
            return [name, { text: cellText(type, field, kind, row[name], { formats }), key: null }];
          }),
        ),
      }));
      const answer = await admin.postJson('/view/list/cells', { rows });
      assert.equal(answer.status, 200, answer.text.slice(0, 300));
      const wrong = JSON.parse(answer.text).rows.flatMap((/** @type {any} */ row, /** @type {number} */ at) =>
        Object.entries(row.errors).map(([type, { message }]) => [locale, type, rows[at].set[type].text, message]),
      );
      assert.deepEqual(wrong, []);
      assert.deepEqual(await stored(), EXPECTED, locale);
    }
  });
});
