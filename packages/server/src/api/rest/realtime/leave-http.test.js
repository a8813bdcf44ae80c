import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { until } from '@plinth/data/testing';
import { leaveHttp } from './leave-http.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** @type {import('node:http').Server[]} */
const servers = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server whose only request leaves http. */
async function left() {
  /** @type {any} */
  const seen = { closes: 0, told: [] };
  const server = createServer((req, res) => {
    seen.parser = new WeakRef(/** @type {any} */ (req.socket).parser);
    [seen.req, seen.res] = [new WeakRef(req), new WeakRef(res)];
    res.once('close', () => seen.closes++);
    res.writeHead(200, { connection: 'close' });
    res.flushHeaders();
    seen.socket = leaveHttp(res);
    seen.socket.once('close', () => (seen.isOver = true));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect(/** @type {any} */ (server.address()).port, '127.0.0.1');
  client.on('data', (bytes) => seen.told.push(String(bytes)));
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(client, 'data');
  return { server, client, seen };
}

describe('a connection that leaves http', () => {
  it('is written to by its new owner, and http keeps neither request nor response', async () => {
    const { client, seen } = await left();
    seen.socket.write('more');
    await until(() => seen.told.join('').endsWith('more'));
    assert.equal(seen.closes, 1, 'the answer is over for who waits for its end');
    await until(() => {
      collect();
      return ['req', 'res'].every((name) => seen[name].deref() === undefined);
    });
    assert.equal(seen.socket.parser, null);
    client.destroy();
  });

  it('ends when the client ends it, or goes', async () => {
    for (const leave of ['end', 'resetAndDestroy']) {
      const { client, seen } = await left();
      client.on('error', () => {});
      /** @type {any} */ (client)[leave]();
      await until(() => seen.isOver);
    }
  });

  it('accepts no further request, and survives anything sent', async () => {
    const { client, seen } = await left();
    client.write('GET /other HTTP/1.1\r\nhost: x\r\n\r\n');
    for (let i = 0; i < 50; i++) client.write(Buffer.alloc(50_000, 'x'));
    await until(() => client.writableLength === 0);
    seen.socket.write('still there');
    await until(() => seen.told.join('').endsWith('still there'));
    assert.equal(seen.told.join('').match(/HTTP\/1\.1/g).length, 1);
    client.destroy();
  });

  it('counts as a connection until it closes', async () => {
    const { server, client, seen } = await left();
    const count = () => new Promise((resolve) => server.getConnections((_error, n) => resolve(n)));
    assert.equal(await count(), 1);
    let closed = false;
    server.close(() => (closed = true));
    server.closeAllConnections();
    await sleep(50);
    assert.equal(closed, false);
    seen.socket.destroySoon();
    await until(() => closed);
    client.destroy();
  });
});
