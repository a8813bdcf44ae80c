import assert from 'node:assert/strict';
import { text as textOf } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { listen } from './testing/event-source.js';
import { startTestServer } from './testing/index.js';

/**
 * Moments around both changes of the clock, and what the clock of the zone then shows: before and after the hour that is
 * skipped, both of an hour that is repeated, and the last hours of the days of 23 and 25 hours. Calendar links go back 90
 * days, so the year lies ahead.
 *
 * @type {Record<string, [string, string][]>}
 */
const ZONES = {
  'America/New_York': [
    ['2032-03-14T06:30:00.000Z', '2032-03-14 01:30'],
    ['2032-03-14T07:30:00.000Z', '2032-03-14 03:30'],
    ['2032-03-15T03:30:00.000Z', '2032-03-14 23:30'],
    ['2032-11-07T05:30:00.000Z', '2032-11-07 01:30'],
    ['2032-11-07T06:30:00.000Z', '2032-11-07 01:30'],
    ['2032-11-08T04:30:00.000Z', '2032-11-07 23:30'],
  ],
  'Europe/Berlin': [
    ['2032-03-28T00:30:00.000Z', '2032-03-28 01:30'],
    ['2032-03-28T01:30:00.000Z', '2032-03-28 03:30'],
    ['2032-03-28T21:30:00.000Z', '2032-03-28 23:30'],
    ['2032-10-30T22:30:00.000Z', '2032-10-31 00:30'],
    ['2032-10-31T00:30:00.000Z', '2032-10-31 02:30'],
    ['2032-10-31T01:30:00.000Z', '2032-10-31 02:30'],
    ['2032-10-31T22:30:00.000Z', '2032-10-31 23:30'],
  ],
  'Asia/Kolkata': [
    ['2032-03-27T18:30:00.000Z', '2032-03-28 00:00'],
    ['2032-03-28T18:29:00.000Z', '2032-03-28 23:59'],
    ['2032-10-30T19:00:00.000Z', '2032-10-31 00:30'],
    ['2032-10-31T18:15:00.000Z', '2032-10-31 23:45'],
  ],
  'Australia/Lord_Howe': [
    ['2032-04-03T14:45:00.000Z', '2032-04-04 01:45'],
    ['2032-04-03T15:15:00.000Z', '2032-04-04 01:45'],
    ['2032-04-04T13:15:00.000Z', '2032-04-04 23:45'],
    ['2032-10-02T15:15:00.000Z', '2032-10-03 01:45'],
    ['2032-10-02T15:45:00.000Z', '2032-10-03 02:45'],
    ['2032-10-03T12:45:00.000Z', '2032-10-03 23:45'],
  ],
  'Pacific/Auckland': [
    ['2032-04-03T13:30:00.000Z', '2032-04-04 02:30'],
    ['2032-04-03T14:30:00.000Z', '2032-04-04 02:30'],
    ['2032-04-04T11:30:00.000Z', '2032-04-04 23:30'],
    ['2032-09-25T13:30:00.000Z', '2032-09-26 01:30'],
    ['2032-09-25T14:30:00.000Z', '2032-09-26 03:30'],
    ['2032-09-26T10:30:00.000Z', '2032-09-26 23:30'],
  ],
};

/** Of a local day or time, as people read it. @param {string} local @param {Intl.DateTimeFormatOptions} options */
const said = (local, options) =>
  new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' }).format(new Date(`${local.replace(' ', 'T')}Z`));
const dayLaterBy = (/** @type {string} */ day, /** @type {number} */ days) =>
  new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const monday = (/** @type {string} */ day) => dayLaterBy(day, -((new Date(`${day}T12:00Z`).getUTCDay() + 6) % 7));
const plain = (/** @type {string} */ page) => page.replaceAll('\u202f', ' ').replaceAll('&#8239;', ' ');
const unique = (/** @type {string[]} */ texts) => [...new Set(texts)];

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('./testing/client.js').Client} */
let client;
const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
const psql = async (/** @type {string} */ text, /** @type {any[]} */ ...values) =>
  (await server.data.db.query({ text, values })).rows;
before(async () => {
  server = await startTestServer();
  client = await server.as('admin');
});
after(() => server?.close());

/** @param {string} path */
const look = async (path) => {
  const { text, status } = await client.get(path);
  assert.equal(status, 200, `${path}: ${text.slice(0, 500)}`);
  return plain(text);
};

