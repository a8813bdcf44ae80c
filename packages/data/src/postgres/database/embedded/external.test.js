import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../../testing/index.js';
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

  it('reports that nothing listens there', () =>
    assert.rejects(connectExternal('postgres://me:secret@127.0.0.1:1/app'), (/** @type {any} */ error) => {
      assert.equal(error.code, 'DATABASE_UNREACHABLE');
      assert.match(error.message, /"app" at 127\.0\.0\.1:1.*ECONNREFUSED/);
      assert.match(error.hint, /PostgreSQL runs there/);
      assert.ok(!`${error.message}${error.hint}`.includes('secret'));
      return true;
    }));

  it('reports that the database does not exist', () =>
    assert.rejects(connectExternal(place.url.replace(/\/test_\w+/, '/nowhere')), {
      code: 'DATABASE_UNREACHABLE',
      hint: /createdb/,
    }));

  it('reports that the host is unknown', () =>
    assert.rejects(connectExternal('postgres://me@no-such-host.invalid/app'), {
      code: 'DATABASE_UNREACHABLE',
      hint: /host/,
    }));

  it('reports that user or password is wrong, and shows neither password', async () => {
    const server = await refusingServer();
    await assert.rejects(
      connectExternal(`postgres://me:secret@127.0.0.1:${server.port}/app`),
      (/** @type {any} */ error) => {
        assert.equal(error.code, 'DATABASE_UNREACHABLE');
        assert.match(error.hint, /user "me" and the password/);
        assert.ok(!`${error.message}${error.hint}`.includes('secret'));
        return true;
      },
    );
    server.close();
  });

  it('reports that the user may create nothing there, and which right is missing', async () => {
    const client = new pg.Client(place.connection);
    await client.connect();
    await client.query(`revoke create on database ${place.connection.database} from public, ${place.connection.user}`);
    await assert.rejects(connectExternal(place.url), { code: 'DATABASE_RIGHTS_MISSING', hint: /grant create on/ });
    await client.query('reset role');
    await client.query(`grant create on database ${place.connection.database} to ${place.connection.user}`);
    await client.query('create schema plinth; create schema app');
    await client.query(`revoke create on database ${place.connection.database} from ${place.connection.user}`);
    assert.equal((await connectExternal(place.url)).user, place.connection.user);
    await client.end();
  });

  it('refuses a database that can not store every language', async () => {
    const admin = new pg.Client({ ...place.connection, user: 'postgres' });
    await admin.connect();
    const name = `${place.connection.database}_latin`;
    await admin.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`);
    await assert.rejects(connectExternal(place.url.replace(place.connection.database, name)), {
      code: 'DATABASE_NOT_UTF8',
      message: /LATIN1/,
    });
    await admin.query(`drop database ${name}`);
    await admin.end();
  });

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
const oldServer = () =>
  listen((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), message('Z', Buffer.from('I'))]));
      socket.once('data', () => socket.write(answer(['version', 'name', 'encoding'], ['140009', '14.9', 'UTF8'])));
    });
  });

/** Refuses everybody, as PostgreSQL refuses a wrong password; the tests' own server asks for none. */
const refusingServer = () =>
  listen((socket) => {
    const said = 'password authentication failed for user "me"';
    socket.once('data', () => socket.end(message('E', Buffer.from(`SFATAL\0C28P01\0M${said}\0\0`))));
  });

/** @param {(socket: import('node:net').Socket) => void} answerTo */
async function listen(answerTo) {
  const server = createServer(answerTo);
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
