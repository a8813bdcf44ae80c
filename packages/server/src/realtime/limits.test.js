import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createListener } from '../http/listener.js';
import { createLog } from '../log/log.js';
import { listen } from '../testing/event-source.js';
import { startTestServer } from '../testing/index.js';
import { createPlaces } from './places.js';

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
const places = () => server.data.feed.sizes().subscriptions;

/** @param {() => boolean} isSo */
async function until(isSo) {
  for (let i = 0; !isSo(); i++) {
    assert.ok(i < 500, 'it does not happen');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('limits of streams', () => {
  it('L1: when all of them are taken others are refused, pages are answered, and a place comes free again', async () => {
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
    await until(() => places() === MOST - 1);
    const next = await follow();
    await next.ready();
    assert.equal(next.status, 200);
    for (const stream of [...streams, next]) stream.close();
    await until(() => places() === 0);
  });

  it('L1: a process takes at least a thousand connections more than streams', () => {
    const most = createPlaces({ mostOfAddress: Infinity });
    const visitor = { userId: null, address: '::1' };
    assert.throws(() => {
      for (;;) most.take(visitor);
    });
    const { server: http } = createListener({ log: createLog({ write: () => {} }) });
    assert.ok(http.maxConnections - most.taken() >= 1000, `${http.maxConnections} and ${most.taken()}`);
  });

  it('L2: who does not read is cut off, and the others hear everything', async () => {
    const { hostname, port } = new URL(server.url);
    const slow = connect(Number(port), hostname);
    slow.on('error', () => {});
    slow.write('GET /api/v1/changes?table=notes HTTP/1.1\r\nhost: x\r\n\r\n');
    slow.pause();
    const quick = await follow();
    await quick.ready();
    await until(() => places() === 2);
    const text = 'x'.repeat(90_000);
    let written = 0;
    // What the system keeps for a connection comes on top of our own limit.
    for (; places() === 2 && written < 600; written++) await server.data.rows.insert(server.system, 'notes', { text });
    await until(() => places() === 1);
    await quick.until(() => quick.events.length === written + 1);
    assert.ok(process.memoryUsage().arrayBuffers < 200_000_000);
    quick.close();
    slow.destroy();
    await until(() => places() === 0);
  });

  it('L2: requests that were sent ahead on the same connection cost nobody anything', async () => {
    const one = 'GET /api/v1/changes?table=notes HTTP/1.1\r\nhost: x\r\n\r\n';
    const page = 'GET /auth/login HTTP/1.1\r\nhost: x\r\n\r\n';
    const { hostname, port } = new URL(server.url);
    for (const ahead of [one + one, one + page, page + one + page, one + 'x'.repeat(100_000)]) {
      const client = connect(Number(port), hostname);
      client.on('error', () => {});
      client.resume();
      client.write(ahead);
      await new Promise((resolve) => setTimeout(resolve, 200));
      client.destroy();
    }
    await until(() => places() === 0);
    assert.equal((await fetch(`${server.url}/auth/login`)).status, 200);
    const stream = await follow();
    await stream.ready();
    assert.equal(stream.status, 200);
    stream.close();
    await until(() => places() === 0);
    assert.doesNotMatch(server.log(), /TypeError/);
  });
});
