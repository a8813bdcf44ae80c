import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@plinth/data/testing';
import { createLog } from '../log/log.js';
import { createListener } from './listener.js';

const log = createLog({ write: () => {} });
/** @type {ReturnType<typeof createListener>} */
let listener;
let port = 0;
/** One that soon cuts off whoever is silent. @type {ReturnType<typeof createListener>} */
let strict;
let strictPort = 0;
before(async () => {
  listener = createListener({ log });
  ({ port } = await listener.listen(0, '127.0.0.1'));
  strict = createListener({ log, silence: 1000 });
  ({ port: strictPort } = await strict.listen(0, '127.0.0.1'));
});
after(() => Promise.all([listener.close(), strict.close()]));

/**
 * @param {string} text
 * @param {number} [to] a port
 * @returns {Promise<string>} all that came until the connection ended
 */
function send(text, to = port) {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(to, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => (answer += chunk));
    socket.on('close', () => resolve(answer));
    socket.on('error', () => {});
  });
}

describe('the listener', () => {
  it('responds that it is starting until it is ready', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    assert.equal(answer.status, 503);
    assert.ok(answer.headers.get('retry-after'));
  });

  it('keeps an idle connection for longer than announced, for clients that were busy', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    assert.equal(answer.headers.get('keep-alive'), 'timeout=5');
    const { keepAliveTimeout, keepAliveTimeoutBuffer } = /** @type {any} */ (listener.server);
    assert.deepEqual([keepAliveTimeout, keepAliveTimeoutBuffer], [5_000, 10_000]);
  });

  it('L1: accepts as many connections as configured, and drops further ones', async () => {
    const small = createListener({ log, maxConnections: 2 });
    const at = await small.listen(0, '127.0.0.1');
    const open = [0, 1].map(() => connect(at.port, '127.0.0.1'));
    try {
      await Promise.all(open.map((socket) => once(socket, 'connect')));
      const third = connect(at.port, '127.0.0.1');
      const [reason] = await Promise.race([once(third, 'close').then(() => ['dropped']), once(third, 'data')]);
      assert.equal(reason, 'dropped');
      open[0].destroy();
      // It hears of that when the system tells.
      await until(() =>
        fetch(`http://127.0.0.1:${at.port}/`).then(
          ({ status }) => status === 503,
          () => false,
        ),
      );
    } finally {
      open.forEach((socket) => socket.destroy());
      await small.close();
    }
  });

  it('L2: cuts a body that does not come', { timeout: 20_000 }, async () => {
    strict.use((req) => void req.resume());
    assert.equal(await send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc', strictPort), '');
  });

  it('L2: cuts headers that come byte by byte, and answers others meanwhile', { timeout: 60_000 }, async () => {
    assert.equal(listener.server.headersTimeout, 15_000);
    const hasty = createListener({ log, headersTimeout: 3000 });
    const at = await hasty.listen(0, '127.0.0.1');
    hasty.use((_req, res) => res.end('done'));
    let isCut = false;
    const slow = connect(at.port, '127.0.0.1');
    let answer = '';
    slow.on('data', (chunk) => (answer += chunk));
    slow.on('close', () => (isCut = true));
    slow.on('error', () => {});
    slow.write('GET / HTTP/1.1\r\nHost: x\r\nA: ');
    let others = 0;
    try {
      for (; !isCut; others++) {
        slow.write('x');
        assert.equal(await (await fetch(`http://127.0.0.1:${at.port}/`)).text(), 'done');
        await sleep(20);
      }
      assert.match(answer, /^HTTP\/1\.1 408 /);
      assert.ok(others > 0);
    } finally {
      slow.destroy();
      await hasty.close();
    }
  });

  it('L2: cuts an answer that nobody fetches', { timeout: 20_000 }, async () => {
    /** @type {PromiseWithResolvers<boolean>} */
    const { promise: cut, resolve } = Promise.withResolvers();
    strict.use((_req, res) => {
      res.once('close', () => resolve(!res.writableFinished));
      res.end(Buffer.alloc(50_000_000));
    });
    const socket = connect(strictPort, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
    socket.pause();
    socket.on('error', () => {});
    assert.ok(await cut);
    socket.destroy();
  });

  it('waits for work that takes long', async () => {
    strict.use(async (_req, res) => {
      await sleep(2500);
      res.end('done');
    });
    assert.equal(await (await fetch(`http://127.0.0.1:${strictPort}/`)).text(), 'done');
  });

  it('refuses headers that are too large or no HTTP at all', async () => {
    assert.match(await send(`GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`), /^HTTP\/1.1 431/);
    assert.match(await send('nonsense\r\n\r\n'), /^HTTP\/1.1 400/);
    assert.match(
      await send('GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n'),
      /^HTTP\/1.1 400/,
    );
  });

  it('K14: lets requests under way finish when it closes, and takes no new ones', async () => {
    const other = createListener({ log });
    const { port: at } = await other.listen(0, '127.0.0.1');
    /** @type {PromiseWithResolvers<void>} */
    const arrived = Promise.withResolvers();
    /** @type {PromiseWithResolvers<void>} */
    const done = Promise.withResolvers();
    other.use(async (_req, res) => {
      arrived.resolve();
      await done.promise;
      res.end('finished');
    });
    const under = fetch(`http://127.0.0.1:${at}/`).then((answer) => answer.text());
    await arrived.promise;
    const closed = other.close();
    await assert.rejects(fetch(`http://127.0.0.1:${at}/`));
    done.resolve();
    assert.equal(await under, 'finished');
    await closed;
  });

  it('reports a port in use and one that is not allowed', async () => {
    const other = createListener({ log });
    await assert.rejects(other.listen(port, '127.0.0.1'), { code: 'PORT_IN_USE', message: new RegExp(String(port)) });
    for (const host of ['192.0.2.1', 'no-such-host.invalid'])
      await assert.rejects(other.listen(0, host), { code: 'LISTEN_REFUSED', hint: 'Check HOST' });
  });
});
