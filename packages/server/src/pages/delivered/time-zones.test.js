import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { node } from '@plinth/plugin';
import { startTestServer } from '../../testing/index.js';

/** @typedef {import('../../testing/client.js').Client} Client */
/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Record<'ny' | 'tokyo' | 'kyoto' | 'site', Client>} */
let readers;
/** @type {Client} */
let visitor;

const LAUNCH = '2026-11-22T23:30:00Z';
const field = (/** @type {string} */ name) => ({ kind: 'field', field: name });
const pages = () => /** @type {any} */ (server.runtime.pages);

before(async () => {
  const users = { ny: ['user'], tokyo: ['user'], kyoto: ['user'], site: ['user'] };
  server = await startTestServer({ users });
  const { data, system } = server;
  await data.edit(system, 'change-settings', { changes: { timeZone: 'Europe/Berlin' } });
  await data.edit(system, 'add-table', {
    name: 'events',
    label: 'Events',
    access: { public: { read: 'all' } },
    fields: [
      { name: 'title', type: 'text', required: true },
      { name: 'at', label: 'At', type: 'date_time' },
    ],
  });
  await data.edit(system, 'add-table', {
    name: 'calls',
    label: 'Calls',
    access: { user: { read: 'all', create: 'all', update: 'all' } },
    fields: [
      { name: 'title', type: 'text', required: true },
      { name: 'at', label: 'At', type: 'date_time' },
    ],
  });
  const view = { table: 'events', template: 'list', roles: ['public', 'user'] };
  const columns = [field('title'), field('at')];
  await data.edit(system, 'add-view', { view: { ...view, name: 'events', config: { columns, pageSize: 100 } } });
  const detail = (/** @type {string[]} */ ...names) => ({
    layout: node(
      'stack',
      {},
      names.map((name) => node('field', { field: name })),
    ),
  });
  const show = { ...view, template: 'show' };
  await data.edit(system, 'add-view', { view: { ...show, name: 'event', config: detail('title', 'at') } });
  const hello = { name: 'hello', title: 'Hello', roles: ['user'], layout: node('heading', { text: 'Hello' }) };
  await data.edit(system, 'add-page', { page: hello });
  await data.edit(system, 'generate-views', { table: 'calls', menu: false, roles: ['user'] });
  await data.rows.insert(system, 'events', { title: 'Launch', at: LAUNCH });
  const [ny, tokyo, kyoto, site] = await Promise.all(Object.keys(users).map((name) => server.as(name)));
  readers = { ny, tokyo, kyoto, site };
  visitor = await server.as('public');
  for (const [name, zone] of [
    ['ny', 'America/New_York'],
    ['tokyo', 'Asia/Tokyo'],
    ['kyoto', 'Asia/Tokyo'],
  ]) {
    const answer = await choose(/** @type {any} */ (name), zone);
    assert.equal(answer.status, 303, answer.text);
  }
  await until(() => pages().state() === 'live');
});
after(() => server?.close());

/** @param {keyof typeof readers} name @param {string} timeZone */
const choose = (name, timeZone) =>
  readers[name].post('/auth/profile', { name, email: `${name}@example.com`, timeZone });

/** @param {Client} client @param {string} [path] @returns {Promise<string>} */
async function launchFor(client, path = '/view/event?id=1') {
  const { text } = await client.get(path);
  return /\w{3} \d+, 2026, [\d:]+\s[AP]M/u.exec(text)?.[0].replaceAll('\u202f', ' ') ?? text;
}

/** @param {() => Promise<unknown>} ask */
async function isHit(ask) {
  const before = pages().counts().hits;
  await ask();
  return pages().counts().hits > before;
}

const dayIn = (/** @type {string} */ zone, /** @type {Date} */ at) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at);

