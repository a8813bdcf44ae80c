/** @import { Values } from '@plinth/plugin' */
import pg from 'pg';
import { translate } from './errors.js';
import { jsonSafeTypes } from './type-parsers.js';

/** @typedef {string | import('pg').ClientConfig} Connection a URL, or host, port, user, password, database */

/** How long the server may take to complete the handshake, in ms. */
const CONNECT_MS = 5000;
export const STATEMENT_MS = 15_000;
const LOCK_MS = 3000;
const IDLE_IN_TRANSACTION_MS = 30_000;
/** Formats that our type parsers read, whatever the server's configuration. */
const SESSION =
  '-c timezone=UTC -c datestyle=ISO,YMD -c intervalstyle=iso_8601 -c search_path=plinth,public -c extra_float_digits=1 -c standard_conforming_strings=on';

/**
 * Opens one connection with Plinth's session settings.
 *
 * @param {Connection} connection
 * @param {{ pipeline?: boolean, onLost: (error?: unknown) => void }} options `onLost` is called once, when the
 *   connection ends; never before the caller has it
 * @returns {Promise<import('pg').Client>}
 * @throws {import('@plinth/plugin').AppError} DATABASE_UNAVAILABLE
 */
export async function connect(connection, { pipeline = false, onLost }) {
  const base = typeof connection === 'string' ? { connectionString: connection } : connection;
  const client = new pg.Client(
    /** @type {Values} */ ({
      ...base,
      pipeline,
      types: jsonSafeTypes,
      application_name: 'plinth',
      options: [base.options, SESSION].filter(Boolean).join(' '),
      statement_timeout: STATEMENT_MS,
      lock_timeout: LOCK_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    }),
  );
  let [isThere, isOver] = [false, false];
  let reason = /** @type {unknown} */ (undefined);
  const lost = (/** @type {unknown} */ error) => {
    if (isOver) return;
    [isOver, reason] = [true, error];
    if (isThere) onLost(error);
  };
  client.on('error', lost);
  client.on('end', () => lost(undefined));
  try {
    await client.connect();
    // A busy process may read the server's greeting and its farewell at the same time.
    if (isOver) throw reason ?? new Error('Connection terminated as soon as it was there');
  } catch (error) {
    // It was never open, so it was not lost: the caller only gets this error.
    isOver = true;
    destroy(client);
    throw translate(error);
  }
  isThere = true;
  return client;
}

/** Closes a connection at once; whatever is running on it fails. @param {any} client */
export function destroy(client) {
  client.connection.stream.destroy();
}
