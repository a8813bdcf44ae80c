/** @import { Connection } from '../../postgres/database/connect.js' */
import { migrate } from '../../postgres/migrations/runner.js';
import { createDatabase } from '../../postgres/database/database.js';
import { createSecurityEvents } from '../../gate/security/security-events.js';
import { createBackups } from './record.js';

/**
 * The record of backups alone, for a process that needs no Catalog and no plugins.
 *
 * @param {Connection} connection @param {{ info(event: string, fields?: object): void, warn(message: string, details?: object): void }} log
 */
export async function openBackups(connection, log) {
  const db = createDatabase(connection, { max: 1, shared: 1, log });
  try {
    await migrate(db);
  } catch (error) {
    await db.close();
    throw error;
  }
  return { ...createBackups({ db, events: createSecurityEvents({ db, log }) }), close: () => db.close() };
}
