import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { until } from '@plinth/data/testing';
import { createListener } from '../../../http/requests/listener.js';
import { createLog } from '../../../http/log/log.js';
import { listen } from '../../../testing/event-source.js';
import { startTestServer } from '../../../testing/index.js';
import { createStreamSlots } from './stream-slots.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
const MOST = 4;

before(async () => {
  server = await startTestServer({ limits: { maxConnections: MOST + 3, streamLimits: { mostInAll: MOST } } });
  await server.data.edit(server.system, 'add-table', { name: 'notes', fields: [{ name: 'text', type: 'long_text' }] });
  await server.data.edit(server.system, 'set-access', { table: 'notes', access: { public: { read: 'all' } } });
});
after(() => server?.close());

const follow = () => listen(`${server.url}/api/v1/changes?table=notes`);
/** Bytes of buffers that somebody still needs. */
const heldBytes = () => {
  collect();
  return process.memoryUsage().arrayBuffers;
};
const openStreams = () => server.data.feed.sizes().subscriptions;

describe('limits of streams', () => {
  it('L1: when all of them are taken others are refused, pages are answered, and a slot becomes free again', async () => {
    const streams = [];
    for (let i = 0; i < MOST; i++) streams.push(await follow());
    for (const stream of streams) await stream.ready();
    const refused = await follow();
    await refused.until(() => refused.isOver());
    assert.equal(refused.status, 503);
    assert.match(refused.body(), /STREAMS_FULL/);
    for (let i = 0; i < 5; i++) {
      const { status } = await fetch(`${server.url}/auth/login`, { headers: { connection: 'close' } });
      assert.equal(status, 200);
    }
    streams[0].close();
    await until(() => openStreams() === MOST - 1);
    const next = await follow();
    await next.ready();
    assert.equal(next.status, 200);
    for (const stream of [...streams, next]) stream.close();
    await until(() => openStreams() === 0);
  });

  it('L1: a process takes at least a thousand connections more than streams', () => {
    const most = createStreamSlots({ mostOfAddress: Infinity });
    const visitor = { userId: null, address: '::1' };
    assert.throws(() => {
      for (;;) most.take(visitor);
    });
    const { server: http } = createListener({ log: createLog({ write: () => {} }) });
    assert.ok(http.maxConnections - most.taken() >= 1000, `${http.maxConnections} and ${most.taken()}`);
  });

  it('L1: keeps nothing of the request of an open stream, whoever subscribes', async () => {
    const client = await server.as('user');
    const { token } = await server.data.people.apiTokens.create(server.system, client.user.id, { name: 'x' });
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
    /** @type {WeakRef<object>[]} */
    const requests = [];
    const hear = (/** @type {any} */ { request }) => requests.push(new WeakRef(request));
    subscribe('http.server.request.start', hear);
    const streams = [];
    for (const headers of [{}, { cookie }, { authorization: `Bearer ${token}` }])
      streams.push(await listen(`${server.url}/api/v1/changes?table=notes`, /** @type {any} */ (headers)));
    for (const stream of streams) await stream.ready();
    unsubscribe('http.server.request.start', hear);
    assert.equal(requests.length, 3);
    await until(() => {
      collect();
      return requests.every((request) => request.deref() === undefined);
    });
    for (const stream of streams) stream.close();
    await until(() => openStreams() === 0);
  });

  it('L2: disconnects a client that does not read, while others receive everything', async () => {
    const { hostname, port } = new URL(server.url);
    const slow = connect(Number(port), hostname);
    slow.on('error', () => {});
    slow.write('GET /api/v1/changes?table=notes HTTP/1.1\r\nhost: x\r\n\r\n');
    slow.pause();
    const quick = await follow();
    await quick.ready();
    await until(() => openStreams() === 2);
    const text = 'x'.repeat(90_000);
    const before = heldBytes();
    let written = 0;
    // What the system keeps for a connection comes on top of our own limit.
    for (; openStreams() === 2 && written < 600; written++)
      await server.data.rows.insert(server.system, 'notes', { text });
    await until(() => openStreams() === 1);
    await quick.until(() => quick.events.length === written + 1);
    // Nothing is kept for who was cut off; what others are being sent just now goes by itself.
    await until(() => heldBytes() < before + 2_000_000);
    quick.close();
    slow.destroy();
    await until(() => openStreams() === 0);
  });

  it('L2: a client that reads can receive more than that at once without being disconnected', async () => {
    const quick = await follow();
    await quick.ready();
    await server.data.db.query(`insert into app.notes (text) select repeat('y', 400000) from generate_series(1, 40)`);
    await quick.until(() => quick.isOver() || quick.events.length === 41);
    assert.equal(quick.isOver(), false);
    quick.close();
    await until(() => openStreams() === 0);
  });

  it('L2: pipelined requests on the same connection affect nobody', async () => {
    const one = 'GET /api/v1/changes?table=notes HTTP/1.1\r\nhost: x\r\n\r\n';
    const page = 'GET /auth/login HTTP/1.1\r\nhost: x\r\n\r\n';
    const { hostname, port } = new URL(server.url);
    for (const ahead of [one + one, one + page, page + one + page, one + 'x'.repeat(100_000)]) {
      const client = connect(Number(port), hostname);
      let [told, isOver] = ['', false];
      client.on('error', () => {});
      client.on('data', (chunk) => (told += chunk));
      client.on('close', () => (isOver = true));
      client.write(ahead);
      // Each is answered, or the connection is cut.
      await until(() => isOver || told.match(/HTTP\/1\.1 /g)?.length === ahead.match(/GET/g)?.length);
      client.destroy();
      await until(() => openStreams() === 0);
    }
    assert.equal((await fetch(`${server.url}/auth/login`)).status, 200);
    const stream = await follow();
    await stream.ready();
    assert.equal(stream.status, 200);
    stream.close();
    await until(() => openStreams() === 0);
    assert.doesNotMatch(server.log(), /TypeError/);
  });
});
