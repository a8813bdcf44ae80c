import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from './testing/index.js';

/**
 * Local times and the moments that they are: one of a summer and one of a winter, one that is skipped and one that is
 * repeated when the clock is changed, and a midnight.
 *
 * @type {Record<string, [string, string][]>}
 */
const ZONES = {
  'America/New_York': [
    ['2026-07-01 06:00', '2026-07-01T10:00:00.000Z'],
    ['2026-12-01 06:00', '2026-12-01T11:00:00.000Z'],
    ['2026-03-08 02:30', '2026-03-08T07:30:00.000Z'],
    ['2026-11-01 01:30', '2026-11-01T05:30:00.000Z'],
    ['2026-11-21 22:00', '2026-11-22T03:00:00.000Z'],
  ],
  'Europe/Berlin': [
    ['2026-07-01 06:00', '2026-07-01T04:00:00.000Z'],
    ['2026-12-01 06:00', '2026-12-01T05:00:00.000Z'],
    ['2026-03-29 02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-24 00:30', '2026-10-23T22:30:00.000Z'],
  ],
  'Asia/Kolkata': [
    ['2026-07-01 06:00', '2026-07-01T00:30:00.000Z'],
    ['2026-12-01 06:00', '2026-12-01T00:30:00.000Z'],
    ['2026-03-29 02:30', '2026-03-28T21:00:00.000Z'],
    ['2026-10-25 02:30', '2026-10-24T21:00:00.000Z'],
    ['2026-10-24 00:30', '2026-10-23T19:00:00.000Z'],
  ],
  'Australia/Lord_Howe': [
    ['2026-07-01 06:00', '2026-06-30T19:30:00.000Z'],
    ['2026-12-01 06:00', '2026-11-30T19:00:00.000Z'],
    ['2026-10-04 02:15', '2026-10-03T15:45:00.000Z'],
    ['2026-04-05 01:45', '2026-04-04T14:45:00.000Z'],
    ['2026-10-24 00:30', '2026-10-23T13:30:00.000Z'],
  ],
  'Pacific/Auckland': [
    ['2026-07-01 06:00', '2026-06-30T18:00:00.000Z'],
    ['2026-12-01 06:00', '2026-11-30T17:00:00.000Z'],
    ['2026-09-27 02:30', '2026-09-26T14:30:00.000Z'],
    ['2026-04-05 02:30', '2026-04-04T13:30:00.000Z'],
    ['2026-10-24 00:30', '2026-10-23T11:30:00.000Z'],
  ],
};
/** What the clock then shows, where it was put forward. @type {Record<string, string>} */
const SHOWN = {
  '2026-03-08T07:30:00.000Z': '03:30',
  '2026-03-29T01:30:00.000Z': '03:30',
  '2026-10-03T15:45:00.000Z': '02:45',
  '2026-09-26T14:30:00.000Z': '03:30',
};

const text = { name: 'title', type: 'text' };
const at = { name: 'at', type: 'date_time' };
/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('./testing/client.js').Client} */
let client;
let token = '';

before(async () => {
  server = await startTestServer();
  client = await server.as('admin');
  token = (await server.data.people.apiTokens.create(server.system, client.user.id, { name: 'test' })).token;
});
after(() => server?.close());

/** @param {string} method @param {string} path @param {any} [body] @returns {Promise<any>} */
async function call(method, path, body) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(`${server.url}/api/v1/${path}`, { method, headers, body: body && JSON.stringify(body) });
  const value = answer.status === 204 ? null : await answer.json();
  assert.ok(answer.ok, JSON.stringify(value));
  return value;
}

const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
/** @param {string} table @returns {Promise<any[]>} */
const rowsOf = async (table) => (await call('GET', `tables/${table}/rows?sort=id&limit=100`)).rows;

/** @param {Buffer} file @param {string} table @param {string[]} headers */
async function bringIn(file, table, headers) {
  const columns = ['title', 'at'].map((field, i) => ({ header: headers[i], field }));
  const options = { table, columns, header: true, mode: /** @type {const} */ ('good-rows') };
  const { rejected } = await server.data.csv.import(server.system, Readable.from([file]), options);
  assert.deepEqual(rejected, []);
  return (await rowsOf(table)).map((row) => row.at);
}

