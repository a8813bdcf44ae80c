import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../../testing/index.js';
import { listen } from '../../../testing/event-source.js';
import { createStreamSlots } from './stream-slots.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;

before(async () => {
  server = await startTestServer({ changes: 'notify' });
  await server.data.edit(server.system, 'add-table', { name: 'notes', fields: [{ name: 'title', type: 'text' }] });
  await server.data.edit(server.system, 'set-access', { table: 'notes', access: { public: { read: 'all' } } });
  await server.data.edit(server.system, 'generate-views', { table: 'notes', roles: ['public'] });
});
after(() => server?.close());

describe('changes without kept pages', () => {
  it('report tables created after the start', async () => {
    const bare = await startTestServer({ pageCache: false });
    try {
      await bare.data.edit(bare.system, 'add-table', { name: 'late', fields: [{ name: 'title', type: 'text' }] });
      await bare.data.edit(bare.system, 'set-access', { table: 'late', access: { public: { read: 'all' } } });
      const stream = await listen(`${bare.url}/api/v1/changes?table=late`);
      await stream.ready();
      await bare.data.db.query(`insert into app.late (title) values ('x')`);
      await stream.until(() => stream.events.length === 2);
      stream.close();
    } finally {
      await bare.close();
    }
  });
});

describe('a server that closes', () => {
  it('K3: keeps no stream that was just being opened', async () => {
    const closing = await startTestServer({ logLevel: 'error' });
    await closing.data.edit(closing.system, 'add-table', { name: 'notes', fields: [{ name: 'title', type: 'text' }] });
    const { feed } = closing.data;
    const { subscribe } = feed;
    /** @type {Promise<void> | null} */
    let closed = null;
    feed.subscribe = async (...all) => {
      closed = closing.close();
      return subscribe(...all);
    };
    const answer = await (await closing.as('admin')).get('/api/v1/changes?table=notes');
    assert.equal(answer.status, 503);
    await closed;
  });
});

describe('changes without the log', () => {
  it('are a reset for rows and a word for views', async () => {
    const rows = await listen(`${server.url}/api/v1/changes?table=notes`);
    const view = await listen(`${server.url}/api/v1/changes?view=notes_list`);
    await rows.ready();
    await view.ready();
    await server.data.db.query(`insert into app.notes (title) values ('x')`);
    await rows.until(() => rows.events.length > 1);
    await view.until(() => view.events.length > 1);
    assert.deepEqual(
      rows.events.map(({ event, data }) => [event, data.reason]),
      [
        ['ready', undefined],
        ['reset', 'unknown'],
      ],
    );
    assert.deepEqual(
      view.events.map(({ event, data }) => [event, Object.keys(data)]),
      [
        ['ready', ['position']],
        ['changed', []],
      ],
    );
    rows.close();
    view.close();
  });

  it('L3: have room for so many of one address and in all, and it is given back', () => {
    const slots = createStreamSlots({ mostInAll: 3, mostOfUser: 1, mostOfAddress: 2 });
    const visitor = { userId: null, address: '::1' };
    const slot = slots.take(visitor);
    slots.take(visitor);
    assert.throws(() => slots.take(visitor), { code: 'TOO_MANY_STREAMS', status: 429 });
    slots.take({ userId: 'a', address: '::1' });
    assert.throws(() => slots.take({ userId: 'a', address: '::2' }), { code: 'TOO_MANY_STREAMS' });
    assert.throws(() => slots.take({ userId: 'b', address: '::2' }), { code: 'STREAMS_FULL', status: 503 });
    slots.leave(slot);
    assert.equal(slots.taken(), 2);
    slots.take({ userId: 'b', address: '::2' });
  });
});
