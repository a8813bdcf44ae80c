import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startTestServer } from '../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Record<string, import('../src/testing/client.js').Client>} */
const people = {};
const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
const psql = async (/** @type {string} */ text) => (await server.data.db.query(text)).rows;
const all = { read: 'all', create: 'all', update: 'all', delete: 'all' };
const KINDS = { options: [{ value: 'call', label: 'Call', colour: 'green' }] };

before(async () => {
  server = await startTestServer({ users: { york: ['staff'] } });
  await edit('change-settings', { changes: { timeZone: 'Pacific/Auckland' } });
  await edit('add-table', {
    name: 'events',
    label: 'Events',
    fields: [
      { name: 'title', label: 'Title', type: 'text', required: true },
      { name: 'starts', label: 'Starts', type: 'date_time' },
      { name: 'ends', label: 'Ends', type: 'date_time' },
      { name: 'kind', label: 'Kind', type: 'select', attributes: KINDS },
      { name: 'who', label: 'Who', type: 'user' },
    ],
  });
  await edit('add-table', {
    name: 'trips',
    label: 'Trips',
    access: { staff: all },
    fields: [
      { name: 'title', label: 'Title', type: 'text', required: true },
      { name: 'first', label: 'First', type: 'date' },
      { name: 'last', label: 'Last', type: 'date' },
    ],
  });
  const access = { staff: all, user: { ...all, update: 'own', create: 'none' } };
  await edit('set-access', { table: 'events', access, owner: 'who' });
  await addView('form', 'edit', 'events', { layout: { id: 'root', type: 'stack', children: [] } });
  const config = {
    startField: 'starts',
    endField: 'ends',
    titleField: 'title',
    colourField: 'kind',
    createView: 'form',
  };
  await addView('cal', 'calendar', 'events', config);
  await addView('trip_cal', 'calendar', 'trips', { startField: 'first', endField: 'last', titleField: 'title' });
  for (const role of ['admin', 'staff', 'user', 'york', 'public']) people[role] = await server.as(role);
});
after(() => server.close());
beforeEach(() => psql('truncate app.events, app.trips restart identity'));

/** @param {string} name @param {string} template @param {string} table @param {any} config */
const addView = (name, template, table, config) =>
  edit('add-view', { view: { name, label: name, template, table, roles: ['user'], config } });
/** @param {string} title @param {string | null} starts @param {string | null} [ends] */
const add = (title, starts, ends = null) =>
  server.data.rows.insert(server.system, 'events', { title, starts, ends, kind: 'call' });
/** Titles of the days that a page shows. @param {string} text */
const shown = (text) =>
  Object.fromEntries(
    text
      .split(/<li class="pl-cal-(?:day|column|agenda-day)[^"]*"/)
      .slice(1)
      .map((part) => [
        /data-day="([^"]+)"/.exec(part)?.[1],
        [...part.matchAll(/class="pl-cal-name">([^<]*)/g)].map(([, title]) => title),
      ])
      .filter(([, titles]) => titles && titles.length > 0),
  );
/** @param {string} address @param {string} [role] */
const look = async (address, role = 'staff') => (await people[role].get(address)).text;
/** @param {number} id @param {Record<string, any>} input @param {string} [role] @param {string} [view] */
const move = (id, input, role = 'staff', view = 'cal') =>
  people[role].post(
    `/view/${view}/act`,
    new URLSearchParams({ node: 'move', id: String(id), return: `/view/${view}`, ...input }),
    { accept: 'application/json' },
  );
const stored = async (id = 1) => {
  const { starts, ends } = (await psql(`select starts, ends from app.events where id = ${id}`))[0];
  return [starts, ends].map((at) => at && new Date(at).toISOString());
};

