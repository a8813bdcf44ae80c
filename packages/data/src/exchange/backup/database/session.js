/** @import { Connection } from '../../../postgres/database/connect.js' */
import { connect } from '../../../postgres/database/connect.js';
import { backupRunning } from '../errors.js';
import { BACKUP_LOCK } from '../../../postgres/database/backup-running.js';

/** Texts of values and of definitions must not depend on how the server or the role is configured. */
const SETTINGS = `
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set search_path = pg_catalog;
  set row_security = off;
  set bytea_output = hex;
  set quote_all_identifiers = off;
  set client_encoding = 'UTF8'`;

/**
 * A connection of its own for a backup or a restore, which runs alone on its database.
 *
 * @template T
 * @param {Connection} connection
 * @param {(client: import('pg').Client) => Promise<T>} work
 * @returns {Promise<T>}
 * @throws {import('@plinth/plugin').AppError} BACKUP_RUNNING
 */
export const backupSession = (connection, work) =>
  readingSession(connection, async (client) => {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [BACKUP_LOCK]);
    if (!rows[0].mine) throw backupRunning();
    return work(client);
  });

/**
 * A connection of its own that only reads: it may run beside a backup.
 *
 * @template T
 * @param {Connection} connection
 * @param {(client: import('pg').Client) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function readingSession(connection, work) {
  const client = await connect(connection, { onLost: () => {} });
  try {
    await client.query(SETTINGS);
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
