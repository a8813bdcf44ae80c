import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRegistry } from '@plinth/plugin';
import { dataPlugin } from '../../core-plugin.js';
import { createData } from '../../create-data.js';
import { createTestDatabase } from '../../testing/index.js';

const SYSTEM = /** @type {import('@plinth/plugin').Actor} */ ({ userId: null, roles: [], system: true });
const registry = createRegistry([dataPlugin]);

/**
 * Moments around both changes of the clock, both of a repeated hour among them, with what the clock shows; and schedules:
 * from when, at what time of day or by what cron, and the moments that follow. The year lies ahead, since times of rows are looked
 * for in the future.
 *
 * @type {Record<string, { moments: [string, string][], daily: [string, string, string[]][] }>}
 */
const ZONES = {
  'America/New_York': {
    moments: [
      ['2032-03-14T06:30:00.000Z', '2032-03-14 01:30'],
      ['2032-03-15T03:30:00.000Z', '2032-03-14 23:30'],
      ['2032-11-07T05:30:00.000Z', '2032-11-07 01:30'],
      ['2032-11-07T06:30:00.000Z', '2032-11-07 01:30'],
      ['2032-11-08T04:30:00.000Z', '2032-11-07 23:30'],
    ],
    daily: [
      ['02:30', '2032-03-13T12:00:00.000Z', ['2032-03-14T07:00:00.000Z', '2032-03-15T06:30:00.000Z']],
      ['01:30', '2032-11-06T12:00:00.000Z', ['2032-11-07T05:30:00.000Z', '2032-11-08T06:30:00.000Z']],
    ],
  },
  'Europe/Berlin': {
    moments: [
      ['2032-03-28T00:30:00.000Z', '2032-03-28 01:30'],
      ['2032-03-28T21:30:00.000Z', '2032-03-28 23:30'],
      ['2032-10-31T00:30:00.000Z', '2032-10-31 02:30'],
      ['2032-10-31T01:30:00.000Z', '2032-10-31 02:30'],
      ['2032-10-31T22:30:00.000Z', '2032-10-31 23:30'],
    ],
    daily: [
      ['02:30', '2032-03-27T12:00:00.000Z', ['2032-03-28T01:00:00.000Z', '2032-03-29T00:30:00.000Z']],
      ['02:30', '2032-10-30T12:00:00.000Z', ['2032-10-31T00:30:00.000Z', '2032-11-01T01:30:00.000Z']],
    ],
  },
  'Asia/Kolkata': {
    moments: [
      ['2032-03-27T18:30:00.000Z', '2032-03-28 00:00'],
      ['2032-10-31T18:15:00.000Z', '2032-10-31 23:45'],
    ],
    daily: [['02:30', '2032-03-27T12:00:00.000Z', ['2032-03-27T21:00:00.000Z', '2032-03-28T21:00:00.000Z']]],
  },
  'Australia/Lord_Howe': {
    moments: [
      ['2032-04-03T14:45:00.000Z', '2032-04-04 01:45'],
      ['2032-04-03T15:15:00.000Z', '2032-04-04 01:45'],
      ['2032-10-02T15:45:00.000Z', '2032-10-03 02:45'],
      ['2032-10-03T12:45:00.000Z', '2032-10-03 23:45'],
    ],
    daily: [
      ['02:15', '2032-10-02T12:00:00.000Z', ['2032-10-02T15:30:00.000Z', '2032-10-03T15:15:00.000Z']],
      ['01:45', '2032-04-03T12:00:00.000Z', ['2032-04-03T14:45:00.000Z', '2032-04-04T15:15:00.000Z']],
    ],
  },
  'Pacific/Auckland': {
    moments: [
      ['2032-04-03T13:30:00.000Z', '2032-04-04 02:30'],
      ['2032-04-03T14:30:00.000Z', '2032-04-04 02:30'],
      ['2032-04-04T11:30:00.000Z', '2032-04-04 23:30'],
      ['2032-09-25T14:30:00.000Z', '2032-09-26 03:30'],
    ],
    daily: [
      ['02:30', '2032-09-25T06:00:00.000Z', ['2032-09-25T14:00:00.000Z', '2032-09-26T13:30:00.000Z']],
      ['02:30', '2032-04-03T06:00:00.000Z', ['2032-04-03T13:30:00.000Z', '2032-04-04T14:30:00.000Z']],
    ],
  },
};
/** One of these two always has another day than Greenwich. */
const FAR = ['Etc/GMT+12', 'Pacific/Kiritimati'];