describe('a calendar on the server', () => {
  it('shows events on the days of the site’s time zone, in one round trip and one statement', async () => {
    await add('Late', '2026-11-22T11:30:00Z', '2026-11-22T12:30:00Z');
    await add('Before', '2026-10-31T10:59:00Z');
    await look('/view/cal?month=2026-11&first', 'admin');
    const before = server.data.db.counters();
    const { text, headers } = await people.admin.get('/view/cal?month=2026-11');
    assert.match(headers.get('server-timing') ?? '', /sql;desc="1 statements"/);
    assert.ok(server.data.db.counters().roundTrips - before.roundTrips <= 1);
    assert.deepEqual(shown(text), { '2026-10-31': ['Before'], '2026-11-23': ['Late'] });
    assert.match(text, /class="pl-cal-time">12:30.AM</);
    assert.deepEqual(shown(await look('/view/cal?month=2026-12')), {});
    assert.match(text, /pl-c-green/);
    assert.match(text, /calendar\/places\.css/);
  });

  it('has the same events in each way of showing them, and those that are still on', async () => {
    await add('Long', '2026-11-14T22:00:00Z', '2026-11-18T03:00:00Z');
    await add('Short', '2026-11-17T22:00:00Z', '2026-11-17T23:00:00Z');
    assert.deepEqual(shown(await look('/view/cal?month=2026-11')), {
      '2026-11-15': ['Long'],
      '2026-11-16': ['Long'],
      '2026-11-18': ['Short'],
    });
    assert.deepEqual(shown(await look('/view/cal?week=2026-11-18')), {
      '2026-11-16': ['Long'],
      '2026-11-18': ['Short'],
    });
    assert.deepEqual(shown(await look('/view/cal?day=2026-11-17')), { '2026-11-17': ['Long'] });
    assert.deepEqual(shown(await look('/view/cal?agenda=2026-11-17')), {
      '2026-11-17': ['Long'],
      '2026-11-18': ['Short'],
    });
    assert.deepEqual(shown(await look('/view/cal?day=2026-11-19')), {});
  });

  it('keeps a page until an event changes, and one of today only as long as it is today', async () => {
    await add('One', '2026-11-05T10:00:00Z');
    const hits = () => server.runtime.pages?.counts().hits ?? 0;
    for (const address of ['/view/cal?month=2026-11', '/view/cal']) {
      await look(address);
      const first = hits();
      await look(address);
      assert.equal(hits(), first + 1, address);
    }
    await move(1, { start: '2026-11-07' });
    assert.deepEqual(shown(await look('/view/cal?month=2026-11')), { '2026-11-07': ['One'] });
    const day = new Date().toLocaleDateString('sv-SE', { timeZone: 'Pacific/Auckland' });
    assert.match(await look('/view/cal'), new RegExp(`is-today" data-day="${day}"`));
    assert.doesNotMatch(
      await look(`/view/cal?month=${day.slice(0, 7)}`),
      /is-today/,
      'tomorrow the same page is right',
    );
  });

  it('moves an event by the clock, through the night that clocks change', async () => {
    // New Zealand turns its clocks on 27 September 2026.
    await add('Shift', '2026-09-25T21:00:00Z', '2026-09-26T05:00:00Z');
    assert.equal((await move(1, { start: '2026-09-27' })).status, 200);
    assert.deepEqual(await stored(), ['2026-09-26T20:00:00.000Z', '2026-09-27T04:00:00.000Z']);
    assert.equal((await move(1, { start: '2026-09-28T10:30' })).status, 200);
    assert.deepEqual(await stored(), ['2026-09-27T21:30:00.000Z', '2026-09-28T05:30:00.000Z']);
    assert.equal((await move(1, { end: '2026-09-28T11:00' })).status, 200);
    assert.deepEqual(await stored(), ['2026-09-27T21:30:00.000Z', '2026-09-27T22:00:00.000Z']);
    assert.equal((await move(1, { end: '' })).status, 200);
    assert.deepEqual((await stored())[1], null);
  });

  it('moves whole days, with the last one', async () => {
    await server.data.rows.insert(server.system, 'trips', { title: 'Rome', first: '2026-02-27', last: '2026-03-02' });
    assert.deepEqual(shown(await look('/view/trip_cal?month=2026-02')), { '2026-02-27': ['Rome'] });
    assert.deepEqual(shown(await look('/view/trip_cal?month=2026-03')), {
      '2026-02-27': ['Rome'],
      '2026-03-02': ['Rome'],
    });
    assert.equal((await move(1, { start: '2026-03-06' }, 'staff', 'trip_cal')).status, 200);
    const row = await server.data.rows.get(server.system, 'trips', 1);
    assert.deepEqual([row.first, row.last], ['2026-03-06', '2026-03-09']);
    assert.equal((await move(1, { end: '2026-03-05' }, 'staff', 'trip_cal')).status, 422);
    assert.equal((await move(1, { start: '9999-12-30' }, 'staff', 'trip_cal')).status, 422);
  });

  it('refuses times that there are not, and ends before the start', async () => {
    await add('One', '2026-11-05T10:00:00Z', '2026-11-05T11:00:00Z');
    const before = await stored();
    for (const start of [
      'abc',
      '2026-02-30',
      '2026-11-05T25:00',
      '10000-01-01',
      '2026-11-05T10:00:00Z',
      '',
      '0000-01-01',
    ])
      assert.equal((await move(1, { start })).status, 422, start);
    const answer = await move(1, { end: '2026-11-05T09:00' });
    assert.deepEqual(
      [answer.status, answer.json().detail ?? answer.json().title],
      [422, 'The end is before the start'],
    );
    for (const id of [0, 2, 99]) assert.equal((await move(id, { start: '2026-11-06' })).status, 404, String(id));
    assert.deepEqual(await stored(), before);
  });

  it('says so where the address is no date, and shows today', async () => {
    for (const query of ['month=abc', 'week=2026-11', 'day=%3Cscript%3E', 'agenda=9999-12-31']) {
      const { status, text } = await people.staff.get(`/view/cal?${query}`);
      assert.equal(status, 200, query);
      assert.match(text, /is no date such as/, query);
      assert.doesNotMatch(text, /<script>”/);
    }
  });

  it('shows 300 events at most, says so, and has the rest in the agenda, page by page', async () => {
    await psql(`insert into app.events (title, starts)
      select 'An event with a title of usual length ' || i, timestamptz '2026-11-02 00:00Z' + i * interval '2 hours' from generate_series(0, 330) i`);
    const { text } = await people.staff.get('/view/cal?month=2026-11');
    assert.match(text, /Only the first 300 events/);
    assert.match(text, /pl-cal-more"[^>]*>\+\d+ more/);
    assert.ok(Buffer.byteLength(text) <= 80 * 1024, `${Buffer.byteLength(text)} bytes`);
    let address = '/view/cal?agenda=2026-11-01';
    let count = 0;
    for (let pages = 0; address && pages < 10; pages++) {
      const page = await look(address);
      count += Object.values(shown(page)).flat().length;
      address = (/href="([^"]+)" rel="next"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');
    }
    assert.equal(count, 331);
  });

  it('inside the view of another row shows that row’s events, and with a filter what it finds', async () => {
    await edit('add-field', {
      table: 'events',
      field: { name: 'trip', label: 'Trip', type: 'relation', attributes: { table: 'trips', onDelete: 'cascade' } },
    });
    const embed = { id: 'e', type: 'embed', settings: { view: 'cal', relation: 'child', child: 'events.trip' } };
    await addView('trip', 'show', 'trips', { layout: { id: 'root', type: 'stack', children: [embed] } });
    for (const title of ['Rome', 'Oslo']) await server.data.rows.insert(server.system, 'trips', { title });
    await add('There', '2026-11-05T10:00:00Z');
    await add('Elsewhere', '2026-11-06T10:00:00Z');
    await psql('update app.events set trip = id');
    assert.deepEqual(shown(await look('/view/trip?id=2&cal:month=2026-11')), { '2026-11-06': ['Elsewhere'] });
    assert.match(await look('/view/trip?id=2&cal:month=2026-11'), /data-create="\/view\/form\?trip=2&amp;starts=/);
    await psql(`update app.events set kind = null where id = 2`);
    assert.deepEqual(shown(await look('/view/cal?month=2026-11&kind=call')), { '2026-11-05': ['There'] });
    await edit('remove-view', { view: 'trip' });
    await edit('remove-field', { table: 'events', field: 'trip' });
  });

  it('with a duration shows what is still on, and stores another end as a duration', async () => {
    await edit('add-field', { table: 'events', field: { name: 'length', label: 'Length', type: 'duration' } });
    await addView('lasting', 'calendar', 'events', {
      startField: 'starts',
      durationField: 'length',
      titleField: 'title',
    });
    await add('Night', '2026-11-05T09:00:00Z');
    await psql(`update app.events set length = '4 hours'`);
    assert.deepEqual(shown(await look('/view/lasting?day=2026-11-06')), { '2026-11-06': ['Night'] });
    assert.deepEqual(shown(await look('/view/lasting?day=2026-11-07')), {});
    assert.equal((await move(1, { end: '2026-11-06T00:30' }, 'staff', 'lasting')).status, 200);
    assert.equal((await psql('select length::text from app.events'))[0].length, 'PT2H30M');
    assert.equal((await move(1, { end: '2026-11-05T21:00' }, 'staff', 'lasting')).status, 422);
    const link = (await people.staff.post('/plugin/calendar/links/lasting', { do: 'make' })).text;
    const feed = /(\/plugin\/calendar\/feed\/[^"]+)"/.exec(link)?.[1] ?? '';
    assert.match((await people.public.get(feed)).text, /DTEND:20261105T113000Z/);
    await edit('remove-view', { view: 'lasting' });
    await edit('remove-field', { table: 'events', field: 'length' });
  });

  it('fills in the day of a new event', async () => {
    const text = await look('/view/cal?month=2026-11');
    assert.match(text, /href="\/view\/form\?starts=2026-11-22T09(:|%3A)00(\[|%5B)Pacific(\/|%2F)Auckland(\]|%5D)"/);
    assert.doesNotMatch(await look('/view/cal?month=2026-11', 'user'), /pl-cal-add|data-create/);
  });

  it('Z1: moves and shows no more than the rights allow', async () => {
    await add('Theirs', '2026-11-05T10:00:00Z');
    assert.doesNotMatch(await look('/view/cal?month=2026-11', 'user'), /data-move=/);
    assert.match(await look('/view/cal?month=2026-11'), /data-move="1"/);
    assert.equal((await move(1, { start: '2026-11-06' }, 'user')).status, 403);
    assert.ok([401, 404].includes((await move(1, { start: '2026-11-06' }, 'public')).status));
    await psql(`update app.events set who = '${people.user.user.id}'`);
    assert.match(await look('/view/cal?month=2026-11', 'user'), /data-move="1"/);
    assert.equal((await move(1, { start: '2026-11-06' }, 'user')).status, 200);
    const hide = (/** @type {any} */ access) =>
      edit('change-field', { table: 'events', field: 'starts', changes: { access } });
    await hide({ read: ['staff'], write: ['staff'] });
    const text = await look('/view/cal?month=2026-11', 'user');
    assert.match(text, /You don’t have access to “Starts”/);
    assert.doesNotMatch(text, /Theirs/);
    assert.notEqual((await move(1, { start: '2026-11-07' }, 'user')).status, 200);
    await hide({ read: null, write: ['staff'] });
    assert.doesNotMatch(await look('/view/cal?month=2026-11', 'user'), /data-move=/);
    await hide({ read: null, write: null });
  });

  it('Z5: moves only rows that the calendar shows, whenever they are, and only its own fields', async () => {
    await add('One', '1999-11-05T10:00:00Z');
    await add('Two', '2026-11-05T10:00:00Z');
    const { config } = server.data.catalog().view('cal');
    const filter = { field: 'title', op: 'ne', value: 'Two' };
    await edit('change-view', { view: 'cal', changes: { config: { ...config, filter } } });
    assert.equal((await move(1, { start: '2026-11-06', title: 'changed' })).status, 200);
    assert.equal((await move(2, { start: '2026-11-06' })).status, 404);
    assert.deepEqual((await psql('select title from app.events where id = 1'))[0], { title: 'One' });
    await edit('change-view', { view: 'cal', changes: { config } });
  });

  it('moves by the form where there are no scripts', async () => {
    await add('One', '2026-11-05T10:00:00Z', '2026-11-05T11:30:00Z');
    const text = await look('/view/cal?day=2026-11-05');
    const href = (/class="pl-cal-move" href="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&');
    const form = await look(href);
    assert.match(form, /name="start"[^>]* type="text" value="11\/05\/2026 11:00 PM"/);
    const typed = { start: '2026-11-09T08:00', end: '11/9/2026 9:00 am' };
    assert.equal((await people.staff.submit(href, typed, { action: '/view/cal/act' })).status, 303);
    assert.deepEqual(await stored(), ['2026-11-08T19:00:00.000Z', '2026-11-08T20:00:00.000Z']);
    assert.equal((await move(1, { start: '13/13/2026 09:00' })).status, 422);
    assert.deepEqual(await stored(), ['2026-11-08T19:00:00.000Z', '2026-11-08T20:00:00.000Z']);
  });

  it('reads and shows the dates of its form as the reader’s language writes them', async () => {
    await server.data.rows.insert(server.system, 'trips', { title: 'Rome', first: '2026-11-05' });
    const { id, name, email } = people.york.user;
    await server.data.people.updateProfile(id, { name, email, locale: 'de' });
    const form = await look('/view/trip_cal?month=2026-11&trip_cal:move-event=1', 'york');
    assert.match(form, /name="start"[^>]* value="05\.11\.2026"/);
    assert.equal((await move(1, { start: '7.11.2026', end: '9.11.2026' }, 'york', 'trip_cal')).status, 200);
    assert.equal((await move(1, { start: '31.11.2026' }, 'york', 'trip_cal')).status, 422);
    const { first, last } = await server.data.rows.get(server.system, 'trips', 1);
    assert.deepEqual([first, last], ['2026-11-07', '2026-11-09']);
  });

  it('shows each reader an event on the own day and hour, and moves it by the own clock', async () => {
    const { id, name, email } = people.york.user;
    await server.data.people.updateProfile(id, { name, email, locale: null, timeZone: 'America/New_York' });
    await add('Call', '2026-11-05T12:00:00Z', '2026-11-05T13:00:00Z');
    /** Where each of both has it: day and hour. */
    const both = async () =>
      Promise.all(
        ['staff', 'york'].map(async (who) => {
          const text = await look('/view/cal?agenda=2026-10-28', who);
          return `${Object.keys(shown(text))} ${/class="pl-cal-time">([^<]*)/.exec(text)?.[1].replace(/\s+/g, ' ')}`;
        }),
      );
    assert.deepEqual(await both(), ['2026-11-06 1:00 AM', '2026-11-05 7:00 AM']);
    assert.deepEqual(shown(await look('/view/cal?month=2026-11', 'york')), { '2026-11-05': ['Call'] });
    assert.match(
      await look('/view/cal?month=2026-11', 'york'),
      /starts=2026-11-22T09(:|%3A)00(\[|%5B)America(\/|%2F)New_York/,
    );
    // To another day in the month, at the same hour there; to another hour in the week; over the end of summer time.
    for (const [who, start, starts, ends, seen] of /** @type {const} */ ([
      ['york', '2026-11-07', '2026-11-07T12:00', '2026-11-07T13:00', ['2026-11-08 1:00 AM', '2026-11-07 7:00 AM']],
      [
        'staff',
        '2026-11-10T09:30',
        '2026-11-09T20:30',
        '2026-11-09T21:30',
        ['2026-11-10 9:30 AM', '2026-11-09 3:30 PM'],
      ],
      ['york', '2026-10-31', '2026-10-31T19:30', '2026-10-31T20:30', ['2026-11-01 8:30 AM', '2026-10-31 3:30 PM']],
    ])) {
      assert.equal((await move(1, { start }, who)).status, 200);
      assert.deepEqual(await stored(), [`${starts}:00.000Z`, `${ends}:00.000Z`]);
      assert.deepEqual(await both(), seen);
    }
  });
});

describe('the feed of a calendar', () => {
  /** @param {string} role @param {string} [what] @param {string} [view] */
  const press = (role, what = 'make', view = 'cal') =>
    people[role].post(`/plugin/calendar/links/${view}`, { do: what });
  /** @param {string} text */
  const linkIn = (text) =>
    (/readonly value="[^"]*(\/plugin\/calendar\/feed\/[^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&');
  const make = async (role = 'staff', view = 'cal') => linkIn((await press(role, 'make', view)).text);
  /** By somebody without a login. @param {string} address */
  const fetchFeed = (address) => people.public.get(address);
  const summaries = async (/** @type {string} */ address) =>
    [...(await fetchFeed(address)).text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, text]) => text);
  const soon = (/** @type {number} */ days) => `2031-11-0${days}T10:00:00Z`;

  it('has the events for whoever has the link, without a login, in UTC or as days', async () => {
    await add('Talk, with Ä; 日', '2031-11-05T10:00:00Z', '2031-11-05T11:30:00Z');
    const address = await make();
    const { status, headers, text } = await fetchFeed(address);
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/calendar; charset=utf-8/);
    assert.match(headers.get('cache-control') ?? '', /private/);
    assert.match(text, /^BEGIN:VCALENDAR\r\nVERSION:2.0\r\n/);
    assert.match(text, /\r\nDTSTART:20311105T100000Z\r\nDTEND:20311105T113000Z\r\nSUMMARY:Talk\\, with Ä\\; 日\r\n/);
    assert.match(text, /\r\nDTSTAMP:\d{8}T\d{6}Z\r\n/);
    await server.data.rows.insert(server.system, 'trips', { title: 'Rome', first: '2031-11-05', last: '2031-11-07' });
    const days = await fetchFeed(await make('staff', 'trip_cal'));
    assert.match(days.text, /\r\nDTSTART;VALUE=DATE:20311105\r\nDTEND;VALUE=DATE:20311108\r\n/);
  });

  it('ends when its link is renewed or revoked, and stays nobody else’s', async () => {
    const first = await make();
    const second = await make();
    assert.notEqual(first, second);
    assert.deepEqual([(await fetchFeed(first)).status, (await fetchFeed(second)).status], [404, 200]);
    assert.equal((await press('user', 'revoke')).status, 200);
    assert.equal((await fetchFeed(second)).status, 200, 'others revoke their own');
    const page = await people.staff.get('/plugin/calendar/links/cal');
    assert.match(page.text, /Last used/);
    assert.doesNotMatch(page.text, /pl[lt]_/, 'it is shown once');
    assert.equal((await press('staff', 'revoke')).status, 200);
    assert.equal((await fetchFeed(second)).status, 404);
    for (const wrong of ['', '?key=', '?key=plt_x', `?key=plt_${'a'.repeat(43)}`, '?key=%00'])
      assert.equal((await fetchFeed(second.replace(/\?.*/, wrong))).status, 404, wrong);
  });

  it('Z15: opens this calendar and nothing else', async () => {
    await add('One', soon(1));
    const address = await make();
    const other = server.data.catalog().view('trip_cal').id;
    assert.equal((await fetchFeed(address.replace(/feed\/[^?]+/, `feed/${other}`))).status, 404);
    const authorization = `Bearer ${address.split('key=')[1]}`;
    for (const path of ['/api/v1/tables/events/rows', '/api/v1/tables/events/rows/1', '/api/v1/openapi.json', '/mcp'])
      assert.equal((await people.public.get(path, { authorization })).status, 401, path);
    const { token } = await server.data.people.apiTokens.create(server.system, people.staff.user.id, { name: 'API' });
    assert.equal((await fetchFeed(address.replace(/key=.*/, `key=${token}`))).status, 404, 'an API token is no link');
    assert.match((await people.staff.get('/auth/profile')).text, /Calendar “cal”/);
  });

  it('Z1, A7: has at each fetch what its owner may see then', async () => {
    await add('Mine', soon(1));
    await add('Theirs', soon(2));
    await psql(`update app.events set who = '${people.user.user.id}' where title = 'Mine'`);
    const address = await make('user');
    assert.deepEqual(await summaries(address), ['Mine', 'Theirs']);
    const access = server.data.catalog().table('events').access;
    await edit('set-access', {
      table: 'events',
      access: { ...access, user: { ...access.user, read: 'own' } },
      owner: 'who',
    });
    assert.deepEqual(await summaries(address), ['Mine']);
    await edit('set-access', { table: 'events', access, owner: 'who' });
    const hide = (/** @type {string} */ field, /** @type {any} */ read) =>
      edit('change-field', { table: 'events', field, changes: { access: { read, write: null } } });
    await hide('title', ['staff']);
    assert.deepEqual(await summaries(address), ['', '']);
    await hide('title', null);
    await edit('change-view', { view: 'cal', changes: { roles: ['staff'] } });
    assert.equal((await fetchFeed(address)).status, 404);
    assert.equal((await people.user.get('/plugin/calendar/links/cal')).status, 404);
    await edit('change-view', { view: 'cal', changes: { roles: ['user'] } });
    assert.equal((await fetchFeed(address)).status, 200);
    assert.equal((await people.public.get('/plugin/calendar/links/cal')).status, 302);
    const { config } = server.data.catalog().view('cal');
    await edit('change-view', { view: 'cal', changes: { config: { ...config, feed: false } } });
    assert.equal((await fetchFeed(address)).status, 404, 'no longer offered');
    assert.doesNotMatch(await look('/view/cal?month=2026-11'), /calendar\/links/);
    await edit('change-view', { view: 'cal', changes: { config } });
    await server.data.people.users.disable(server.system, people.user.user.id);
    assert.equal((await fetchFeed(address)).status, 404, 'a disabled user');
  });
});
