/** @import { Actor } from '@plinth/plugin' */
/** @import { Admin, Config, Log } from './types.d.ts' */
import { openDatabase } from '@plinth/data';
import { openRuntime } from './open-runtime.js';

/** Whoever can run a command can read and write the data folder, and so may do everything. @type {Actor} */
export const OPERATOR = Object.freeze({
  userId: null,
  roles: Object.freeze(['admin', 'staff', 'user', 'public']),
  system: true,
});

/**
 * Opens everything but the web server, for a command: on the running database, or on one started just for the command.
 *
 * @param {Config} config @param {{ log: Log, admin: Admin }} options
 */
export async function openApp(config, { log, admin }) {
  const database = await openDatabase({ config, purpose: 'command', log });
  try {
    const runtime = await openRuntime({ config, connection: database.connection, log, admin });
    return {
      ...runtime,
      async close() {
        await runtime.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