/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let database;
/** @type {any} */
let data;
/** Of the evaluator and the statements; the database has its own. */
let now = new Date('2032-01-01T12:00:00.000Z');
const admin = { userId: null, roles: ['admin'], system: true };
const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(SYSTEM, name, input);
/** @param {string} table @param {any} spec @returns {Promise<any[]>} */
const ask = async (table, spec) =>
  (await data.select(SYSTEM, [{ spec: { table, limit: 100, ...spec }, params: {} }]))[0].rows;
const titlesOf = async (/** @type {string} */ table, /** @type {any} */ where) =>
  (await ask(table, { select: [{ as: 'title', field: 'title' }], where, sort: [{ field: 'id' }] })).map(
    ({ title }) => title,
  );
const said = (/** @type {string} */ local) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(`${local.replace(' ', 'T')}Z`),
  );
const dayOf = (/** @type {string} */ zone, /** @type {Date} */ at) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at);

before(async () => {
  database = await createTestDatabase();
  data = await createData({ connection: database.connection, registry, clock: () => now });
});
after(async () => {
  await data?.close();
  await database?.close();
});

const BEFORE = [
  { kind: 'set', field: 'day', value: 'date(row.at)', when: '' },
  { kind: 'set', field: 'clock', value: 'time(row.at)', when: '' },
  { kind: 'set', field: 'made', value: 'timestamp(date(row.at), time(row.at))', when: '' },
  { kind: 'set', field: 'today', value: 'today', when: '' },
];

