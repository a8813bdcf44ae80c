import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../log/log.js';
import { createListener } from './listener.js';

/** @type {ReturnType<typeof createListener>} */
let listener;
let port = 0;
before(async () => {
  listener = createListener({ log: createLog({ write: () => {} }), silence: 150 });
  ({ port } = await listener.listen(0, '127.0.0.1'));
});
after(() => listener.close());

/** @param {string} text @returns {Promise<string>} all that came until the connection ended */
function send(text) {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => (answer += chunk));
    socket.on('close', () => resolve(answer));
    socket.on('error', () => {});
  });
}

describe('the listener', () => {
  it('says that it is starting until it has something to answer with', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    assert.equal(answer.status, 503);
    assert.ok(answer.headers.get('retry-after'));
  });

  it('L1: takes as many connections as it was told, and drops those beyond', async () => {
    const small = createListener({ log: createLog({ write: () => {} }), maxConnections: 2 });
    const at = await small.listen(0, '127.0.0.1');
    const open = [0, 1].map(() => connect(at.port, '127.0.0.1'));
    try {
      await Promise.all(open.map((socket) => once(socket, 'connect')));
      const third = connect(at.port, '127.0.0.1');
      const [reason] = await Promise.race([once(third, 'close').then(() => ['dropped']), once(third, 'data')]);
      assert.equal(reason, 'dropped');
      open[0].destroy();
      await sleep(50);
      assert.equal((await fetch(`http://127.0.0.1:${at.port}/`)).status, 503);
    } finally {
      open.forEach((socket) => socket.destroy());
      await small.close();
    }
  });

  it('L2: cuts a body that does not come', { timeout: 20_000 }, async () => {
    listener.use((req) => void req.resume());
    assert.equal(await send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc'), '');
  });

  it('L2: cuts an answer that nobody fetches', { timeout: 20_000 }, async () => {
    /** @type {PromiseWithResolvers<boolean>} */
    const { promise: cut, resolve } = Promise.withResolvers();
    listener.use((_req, res) => {
      res.once('close', () => resolve(!res.writableFinished));
      res.end(Buffer.alloc(50_000_000));
    });
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
    socket.pause();
    socket.on('error', () => {});
    assert.ok(await cut);
    socket.destroy();
  });

  it('waits for work that takes long', async () => {
    listener.use(async (_req, res) => {
      await sleep(600);
      res.end('done');
    });
    assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'done');
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
    const other = createListener({ log: createLog({ write: () => {} }) });
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

  it('tells of a port in use and one that is not allowed', async () => {
    const other = createListener({ log: createLog({ write: () => {} }) });
    await assert.rejects(other.listen(port, '127.0.0.1'), { code: 'PORT_IN_USE', message: new RegExp(String(port)) });
    for (const host of ['192.0.2.1', 'no-such-host.invalid'])
      await assert.rejects(other.listen(0, host), { code: 'LISTEN_REFUSED', hint: 'Check HOST' });
  });
});