for (const [zone, cases] of Object.entries(ZONES)) {
  const table = `events_${zone.toLowerCase().replace(/\W/g, '_')}`;
  const locals = cases.map(([local]) => local);
  const moments = cases.map(([, moment]) => moment);
  const shown = cases.map(([local, moment]) => SHOWN[moment] ?? local.slice(11));

  describe(`M3: a date or time without a zone, on a site in ${zone}`, () => {
    before(async () => {
      await edit('change-settings', { changes: { timeZone: zone } });
      for (const name of [table, `${table}_csv`, `${table}_xlsx`])
        await edit('add-table', { name, fields: [text, at] });
      await edit('generate-views', { table, menu: false, roles: ['user'] });
    });

    it('is the site’s in what programs send', async () => {
      for (const [i, local] of locals.entries()) {
        const form = i % 2 ? local : local.replace(' ', 'T');
        assert.equal((await call('POST', `tables/${table}/rows`, { title: local, at: form })).at, moments[i], local);
      }
      const [{ id }] = await rowsOf(table);
      assert.equal((await call('PATCH', `tables/${table}/rows/${id}`, { at: locals[1] })).at, moments[1]);
      assert.equal((await call('PATCH', `tables/${table}/rows/${id}`, { at: locals[0] })).at, moments[0]);
    });

    it('is the site’s in files, CSV and Excel, in and out', async () => {
      const lines = locals.map((local) => `${local},${local}\n`).join('');
      assert.deepEqual(await bringIn(Buffer.from(`title,at\n${lines}`), `${table}_csv`, ['title', 'at']), moments);
      const file = await server.data.csv.export(server.system, {
        table: `${table}_csv`,
        format: 'xlsx',
        fields: ['title', 'at'],
      });
      // A workbook says what the clock shows, so the hour that is repeated comes back as the first.
      assert.deepEqual(await bringIn(await buffer(file), `${table}_xlsx`, ['Title', 'At']), moments);
    });

    it('is the site’s in forms', async () => {
      const saved = await client.post(`/view/${table}_edit`, { title: 'form', at: locals[0] });
      assert.equal(saved.status, 303, saved.text);
      const row = (await rowsOf(table)).at(-1);
      assert.deepEqual([row.title, row.at], ['form', moments[0]]);
      await call('DELETE', `tables/${table}/rows/${row.id}`);
    });

    it('is the site’s in filters: a day is all of it', async () => {
      const titles = async (/** @type {string} */ query) =>
        (await call('GET', `tables/${table}/rows?sort=id&limit=100&${query}`)).rows.map(
          (/** @type {any} */ row) => row.title,
        );
      for (const [i, local] of locals.entries()) {
        const day = local.slice(0, 10);
        const of = (/** @type {(other: string) => boolean} */ holds) =>
          locals.filter((other) => holds(other.slice(0, 10)));
        assert.deepEqual(await titles(`at=${local}`), [local], `at=${local}`);
        assert.deepEqual(
          await titles(`at=${day}`),
          of((other) => other === day),
          `at=${day}`,
        );
        assert.deepEqual(
          await titles(`at.ne=${day}`),
          of((other) => other !== day),
          `at.ne=${day}`,
        );
        assert.deepEqual(
          await titles(`at.in=${day},${locals[0].slice(0, 10)}`),
          of((other) => [day, locals[0].slice(0, 10)].includes(other)),
        );
        assert.deepEqual(
          await titles(`at.lte=${day}`),
          of((other) => other <= day),
          `at.lte=${day}`,
        );
        assert.deepEqual(
          await titles(`at.gt=${day}`),
          of((other) => other > day),
          `at.gt=${day}`,
        );
        assert.deepEqual(
          await titles(`at.lt=${day}`),
          of((other) => other < day),
          `at.lt=${day}`,
        );
        assert.deepEqual(
          await titles(`at.gte=${day}`),
          of((other) => other >= day),
          `at.gte=${day}`,
        );
        assert.deepEqual(await titles(`at=${moments[i]}`), [local], 'a moment is one moment');
      }
    });

    it('is the site’s in groups', async () => {
      for (const [step, begin] of /** @type {const} */ ([
        ['day', (/** @type {string} */ day) => day],
        ['month', (/** @type {string} */ day) => `${day.slice(0, 7)}-01`],
        ['year', () => '2026-01-01'],
      ])) {
        const { rows } = await call('GET', `tables/${table}/rows?group=at:${step}&aggregate=count`);
        const wanted = [...new Set(locals.map((local) => begin(local.slice(0, 10))))].sort();
        assert.deepEqual(
          rows.map((/** @type {any} */ row) => row.at),
          wanted,
          step,
        );
      }
    });

    it('is the site’s in formulas', async () => {
      const formula = (/** @type {string} */ name, /** @type {string} */ type, /** @type {string} */ source) =>
        edit('add-field', { table, field: { name, type, auto: 'formula', formula: source } });
      await formula('day', 'date', 'date(row.at)');
      await formula('clock', 'time', 'time(row.at)');
      const rows = await rowsOf(table);
      assert.deepEqual(
        rows.map((row) => row.day),
        locals.map((local) => local.slice(0, 10)),
      );
      assert.deepEqual(
        rows.map((row) => row.clock),
        shown,
      );
    });

    it('is the site’s when the type of a field changes', async () => {
      const become = (/** @type {string} */ field, /** @type {string} */ type) =>
        edit('change-field', { table, field, changes: { type } });
      await become('title', 'date_time');
      assert.deepEqual(
        (await rowsOf(table)).map((row) => row.title),
        moments,
      );
      await become('title', 'time');
      assert.deepEqual(
        (await rowsOf(table)).map((row) => row.title),
        shown,
      );
      await become('at', 'date');
      assert.deepEqual(
        (await rowsOf(table)).map((row) => row.at),
        locals.map((local) => local.slice(0, 10)),
      );
      await become('at', 'date_time');
      const midnights = (await call('GET', `tables/${table}/rows?sort=id`)).rows.map(
        (/** @type {any} */ row) => row.day,
      );
      assert.deepEqual(
        midnights,
        locals.map((local) => local.slice(0, 10)),
      );
    });
  });
}
