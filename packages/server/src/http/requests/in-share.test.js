import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { pipelined } from '../../testing/pipelined.js';
import { startBareApp } from '../../testing/bare-app.js';

const EVE = { 'x-forwarded-for': '192.0.2.1' };
const BOB = { 'x-forwarded-for': '192.0.2.2' };

/** @type {Awaited<ReturnType<typeof startBareApp>>} */
let server;
let release = () => {};
/** @type {Promise<void>} */
const released = new Promise((resolve) => (release = resolve));
let quick = 0;
before(async () => {
  server = await startBareApp(
    (router) => {
      router.get('/held', async (_req, res) => {
        await released;
        res.text('held', { type: 'text/plain' });
      });
      router.get('/quick', (_req, res) => res.text(`quick ${++quick}`, { type: 'text/plain' }));
    },
    { trustProxy: 1 },
  );
});
after(() => {
  release();
  return server?.close();
});

describe('the share of a person in requests', () => {
  it('is not used up by answers that are ready, but behind another on their connection', async () => {
    const port = Number(new URL(server.url).port);
    const bobs = Array.from({ length: 3 }, () => ({ path: '/quick', headers: BOB }));
    const shared = pipelined(port, [{ path: '/held', headers: EVE }, ...bobs]);
    await until(() => quick === 3);
    const other = await fetch(`${server.url}/quick`, { headers: BOB });
    assert.deepEqual([other.status, await other.text()], [200, 'quick 4']);
    release();
    assert.deepEqual(
      (await shared).map(({ status, text }) => `${status} ${text}`),
      ['200 held', '200 quick 1', '200 quick 2', '200 quick 3'],
    );
  });
});
