import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase } from '../../testing/index.js';
import { connectExternal } from './external.js';

/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let place;
before(async () => {
  place = await createTestDatabase();
});
after(() => place.close());

describe('DATABASE_URL', () => {
  it('is used when it suits', async () => {
    const { host, database, user } = await connectExternal(place.url);
    assert.deepEqual(
      { host, database, user },
      { host: place.connection.host, database: place.connection.database, user: 'plinth' },
    );
  });

  it('says that nothing listens there', () =>
    assert.rejects(connectExternal('postgres://me:secret@127.0.0.1:1/app'), (/** @type {any} */ error) => {
      assert.equal(error.code, 'DATABASE_UNREACHABLE');
      assert.match(error.message, /"app" at 127\.0\.0\.1:1.*ECONNREFUSED/);
      assert.match(error.hint, /PostgreSQL runs there/);
      assert.ok(!`${error.message}${error.hint}`.includes('secret'));
      return true;
    }));

  it('says that the database does not exist', () =>
    assert.rejects(connectExternal(place.url.replace(/\/test_\w+/, '/nowhere')), {
      code: 'DATABASE_UNREACHABLE',
      hint: /createdb/,
    }));

  it('says that the host is unknown', () =>
    assert.rejects(connectExternal('postgres://me@no-such-host.invalid/app'), {
      code: 'DATABASE_UNREACHABLE',
      hint: /host/,
    }));

  it('refuses an older PostgreSQL', async () => {
    const server = await oldServer();
    await assert.rejects(connectExternal(`postgres://me@127.0.0.1:${server.port}/app`), {
      code: 'DATABASE_TOO_OLD',
      message: /PostgreSQL 14\.9/,
      hint: /15 or newer/,
    });
    server.close();
  });
});

/** Speaks just enough of the protocol to answer one query as a PostgreSQL 14 would; no such server is at hand. */
async function oldServer() {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), message('Z', Buffer.from('I'))]));
      socket.once('data', () => socket.write(answer(['version', 'name', 'encoding'], ['140009', '14.9', 'UTF8'])));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { port, close: () => server.close() };
}

/** @param {string[]} names @param {string[]} values */
function answer(names, values) {
  const fields = names.map((name) =>
    Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)]),
  );
  const columns = values.map((value) => Buffer.concat([int32(value.length), Buffer.from(value)]));
  return Buffer.concat([
    message('T', Buffer.concat([int16(names.length), ...fields])),
    message('D', Buffer.concat([int16(values.length), ...columns])),
    message('C', Buffer.from('SELECT 1\0')),
    message('Z', Buffer.from('I')),
  ]);
}

/** @param {string} type @param {Buffer} body */
const message = (type, body) => Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
/** @param {number} value */
function int32(value) {
  const buffer = Buffer.alloc(4);
  buffer.writeInt32BE(value);
  return buffer;
}
/** @param {number} value */
function int16(value) {
  const buffer = Buffer.alloc(2);
  buffer.writeInt16BE(value);
  return buffer;
}