describe("a reader's own time zone", () => {
  it('C1: is that of the times on a page, from memory too; others and visitors read those of the site', async () => {
    const wanted = /** @type {const} */ ([
      [readers.ny, 'Nov 22, 2026, 6:30 PM'],
      [readers.tokyo, 'Nov 23, 2026, 8:30 AM'],
      [readers.site, 'Nov 23, 2026, 12:30 AM'],
      [visitor, 'Nov 23, 2026, 12:30 AM'],
    ]);
    for (const round of ['made', 'from memory'])
      for (const [client, shown] of wanted)
        assert.equal(await isHit(async () => assert.equal(await launchFor(client), shown)), round !== 'made');
  });

  it('C1: parts the audience of a page that has to do with times, and of no other', async () => {
    const zoneOf = async (/** @type {Client} */ client) =>
      /data-zone="([^"]*)"/.exec((await client.get('/view/calls_edit')).text)?.[1];
    assert.equal(await zoneOf(readers.ny), 'America/New_York');
    assert.equal(await zoneOf(readers.tokyo), 'Asia/Tokyo');
    assert.equal(await zoneOf(readers.site), 'Europe/Berlin');
    assert.ok(await isHit(async () => assert.equal(await zoneOf(readers.kyoto), 'Asia/Tokyo')), 'shared in a zone');
    await readers.ny.get('/page/hello');
    for (const name of /** @type {const} */ (['tokyo', 'site', 'kyoto']))
      assert.ok(await isHit(() => readers[name].get('/page/hello')), name);
  });

  it('is chosen with the account; unknown ones are refused and kept as typed', async () => {
    const { text } = await readers.ny.get('/auth/profile');
    assert.match(text, /<option\s+value="America\/New_York" selected>America\/New York/);
    assert.match(text, /The site’s: Europe\/Berlin/);
    for (const wrong of ['Mars/Olympus', '+02:00', "'; drop table x", 'EST']) {
      const answer = await choose('ny', wrong);
      assert.equal(answer.status, 422, wrong);
      assert.match(answer.text, /is not a time zone/);
    }
    assert.equal(await launchFor(readers.ny), 'Nov 22, 2026, 6:30 PM');
    await choose('kyoto', '');
    assert.equal(await launchFor(readers.kyoto), 'Nov 23, 2026, 12:30 AM', 'at once, though it was kept');
    await choose('kyoto', 'Asia/Tokyo');
    assert.equal(await launchFor(readers.kyoto), 'Nov 23, 2026, 8:30 AM');
  });

  it('is that of what is typed: a time saved in one zone reads right in another', async () => {
    const path = '/view/calls_edit';
    const form = await readers.ny.get(path);
    assert.match(form.text, /data-zone="America\/New_York"/);
    const saved = await readers.ny.post(path, { title: 'Call', at: ['[America/New_York]', '2026-12-01 09:00'] });
    assert.equal(saved.status, 303, saved.text);
    const [row] = await rowsOf('Call');
    assert.equal(new Date(row.at).toISOString(), '2026-12-01T14:00:00.000Z');
    const again = await readers.tokyo.get(`${path}?id=${row.id}`);
    assert.match(
      again.text,
      /value="(2026-12-01 23:00|12\/01\/2026,? 11:00 PM|12\/1\/2026,? 11:00\sPM|2026-12-01T23:00)"/u,
    );
  });

  it('is that of filters and groups by day', async () => {
    const titles = async (/** @type {Client} */ client, /** @type {string} */ query) =>
      [...(await client.get(`/view/events?${query}`)).text.matchAll(/(Launch|Hour -?\d+)</g)].map(([, one]) => one);
    assert.deepEqual(await titles(readers.ny, 'at.gte=2026-11-23&at.lte=2026-11-23'), []);
    assert.deepEqual(await titles(readers.tokyo, 'at.gte=2026-11-23&at.lte=2026-11-23'), ['Launch']);
    assert.deepEqual(await titles(visitor, 'at.gte=2026-11-23&at.lte=2026-11-23'), ['Launch']);

    const now = new Date();
    const hours = Array.from({ length: 49 }, (_, i) => i - 24);
    const at = (/** @type {number} */ hour) => new Date(Number(now) + hour * 3_600_000);
    const rows = hours.map((hour) => ({ title: `Hour ${hour}`, at: at(hour).toISOString() }));
    await server.data.rows.insertMany(server.system, 'events', rows);
    for (const [client, zone] of /** @type {const} */ ([
      [readers.ny, 'America/New_York'],
      [readers.tokyo, 'Asia/Tokyo'],
      [visitor, 'Europe/Berlin'],
    ])) {
      const wanted = hours.filter((hour) => dayIn(zone, at(hour)) === dayIn(zone, new Date()));
      const found = (await titles(client, 'at.within=today')).filter((title) => title !== 'Launch');
      assert.deepEqual(found.sort(), wanted.map((hour) => `Hour ${hour}`).sort(), zone);
    }
    const inGroup = async (/** @type {Client} */ client, /** @type {string} */ day) => {
      const { text } = await client.get(`/view/events?title=Launch&events:group=at:day&events:in=${day}`);
      return /<td[^>]*>Launch</.test(text);
    };
    for (const [client, day, other] of /** @type {const} */ ([
      [readers.ny, '2026-11-22', '2026-11-23'],
      [readers.tokyo, '2026-11-23', '2026-11-22'],
      [visitor, '2026-11-23', '2026-11-22'],
    ])) {
      const { text } = await client.get('/view/events?title=Launch&events:group=at:day');
      assert.match(text, new RegExp(`<summary>Nov ${day.slice(8)}, 2026 <span class="pl-group-count">1<`));
      assert.deepEqual([await inGroup(client, day), await inGroup(client, other)], [true, false], day);
    }
  });

  it('is not that of the API, which tells programs the same whoever asks', async () => {
    for (const client of [readers.ny, readers.tokyo, visitor]) {
      const rows = async (/** @type {string} */ query) =>
        JSON.parse((await client.get(`/api/v1/tables/events/rows?title=Launch&${query}`)).text).rows;
      assert.deepEqual(await rows('group=at:day&aggregate=count'), [{ at: '2026-11-23', count: 1 }]);
      assert.deepEqual([(await rows('at=2026-11-23')).length, (await rows('at=2026-11-22')).length], [1, 0]);
    }
  });
});

/** @param {string} title @returns {Promise<any[]>} */
async function rowsOf(title) {
  const query = { text: 'select id, at from app.calls where title = $1', values: [title] };
  return (await server.data.db.query(query)).rows;
}
