/** @import { Connection } from '../database/connect.js' */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

const CONNECT_MS = 5000;
/** After this much silence, in ms, the server counts as lost. */
const SILENCE_MS = 2000;
const HEARTBEAT_MS = 500;
/** PostgreSQL counts microseconds from the year 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

/**
 * Follows the write-ahead log from now on, with one connection and a temporary slot. Twice a second the server has to
 * answer a keepalive, so that a silently broken link is noticed. (Freshness does not depend on it, see
 * freshness-barrier.js.)
 *
 * @param {Connection} connection
 * @param {{ publication: string, onMessage(message: Buffer): void, onPosition(position: bigint): void, onLost(error?: unknown): void }} options
 *   onPosition: everything up to there has been passed on; onLost is called once
 */
export async function followLog(connection, { publication, onMessage, onPosition, onLost }) {
  const client = connectClient(connection);
  let heardAt = performance.now();
  let position = 0n;
  let heartbeat = /** @type {NodeJS.Timeout | undefined} */ (undefined);
  let over = false;
  const end = (/** @type {unknown} */ error) => {
    if (over) return;
    over = true;
    clearInterval(heartbeat);
    client.connection.stream.destroy();
    onLost(error);
  };
  client.on('error', end);
  client.on('end', () => end(undefined));

  const heard = (/** @type {Buffer} */ chunk) => {
    heardAt = performance.now();
    if (chunk[0] === 0x77) return onMessage(chunk.subarray(25));
    if (chunk[0] !== 0x6b) return;
    position = chunk.readBigUInt64BE(1);
    onPosition(position);
    if (chunk[17] === 1) answer(false);
  };
  const answer = (/** @type {boolean} */ ask) => client.connection.sendCopyFromChunk(status(position, ask));

  try {
    await client.connect();
    const { create, start } = commands(`plinth_${randomBytes(8).toString('hex')}`, publication);
    await client.query(create);
    client.connection.on('copyData', (/** @type {{ chunk: Buffer }} */ { chunk }) => heard(chunk));
    await startCopy(client, start);
    // It may have ended at the same moment, which has been reported already.
    if (over) throw new Error('The connection ended as soon as it followed the log');
  } catch (error) {
    over = true;
    client.connection.stream.destroy();
    throw error;
  }
  heardAt = performance.now();
  heartbeat = setInterval(() => {
    if (performance.now() - heardAt > 2 * SILENCE_MS) end(new Error('The server fell silent'));
    else answer(true);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  answer(true);

  return {
    /** False while the server is silent, or this process was too busy to listen. */
    isFresh: () => !over && performance.now() - heardAt < SILENCE_MS,
    /** Reports how far the log has been processed; the server then sends further positions. @param {bigint} done */
    done: (done) => void (position = done > position ? done : position),
    /** Asks the server to report its position now. */
    hurry: () => void (over || answer(true)),
    close() {
      over = true;
      clearInterval(heartbeat);
      client.connection.stream.destroy();
    },
  };
}

/** @param {Connection} connection @returns {any} */
function connectClient(connection) {
  const base = typeof connection === 'string' ? { connectionString: connection } : connection;
  return new pg.Client(
    /** @type {any} */ ({
      ...base,
      replication: 'database',
      application_name: 'plinth changes',
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    }),
  );
}

/** The replication grammar accepts keywords in capitals only. @param {string} slot @param {string} publication */
function commands(slot, publication) {
  return {
    create: `CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`,
    start: `START_REPLICATION SLOT ${slot} LOGICAL 0/0 (proto_version '1', publication_names '${publication}', messages 'true')`,
  };
}

/** Resolves when the server begins to stream; the statement itself ends only with the connection. @param {any} client @param {string} text */
function startCopy(client, text) {
  return new Promise((resolve, reject) => {
    client.connection.once('replicationStart', resolve);
    client.query(text).then(() => reject(new Error('The server ended the stream')), reject);
  });
}

/** A standby status update. @param {bigint} position @param {boolean} ask for an answer at once */
function status(position, ask) {
  const bytes = Buffer.alloc(34);
  bytes[0] = 0x72;
  for (const at of [1, 9, 17]) bytes.writeBigUInt64BE(position, at);
  bytes.writeBigInt64BE(BigInt(Date.now() - EPOCH_MS) * 1000n, 25);
  bytes[33] = ask ? 1 : 0;
  return bytes;
}
