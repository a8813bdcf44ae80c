import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectSocket, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createLogEnd } from '../changes/log-end.js';
import { createTestDatabase, until } from '../../testing/index.js';
import { connect } from './connect.js';
import { createListener } from './listener.js';

/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let database;
before(async () => {
  database = await createTestDatabase();
});
after(() => database?.close());

const farewell = 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
/** The server's word that it ends this connection, in PostgreSQL's protocol. */
const FAREWELL = Buffer.concat([Buffer.from('E'), int32(4 + farewell.length), Buffer.from(farewell)]);
/** "Ready for query", idle: the end of each answer. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** @param {number} value */
function int32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/**
 * Stands before the database and ends the first connection right behind its n-th answer: a process that was busy reads
 * both at once.
 *
 * @param {import('node:test').TestContext} t @param {number} n
 */
async function endingBehind(t, n) {
  const { host, port } = /** @type {any} */ (database.connection);
  let connections = 0;
  const server = createServer((client) => {
    const isFirst = connections++ === 0;
    const real = connectSocket(join(host, `.s.PGSQL.${port}`));
    let answers = 0;
    client.on('data', (chunk) => real.write(chunk));
    real.on('data', (/** @type {Buffer} */ chunk) => {
      if (!isFirst || !chunk.subarray(-READY.length).equals(READY) || ++answers < n) return client.write(chunk);
      client.end(Buffer.concat([chunk, FAREWELL]));
      real.destroy();
    });
    for (const socket of [client, real]) socket.on('error', () => {});
    client.on('close', () => real.destroy());
    real.on('close', () => client.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const at = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { .../** @type {any} */ (database.connection), host: '127.0.0.1', port: at.port };
}

describe('K3: a connection that ends as soon as it is open', () => {
  it('was never open: the caller gets an error and no loss is reported', async (t) => {
    let lost = 0;
    const connection = await endingBehind(t, 1);
    await assert.rejects(connect(connection, { onLost: () => lost++ }), { code: 'DATABASE_UNAVAILABLE' });
    assert.equal(lost, 0);
    const next = await connect(connection, { onLost: () => lost++ });
    await next.end();
    assert.equal(lost, 1);
  });

  it('ends no process that asks for the end of the log, and the next question is answered', async (t) => {
    const logEnd = createLogEnd(await endingBehind(t, 1));
    await assert.rejects(logEnd.askEnd(), { code: 'DATABASE_UNAVAILABLE' });
    assert.ok((await logEnd.askEnd()) > 0n);
    await logEnd.close();
  });

  it('C4: is not listening, whatever its last answer was; the next one reports that something may have been missed', async (t) => {
    /** @type {(string | null)[]} */
    const heard = [];
    const listener = createListener(await endingBehind(t, 2), { log: { warn() {} } });
    await assert.rejects(listener.listen('news', (payload) => heard.push(payload)));
    assert.deepEqual([listener.hearing(), heard], [false, []]);
    await until(() => listener.hearing());
    assert.deepEqual(heard, [null]);
    await listener.close();
  });
});