for (const [zone, cases] of Object.entries(ZONES)) {
  const table = `seen_${zone.toLowerCase().replace(/\W/g, '_')}`;
  const moments = cases.map(([moment]) => moment);
  const locals = cases.map(([, local]) => local);
  const days = unique(locals.map((local) => local.slice(0, 10)));
  const onDay = (/** @type {string} */ day) => locals.flatMap((local, i) => (local.startsWith(day) ? [`No ${i}`] : []));

  describe(`M3: a moment on a site in ${zone}`, () => {
    before(async () => {
      await edit('change-settings', { changes: { timeZone: zone, locale: 'en' } });
      await edit('add-table', {
        name: table,
        history: true,
        comments: 'editors',
        fields: [
          { name: 'title', type: 'text' },
          { name: 'at', label: 'At', type: 'date_time' },
          { name: 'due', type: 'date' },
        ],
      });
      const add = (/** @type {string} */ name, /** @type {string} */ template, /** @type {any} */ config) =>
        edit('add-view', { view: { name: `${table}_${name}`, label: name, template, table, roles: ['user'], config } });
      const columns = [
        { kind: 'field', field: 'title' },
        { kind: 'field', field: 'at' },
      ];
      await add('list', 'list', { columns, pageSize: 100, sort: [{ field: 'id' }] });
      await add('cells', 'list', { columns, pageSize: 100, sort: [{ field: 'id' }], editing: true });
      await add('calendar', 'calendar', { startField: 'at', titleField: 'title' });
      await add('days', 'calendar', { startField: 'due', titleField: 'title' });
      for (const step of ['day', 'week', 'month']) await add(step, 'chart', { category: 'at', step, kind: 'columns' });
      const early = { ...node('heading', { text: 'EARLY' }), visible: { when: 'time(row.at) < time("03:00")' } };
      await add('show', 'show', { layout: node('stack', {}, [node('field', { field: 'at' }), early]) });
      const rows = cases.map(([at, local], i) => ({ title: `No ${i}`, at, due: local.slice(0, 10) }));
      await server.data.rows.insertMany(server.system, table, rows);
    });

    it('is itself in a calendar link, and a day is the day', async () => {
      const feedOf = async (/** @type {string} */ name) => {
        const made = await client.post(`/plugin/calendar/links/${table}_${name}`, { do: 'make' });
        const [, path] = /value="https?:\/\/[^/"]+(\/[^"]+)"/.exec(made.text) ?? [];
        return await look(path.replaceAll('&amp;', '&'));
      };
      const digits = (/** @type {string} */ text) => text.replace(/\.000|[-:]/g, '');
      const starts = [...(await feedOf('calendar')).matchAll(/^DTSTART:(\S+)/gm)].map(([, at]) => at);
      assert.deepEqual(starts.sort(), moments.map(digits).sort());
      const whole = [...(await feedOf('days')).matchAll(/^DTSTART;VALUE=DATE:(\S+)\r\nDTEND;VALUE=DATE:(\S+)/gm)];
      assert.deepEqual(
        unique(whole.map(([, from, to]) => `${from} ${to}`)).sort(),
        days.map((day) => `${digits(day)} ${digits(dayLaterBy(day, 1))}`),
      );
    });

    it('stands on its day and at its time in a calendar', async () => {
      for (const day of days) {
        for (const mode of ['month', 'week', 'day', 'agenda']) {
          const page = await look(`/view/${table}_calendar?${mode}=${mode === 'month' ? day.slice(0, 7) : day}`);
          const [part = ''] = page
            .split(/<li class="pl-cal-(?:day|column|agenda-day)[^"]*" /)
            .filter((one) => one.includes(`data-day="${day}"`) && one.includes('pl-cal-name'));
          const events = [...part.matchAll(/pl-cal-time">([^<]*)<\/span> <span class="pl-cal-name">([^<]*)/g)];
          const wanted = locals.flatMap((local, i) =>
            local.startsWith(day) ? [`${plain(said(local, { timeStyle: 'short' }))} No ${i}`] : [],
          );
          assert.deepEqual(
            events.map(([, clock, title]) => `${clock} ${title}`).sort(),
            wanted.sort(),
            `${mode} ${day}`,
          );
        }
      }
    });

    it('counts for its day, week and month in charts', async () => {
      for (const [step, begin, options] of /** @type {const} */ ([
        ['day', (/** @type {string} */ day) => day, { day: 'numeric', month: 'short', year: '2-digit' }],
        ['week', monday, { day: 'numeric', month: 'short', year: '2-digit' }],
        ['month', (/** @type {string} */ day) => `${day.slice(0, 7)}-01`, { month: 'short', year: 'numeric' }],
      ])) {
        const page = await look(`/view/${table}_${step}`);
        for (const first of unique(days.map(begin))) {
          const count = locals.filter((local) => begin(local.slice(0, 10)) === first).length;
          const head = said(`${first}T00:00`, options);
          assert.ok(page.includes(`<th scope="row">${head}</th><td class="text-end">${count}</td>`), `${step} ${head}`);
        }
      }
    });

    it('is found by its day in a search, a filter and a group', async () => {
      const titles = async (/** @type {string} */ query) =>
        [...(await look(`/view/${table}_list?${query}`)).matchAll(/>(No \d+)</g)].map(([, title]) => title).sort();
      for (const day of days) {
        const [year, month, of] = day.split('-').map(Number);
        for (const typed of [day, `${month}/${of}/${year}`, said(`${day}T00:00`, { dateStyle: 'medium' })])
          assert.deepEqual(await titles(`q=${encodeURIComponent(typed)}`), onDay(day), typed);
        assert.deepEqual(await titles(`at.gte=${day}&at.lte=${day}`), onDay(day), `filter ${day}`);
        assert.deepEqual(
          await titles(`${table}_list:group=at:day&${table}_list:in=${day}`),
          onDay(day),
          `group ${day}`,
        );
      }
    });

    it('is itself in a realtime message, for those who follow its day, and on the page that is asked for then', async () => {
      const cookie = [...client.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
      const query = (/** @type {string} */ day) => `table=${table}&at.gte=${day}&at.lte=${day}`;
      const streams = await Promise.all(
        days.map((day) => listen(`${server.url}/api/v1/changes?${query(day)}`, { cookie })),
      );
      for (const stream of streams) await stream.ready();
      const told = (/** @type {any} */ stream) =>
        stream.events.flatMap((/** @type {any} */ { event, data }) => (event === 'insert' ? data.row : []));
      const at = (/** @type {string} */ day) => moments[locals.findIndex((local) => local.startsWith(day))];
      const live = cases.map(([moment, local], i) => ({ title: `Live ${i}`, at: moment, due: local.slice(0, 10) }));
      const ends = days.map((day) => ({ title: 'End', at: at(day), due: day }));
      for (const row of [...live, ...ends]) await server.data.rows.insert(server.system, table, row);
      try {
        const page = await look(`/view/${table}_list?title.starts=Live`);
        for (const [i, day] of days.entries()) {
          await streams[i].until(() => told(streams[i]).some((/** @type {any} */ { title }) => title === 'End'));
          const rows = told(streams[i]).filter((/** @type {any} */ { title }) => title !== 'End');
          const wanted = live.filter((_, n) => locals[n].startsWith(day));
          assert.deepEqual(
            rows.map((/** @type {any} */ row) => [row.title, row.at, row.due]),
            wanted.map((row) => [row.title, row.at, row.due]),
          );
          for (const row of rows) {
            const local = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
            const shown = plain(local.format(new Date(row.at)));
            assert.equal(
              shown,
              plain(said(locals[Number(row.title.slice(5))], { dateStyle: 'medium', timeStyle: 'short' })),
            );
            const [, after = ''] = page.split(`>${row.title}<`);
            assert.ok(after.split('<tr')[0].includes(shown), `${row.title} ${shown}`);
          }
        }
      } finally {
        for (const stream of streams) stream.close();
        await psql(`delete from app.${table} where title like 'Live%' or title = 'End'`);
      }
    });

    it('is shown by the clock of the site in lists, the history and comments', async () => {
      const list = await look(`/view/${table}_list`);
      for (const local of locals)
        assert.ok(list.includes(plain(said(local, { dateStyle: 'medium', timeStyle: 'short' }))), local);
      const { id } = (await psql(`select id from app.${table} order by id limit 1`))[0];
      await client.post(`/comments/${table}/${id}`, { text: 'Said' });
      await server.data.rows.update(server.system, table, id, { title: 'No 0' });
      for (const [at, local] of cases) {
        await psql(`update plinth.comments set created_at = $1 where text = 'Said'`, at);
        await psql(
          `update plinth.row_history set at = $1 where table_id = $2`,
          at,
          server.data.catalog().table(table).id,
        );
        const shown = plain(said(local, { dateStyle: 'medium', timeStyle: 'short' }));
        const timeline = await look(`/comments/${table}/${id}?activity=1`);
        assert.equal(timeline.split(`title="${shown}"`).length - 1, 2, `comment and change at ${shown}`);
        assert.ok((await look(`/admin/tables/${table}/data/${id}/history`)).includes(shown), `history ${shown}`);
      }
    });

    it('decides by the clock of the site what is visible', async () => {
      const rows = await psql(`select id, at from app.${table} order by id`);
      for (const [i, { id }] of rows.entries()) {
        const isEarly = locals[i].slice(11) < '03:00';
        assert.equal((await look(`/view/${table}_show?id=${id}`)).includes('EARLY'), isEarly, locals[i]);
      }
    });

    it('is written into files: as itself for programs, by the clock for people', async () => {
      const get = async (/** @type {string} */ path, /** @type {Record<string, string>} */ headers = {}) =>
        (await client.get(path, headers)).text;
      const api = `/api/v1/tables/${table}/rows?sort=id&fields=at`;
      const ats = (await get(api, { accept: 'application/x-ndjson' })).trim().split('\n');
      assert.deepEqual(
        ats.map((line) => JSON.parse(line).at),
        moments,
      );
      assert.deepEqual((await get(api, { accept: 'text/csv' })).trim().split(/\r?\n/).slice(1), moments);
      const csv = await textOf(
        await server.data.csv.export(server.system, { table, fields: ['at'], sort: [{ field: 'id' }] }),
      );
      assert.deepEqual(
        csv
          .replace(/^\uFEFF/, '')
          .trim()
          .split(/\r?\n/)
          .slice(1),
        moments,
      );
    });

    it('is shown by the clock of the site in the lists of mails and on paper', async () => {
      const { id } = (await psql(`select id from app.${table} order by id limit 1`))[0];
      for (const [viewAs, kept] of [
        ['table', 'mails'],
        ['pdf', 'mail_papers'],
      ]) {
        await psql('delete from plinth.mails');
        const text = { subject: 'List', body: 'Here it is', view: `${table}_list`, viewAs };
        const config = { recipient: 'fixed', address: 'ada@example.com', ...text };
        await server.data.actions.run(server.system, { action: 'send_email', config, table, id });
        const rows = await psql(`select to_jsonb(m)::text as said from plinth.${kept} m`);
        const paper = plain(rows.map((/** @type {any} */ row) => row.said).join());
        for (const local of locals)
          assert.ok(
            paper.includes(plain(said(local, { dateStyle: 'medium', timeStyle: 'short' }))),
            `${viewAs} ${local}`,
          );
      }
    });

    it('is itself where a cell is copied, both of an hour that is repeated', async () => {
      const page = await look(`/view/${table}_cells`);
      const cells = [...page.matchAll(/data-v="(\d{4}-\d\d-\d\dT[^"]*)"(?: data-k="([^"]*)")?/g)];
      assert.deepEqual(
        cells.map(([, text]) => text.replace('T', ' ')),
        locals,
      );
      const rows = cells.map(([, text, key = null]) => ({
        id: null,
        set: { title: { text: 'Copied' }, at: { text, key } },
      }));
      // What was typed over it counts, and a key that says another time does not.
      const typed = { text: locals[0], key: moments[1] };
      rows.push({ id: null, set: { title: { text: 'Copied' }, at: typed } });
      const answer = await client.postJson(`/admin/tables/${table}/cells`, { rows });
      assert.equal(answer.status, 200, answer.text);
      const copied = await psql(`select at from app.${table} where title = 'Copied' order by id`);
      assert.deepEqual(
        copied.map((/** @type {any} */ { at }) => new Date(at).toISOString()),
        [...moments, locals[0] === locals[1] ? moments[1] : moments[0]],
      );
      await psql(`delete from app.${table} where title = 'Copied'`);
    });

    it('is in periods such as this week by the days of the site', async () => {
      const hours = Array.from({ length: 41 }, (_, i) => (i - 20) * 9);
      const at = (/** @type {number} */ hour) => new Date(Date.now() + hour * 3_600_000);
      const dayAt = (/** @type {Date} */ one) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(one);
      const rows = hours.map((hour) => ({ title: dayAt(at(hour)), at: at(hour).toISOString() }));
      await server.data.rows.insertMany(server.system, table, rows);
      const found = async (/** @type {string} */ period) =>
        [...(await look(`/view/${table}_list?at.within=${period}`)).matchAll(/>(\d{4}-\d\d-\d\d)</g)]
          .map(([, day]) => day)
          .sort();
      for (const [period, isIn] of /** @type {[string, (day: string, today: string) => boolean][]} */ ([
        ['today', (day, today) => day === today],
        ['yesterday', (day, today) => day === dayLaterBy(today, -1)],
        ['this_week', (day, today) => monday(day) === monday(today)],
        ['next_week', (day, today) => monday(day) === dayLaterBy(monday(today), 7)],
        ['this_month', (day, today) => day.slice(0, 7) === today.slice(0, 7)],
      ])) {
        const wantedOn = (/** @type {string} */ today) =>
          rows.flatMap(({ title }) => (isIn(title, today) ? [title] : []));
        const today = dayAt(new Date());
        const shown = await found(period);
        // At midnight, the day may be the next one by then.
        const isNext = today !== dayAt(new Date()) && shown.join() !== wantedOn(today).join();
        assert.deepEqual(shown, wantedOn(isNext ? dayAt(new Date()) : today), period);
      }
    });
  });
}
