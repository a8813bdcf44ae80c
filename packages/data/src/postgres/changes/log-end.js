/** @import { Values } from '@plinth/plugin' */
/** @import { Client } from 'pg' */
/** @import { Connection } from '../database/connect.js' */
import { connect, destroy } from '../database/connect.js';

const NAME = 'plinth_end_of_log';
/** With asynchronous commits the log may be flushed after the commit is reported, so the insert position counts. */
export const LOG_END = `case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
                             else pg_current_wal_flush_lsn() end`;
const TEXT = `select ${LOG_END}`;
/**
 * A commit that flushes the whole log. PostgreSQL writes the log of open transactions page by page, so its end often lies
 * in the middle of a record. That record can't be decoded before the rest is written: at the next commit, or up to 200 ms
 * later (wal_writer_delay).
 */
const FLUSH = `select pg_logical_emit_message(true, 'plinth_flush', '')`;
/** If the server has not answered for this long, in ms, another connection is tried. */
const SILENT_MS = 2000;

/**
 * Asks where the write-ahead log ends now; all reported commits lie before that position. Every freshness barrier asks,
 * so the query is kept cheap: its own connection, a prepared statement and the same bytes each time. (Measured: a third
 * of the CPU time that the statement takes through the pipelined connections.)
 *
 * @param {Connection} connection
 */
export function createLogEnd(connection) {
  /** @type {Client | null} */
  let open = null;
  /** @type {Promise<Client> | null} */
  let opening = null;
  /** When the oldest open question was asked. */
  let owedSince = 0;
  let owed = 0;
  let closed = false;

  async function connectAnew() {
    const client = await connect(connection, { onLost: () => void (open === client && (open = null)) });
    try {
      await client.query({ name: NAME, text: TEXT });
    } catch (error) {
      destroy(client);
      throw error;
    }
    if (closed) destroy(client);
    else open = client;
    [owed, owedSince] = [0, 0];
    return client;
  }

  /** @returns {Promise<Client> | Client} */
  function pick() {
    if (open && owed > 0 && performance.now() - owedSince > SILENT_MS) {
      destroy(open);
      open = null;
    }
    return open ?? (opening ??= connectAnew().finally(() => (opening = null)));
  }

  return {
    /** @returns {Promise<bigint>} */
    async askEnd() {
      if (closed) throw new Error('The change stream is closed');
      const picked = pick();
      const client = picked instanceof Promise ? await picked : picked;
      if (owed++ === 0) owedSince = performance.now();
      try {
        return await new Promise((resolve, reject) => client.query(createQuestion(resolve, reject)));
      } finally {
        owed = Math.max(0, owed - 1);
      }
    },
    /** Makes everything readable that lies before the position told last. */
    async flush() {
      if (closed) return;
      try {
        await (await pick()).query(FLUSH);
      } catch {
        // Then the database does it, a little later.
      }
    },
    async close() {
      closed = true;
      await opening?.catch(() => {});
      await open?.end().catch(() => {});
    },
  };
}

/**
 * A query object for pg's client: it submits itself and handles the messages of the response.
 *
 * @param {(end: bigint) => void} resolve @param {(error: unknown) => void} reject
 */
function createQuestion(resolve, reject) {
  let end = '';
  return {
    submit: (/** @type {Values} */ { stream }) => void stream.write(BYTES),
    handleDataRow: (/** @type {{ fields: string[] }} */ { fields }) => void (end = fields[0]),
    handleCommandComplete() {},
    handleReadyForQuery: () => resolve(readPosition(end)),
    handleError: reject,
  };
}

/** Bind without values, execute, sync: the messages of PostgreSQL's extended protocol. */
const BYTES = Buffer.concat([
  message('B', [`\0${NAME}\0`, '\0\0', '\0\0', '\0\0']),
  message('E', ['\0', '\0\0\0\0']),
  message('S', []),
]);

/** @param {string} type @param {string[]} parts */
function message(type, parts) {
  const body = parts.join('');
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, Buffer.from(body, 'latin1')]);
}

/** @param {string} text as PostgreSQL prints a position: two halves in hexadecimal, "16/B374D848" */
export function readPosition(text) {
  const [high, low] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
