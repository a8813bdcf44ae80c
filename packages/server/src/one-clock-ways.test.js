import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from './testing/index.js';

/**
 * One of a summer, one that is skipped where the clock is put forward, one that is repeated, and an evening whose day is
 * another one in Greenwich, with the moments that they are.
 *
 * @type {Record<string, [string, string][]>}
 */
const ZONES = {
  'America/New_York': [
    ['2026-07-01 06:00', '2026-07-01T10:00:00.000Z'],
    ['2026-03-08 02:30', '2026-03-08T07:30:00.000Z'],
    ['2026-11-01 01:30', '2026-11-01T05:30:00.000Z'],
    ['2026-11-21 22:00', '2026-11-22T03:00:00.000Z'],
  ],
  'Europe/Berlin': [
    ['2026-07-01 06:00', '2026-07-01T04:00:00.000Z'],
    ['2026-03-29 02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-24 00:30', '2026-10-23T22:30:00.000Z'],
  ],
  'Asia/Kolkata': [
    ['2026-07-01 06:00', '2026-07-01T00:30:00.000Z'],
    ['2026-10-24 00:30', '2026-10-23T19:00:00.000Z'],
  ],
  'Australia/Lord_Howe': [
    ['2026-07-01 06:00', '2026-06-30T19:30:00.000Z'],
    ['2026-10-04 02:15', '2026-10-03T15:45:00.000Z'],
    ['2026-04-05 01:45', '2026-04-04T14:45:00.000Z'],
    ['2026-10-24 00:30', '2026-10-23T13:30:00.000Z'],
  ],
  'Pacific/Auckland': [
    ['2026-07-01 06:00', '2026-06-30T18:00:00.000Z'],
    ['2026-09-27 02:30', '2026-09-26T14:30:00.000Z'],
    ['2026-04-05 02:30', '2026-04-04T13:30:00.000Z'],
    ['2026-10-26 00:30', '2026-10-25T11:30:00.000Z'],
  ],
};
const CODE = `export default async (input, plinth) => {
  const { id } = await plinth.rows(input.table).insert({ title: input.at, at: input.at });
  const found = await plinth.rows(input.table).list({ where: { at: input.at } });
  return found.some((row) => row.id === id) ? id : null;
};`;

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('./testing/client.js').Client} */
let client;
const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
before(async () => {
  server = await startTestServer();
  client = await server.as('admin');
  await edit('add-function', { function: { name: 'note', code: CODE, roles: ['admin'] } });
});
after(() => server?.close());

for (const [zone, cases] of Object.entries(ZONES)) {
  const table = `notes_${zone.toLowerCase().replace(/\W/g, '_')}`;
  const locals = cases.map(([local]) => local);
  const moments = cases.map(([, moment]) => moment);
  /** @param {any} spec @returns {Promise<any[]>} */
  const ask = async (spec) =>
    (await server.data.select(server.system, [{ spec: { table, ...spec }, params: {} }]))[0].rows;
  const kept = async () =>
    (await ask({ select: [{ as: 'at', field: 'at' }], sort: [{ field: 'id' }] })).map((row) =>
      new Date(row.at).toISOString(),
    );

  describe(`M3: a time without a zone, on a site in ${zone}`, () => {
    before(async () => {
      await edit('change-settings', { changes: { timeZone: zone } });
      const fields = [
        { name: 'title', type: 'text' },
        { name: 'at', type: 'date_time' },
      ];
      for (const name of [table, `${table}_cells`, `${table}_code`]) await edit('add-table', { name, fields });
    });

    it('is the site’s in cells, typed and pasted', async () => {
      const rows = locals.map((local) => ({ id: null, set: { title: { text: local }, at: { text: local } } }));
      const answer = await client.postJson(`/admin/tables/${table}/cells`, { rows });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(await kept(), moments);
    });

    it('is the site’s in functions', async () => {
      for (const [i, at] of locals.entries()) {
        const { text } = await server.data.functions.run(server.system, 'note', { table: `${table}_code`, at });
        const row = await server.data.rows.get(server.system, `${table}_code`, JSON.parse(text));
        assert.equal(new Date(row.at).toISOString(), moments[i], at);
      }
    });

    it('is the site’s in default values', async () => {
      for (const [i, local] of locals.entries()) {
        const name = `made_${i}`;
        const expression = { expression: `timestamp("${local}")` };
        await edit('add-field', { table: `${table}_cells`, field: { name, type: 'date_time', default: expression } });
      }
      const row = await server.data.rows.insert(server.system, `${table}_cells`, { title: 'made' });
      assert.deepEqual(
        locals.map((_, i) => new Date(row[`made_${i}`]).toISOString()),
        moments,
      );
    });

    it('is the site’s in conditions, in the database as in the evaluator', async () => {
      for (const local of locals) {
        const where = { expression: `row.at == timestamp("${local}") && row.at == "${local}"` };
        const rows = await ask({ select: [{ as: 'title', field: 'title' }], where });
        assert.deepEqual(
          rows.map(({ title }) => title),
          [local],
        );
      }
    });

    it('is the site’s in texts', async () => {
      const { rows } = await server.data.db.query({
        text: `select id, title from app.${table} order by id`,
        values: [],
      });
      for (const { id, title } of rows) {
        const body = '{{ date(row.at) }} {{ time(row.at) }}';
        const config = { text: body };
        const about = { action: 'show_message', config, table, id };
        const { message } = await server.data.actions.run(server.system, about);
        const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
        assert.ok(
          String(message).startsWith(day.format(new Date(`${title.slice(0, 10)}T00:00Z`))),
          `${message} ${title}`,
        );
      }
    });

    it('is the site’s in groups of weeks', async () => {
      const monday = (/** @type {string} */ day) => {
        const at = Date.parse(`${day}T00:00:00Z`);
        const back = (new Date(at).getUTCDay() + 6) % 7;
        return new Date(at - back * 86_400_000).toISOString().slice(0, 10);
      };
      const rows = await ask({ select: [], groups: [{ as: 'week', field: 'at', step: 'week' }] });
      assert.deepEqual(
        rows.map(({ week }) => week).sort(),
        [...new Set(locals.map((local) => monday(local.slice(0, 10))))].sort(),
      );
    });
  });
}