for (const [zone, { moments: cases, daily }] of Object.entries(ZONES)) {
  const table = `acts_${zone.toLowerCase().replace(/\W/g, '_')}`;
  const moments = cases.map(([moment]) => moment);
  const locals = cases.map(([, local]) => local);

  describe(`M3: what acts by the clock on a site in ${zone}`, () => {
    before(async () => {
      await edit('change-settings', { changes: { timeZone: zone, locale: 'en' } });
      const field = (/** @type {string} */ name, /** @type {string} */ type, more = {}) => ({ name, type, ...more });
      await edit('add-table', {
        name: table,
        fields: [
          field('title', 'text'),
          field('at', 'date_time'),
          field('due', 'date'),
          field('day', 'date'),
          field('clock', 'time'),
          field('made', 'date_time'),
          field('today', 'date'),
          field('shown', 'text', { default: { expression: 'string(date(row.at))' } }),
        ],
      });
      await edit('add-trigger', {
        trigger: { label: 'Before', table, events: ['insert', 'update'], timing: 'before', before: BEFORE },
      });
      const rows = cases.map(([at, local], i) => ({ title: `No ${i}`, at, due: local.slice(0, 10) }));
      await data.rows.insertMany(SYSTEM, table, rows);
    });

    it('sets days and times before a row is saved, and defaults, by the clock of the site', async () => {
      const columns = ['day', 'clock', 'made', 'shown'].map((name) => ({ as: name, field: name }));
      const rows = await ask(table, { select: columns, sort: [{ field: 'id' }] });
      assert.deepEqual(
        rows.map(({ day, clock }) => `${day} ${clock.slice(0, 5)}`),
        locals,
      );
      assert.deepEqual(
        rows.map(({ shown }) => shown),
        locals.map((local) => local.slice(0, 10)),
      );
      // Of an hour that is repeated, a local time means the first.
      const first = (/** @type {string} */ local) => moments[locals.indexOf(local)];
      assert.deepEqual(
        rows.map(({ made }) => made),
        locals.map(first),
      );
    });

    it('refuses by rules about days and hours as the clock of the site has them', async () => {
      for (const [at, local] of cases) {
        const rule = `date(row.at) != date("${local.slice(0, 10)}") || hour(row.at) != ${Number(local.slice(11, 13))}`;
        await edit('set-constraints', { table, constraints: [] });
        await edit('set-constraints', {
          table,
          constraints: [{ kind: 'rule', rule: `row.title != "new" || (${rule})`, message: 'Not then', fields: [] }],
        });
        await assert.rejects(data.rows.insert(SYSTEM, table, { title: 'new', at }), { message: 'Not then' }, local);
        const other = new Date(Date.parse(at) + 5 * 3_600_000).toISOString();
        const { id } = await data.rows.insert(SYSTEM, table, { title: 'new', at: other });
        await data.rows.remove(SYSTEM, table, id);
      }
      await edit('set-constraints', { table, constraints: [] });
    });

    it('writes texts of mails and messages by the clock of the site, lists of times too', async () => {
      const rows = await ask(table, { select: [{ as: 'id', field: 'id' }], sort: [{ field: 'id' }] });
      for (const [i, { id }] of rows.entries()) {
        const config = { text: '{{ row.at }} {{ [row.at] }}' };
        const { message } = await data.actions.run(SYSTEM, { action: 'show_message', config, table, id });
        assert.equal(message, `${said(locals[i])} ${said(locals[i])}`);
        const content = { subject: '{{ row.at }}', body: 'On {{ date(row.at) }}' };
        const mail = { recipient: 'fixed', address: 'ada@example.com', ...content };
        await data.actions.run(SYSTEM, { action: 'send_email', config: mail, table, id });
      }
      const { rows: mails } = await data.db.query('select subject from plinth.mails order by id desc limit 10');
      for (const local of locals)
        assert.ok(
          mails.some((/** @type {any} */ { subject }) => subject === said(local)),
          said(local),
        );
    });

    it('starts schedules at the time of the clock, once, also where it is skipped or repeated', () => {
      const { next } = /** @type {any} */ (registry.triggerSource('schedule'));
      for (const [at, from, wanted] of daily) {
        const [hour, minute] = at.split(':').map(Number);
        for (const options of [
          { every: 'day', at },
          { every: 'cron', cron: `${minute} ${hour} * * *` },
        ]) {
          const found = [];
          for (let last = new Date(from); found.length < wanted.length; found.push(last.toISOString()))
            last = next({ options, after: last, timeZone: zone });
          assert.deepEqual(found, wanted, JSON.stringify(options));
        }
      }
    });

    it('reaches the times of rows: at them, and days before by the clock', async () => {
      const of = data.catalog().table(table);
      /** @param {any} options */
      const upcoming = async (options) =>
        (await data.automation.upcoming(admin, { source: 'field_time', table: of, options })).flatMap(
          (/** @type {any} */ one) => Array.from({ length: one.rows }, () => one.at.toISOString()),
        );
      assert.deepEqual(await upcoming({ field: 'at', when: 'at' }), moments.toSorted(), 'at');
      const later = moments.map((at) => new Date(Date.parse(at) + 7_200_000).toISOString());
      assert.deepEqual(
        await upcoming({ field: 'at', when: 'after', amount: 2, unit: 'hours' }),
        later.toSorted(),
        'hours',
      );
      // "timestamp" of the language is held against "plinth.moment_of" of the planner.
      const wall = await ask(table, {
        select: [
          { as: 'before', expression: 'timestamp(date(row.at) - 2, time(row.at))' },
          { as: 'due', expression: 'timestamp(row.due - 1, time("02:30"))' },
        ],
      });
      const iso = (/** @type {string} */ name) => wall.map((row) => new Date(row[name]).toISOString()).sort();
      assert.deepEqual(await upcoming({ field: 'at', when: 'before', amount: 2, unit: 'days' }), iso('before'), 'days');
      const due = { field: 'due', when: 'before', amount: 1, unit: 'days', at: '02:30' };
      assert.deepEqual(await upcoming(due), iso('due'), 'a date');
    });

    it('knows at each moment what day it is', async () => {
      for (const [at, local] of cases) {
        now = new Date(at);
        const day = local.slice(0, 10);
        const on = locals.flatMap((one, i) => (one.startsWith(day) ? [`No ${i}`] : []));
        const where = { expression: 'row.due == today && date(row.at) == date(now)' };
        assert.deepEqual(await titlesOf(table, where), on, local);
        const text = '{{ today }}';
        const { message } = await data.actions.run(SYSTEM, { action: 'show_message', config: { text } });
        assert.equal(
          message,
          new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`)),
        );
      }
      now = new Date('2032-01-01T12:00:00.000Z');
    });
  });
}

describe('M3: today in the database', () => {
  it('is the day of the site for what runs before a row is saved', async () => {
    for (const zone of FAR) {
      await edit('change-settings', { changes: { timeZone: zone } });
      const table = 'acts_europe_berlin';
      const days = [dayOf(zone, new Date())];
      const row = await data.rows.insert(SYSTEM, table, { title: zone, at: '2032-01-01T12:00:00Z' });
      days.push(dayOf(zone, new Date()));
      const { today } = await data.rows.get(SYSTEM, table, row.id);
      assert.ok(days.includes(today), `${zone}: ${today}, not ${days}`);
    }
  });
});
