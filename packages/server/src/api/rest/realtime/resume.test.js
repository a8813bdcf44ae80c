import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../../testing/index.js';
import { listen } from '../../../testing/event-source.js';

/** @typedef {import('../../../testing/event-source.js').ServerEvent} ServerEvent */

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
let cookie = '';
const ROWS = 300;

before(async () => {
  server = await startTestServer();
  await server.data.edit(server.system, 'add-table', {
    name: 'notes',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'author', type: 'user' },
    ],
  });
  await server.data.edit(server.system, 'set-access', {
    table: 'notes',
    owner: 'author',
    access: { staff: { read: 'all' }, user: { read: 'own' } },
  });
  cookie = await cookieOf('staff');
});
after(() => server?.close());

/** @param {string} name */
async function cookieOf(name) {
  const client = await server.as(name);
  return [...client.cookies].map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('; ');
}

/** @param {string} [lastId] @param {string} [as] */
const follow = (lastId, as = cookie) =>
  listen(`${server.url}/api/v1/changes?table=notes`, { cookie: as, ...(lastId && { 'last-event-id': lastId }) });

/**
 * Writes, and waits until as many changes were told to who listens: nobody who comes then is in time to hear of them
 * live.
 *
 * @param {number} changes
 * @param {() => Promise<unknown>} work
 */
async function told(changes, work) {
  const witness = await follow();
  await witness.ready();
  await work();
  await witness.until(() => witness.events.length > changes);
  witness.close();
}

/**
 * Writes in transactions of several rows, with pauses.
 *
 * @param {() => boolean} isEnough asked when all rows are there
 * @returns {Promise<number>} how many rows
 */
async function write(isEnough) {
  const { db } = server.data;
  for (let first = 0; ; first += 6) {
    if (first >= ROWS && isEnough()) return first;
    await db.query({
      text: `insert into app.notes (title) select 'n' || i from generate_series($1::int, $1::int + 5) i`,
      values: [first],
    });
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
}

describe('resuming a stream', () => {
  it('gives every change exactly once, wherever it was cut off', async () => {
    /** @type {string[]} */
    const titles = [];
    let stream = await follow();
    await stream.ready();
    let cuts = 0;
    let rows = Infinity;
    const writing = write(() => cuts > 3);
    writing.then(
      (written) => (rows = written),
      () => (rows = 0),
    );
    while (titles.length < rows) {
      const wanted = Math.floor(Math.random() * 25);
      await Promise.race([
        stream.until(() => stream.events.length > wanted).catch(() => {}),
        new Promise((resolve) => setTimeout(resolve, 60)),
      ]);
      stream.close();
      // A client has taken an event when it has taken its id.
      const taken = stream.events.slice();
      const lastId = stream.lastId();
      assert.ok(!taken.some(({ event }) => event === 'reset'), 'nothing is lost in the retention window');
      titles.push(...taken.filter(({ event }) => event === 'insert').map(({ data }) => data.row.title));
      cuts++;
      stream = await follow(lastId);
      await stream.ready();
    }
    stream.close();
    await writing;
    const all = Array.from({ length: rows }, (_, i) => `n${i}`);
    assert.deepEqual(titles.toSorted(), all.toSorted());
    assert.deepEqual(titles, all, 'in the order of the log');
  });

  it('goes on in the middle of a transaction', async () => {
    const stream = await follow();
    await stream.ready();
    await server.data.db.query(`insert into app.notes (title) select 'm' || i from generate_series(0, 9) i`);
    await stream.until(() => stream.events.length >= 11);
    stream.close();
    const fourth = stream.events[4];
    const again = await follow(String(fourth.id));
    await again.ready();
    again.close();
    const rest = again.events.filter(({ event }) => event === 'insert').map(({ data }) => data.row.title);
    assert.deepEqual(rest, ['m4', 'm5', 'm6', 'm7', 'm8', 'm9']);
  });

  it('delivers a large transaction in parts, each row once and in order, and resumes within it', async () => {
    const own = await cookieOf('user');
    const { id } = (await server.as('user')).user;
    const streams = [await follow(), await follow(undefined, own)];
    for (const stream of streams) await stream.ready();
    const many = 4321;
    await server.data.db.query({
      text: `insert into app.notes (title, author) select 'p' || i, $1::uuid from generate_series(0, $2::int - 1) i`,
      values: [id, many],
    });
    const titles = Array.from({ length: many }, (_, i) => `p${i}`);
    const told = (/** @type {typeof streams[0]} */ stream) =>
      stream.events.filter(({ event }) => event === 'insert').map(({ data }) => data.row.title);
    for (const stream of streams) {
      await stream.until(() => stream.isOver() || stream.events.length > many);
      assert.deepEqual(told(stream), titles);
      const at = String(stream.events[2500].id);
      const again = await follow(at, stream === streams[1] ? own : cookie);
      await again.ready();
      assert.deepEqual(told(again), titles.slice(2500));
      stream.close();
      again.close();
    }
  });

  it('starts over if more was missed than the list itself contains', async () => {
    const stream = await follow();
    await stream.ready();
    stream.close();
    const many = `insert into app.notes (title) select repeat('q', 3000) from generate_series(1, 2000)`;
    await told(2000, () => server.data.db.query(many));
    const again = await follow(stream.lastId());
    await again.ready();
    again.close();
    assert.deepEqual(
      again.events.map(({ event, data }) => [event, data.reason]),
      [
        ['reset', 'expired'],
        ['ready', undefined],
      ],
    );
  });

  it('reports when the position is no longer known', async () => {
    for (const id of ['1', 'ffffffffffff']) {
      const stream = await follow(id);
      await stream.ready();
      stream.close();
      assert.deepEqual(
        stream.events.map(({ event }) => event),
        ['reset', 'ready'],
      );
      assert.equal(stream.events[0].data.reason, 'expired');
    }
    const odd = await follow('nonsense');
    assert.equal(odd.status, 422);
    odd.close();
  });

  it('starts over if a rule had to decide about a row that changed meanwhile, and reveals nothing about it', async () => {
    const own = await cookieOf('user');
    const { id } = (await server.as('user')).user;
    const row = await server.data.rows.insert(server.system, 'notes', { title: 'mine', author: id });
    const stream = await follow(undefined, own);
    await stream.ready();
    stream.close();
    await told(2, async () => {
      await server.data.rows.insert(server.system, 'notes', { title: 'of nobody' });
      await server.data.rows.insert(server.system, 'notes', { title: 'mine too', author: id });
    });
    const later = await follow(stream.lastId(), own);
    await later.ready();
    later.close();
    assert.deepEqual(
      later.events.map(({ event, data }) => data.row?.title ?? event),
      ['mine too', 'ready'],
    );
    await told(1, () => server.data.rows.update(server.system, 'notes', row.id, { author: null }));
    const last = await follow(later.lastId(), own);
    await last.ready();
    last.close();
    assert.deepEqual(
      last.events.map(({ event }) => event),
      ['reset', 'ready'],
    );
  });
});
