/** @import { Config, Log } from '../../types.d.ts' */
import { open } from 'node:fs/promises';
import { AppError } from '@plinth/plugin';
import { checkBackup, openDatabase, restoreBackup } from '@plinth/data';

/** Each table, index and key of a backup is locked until all of them are there. */
const MANY_LOCKS = { max_locks_per_transaction: '2048' };

/** @param {{ file: string, passphrase?: string, told?: (bytes: number) => void }} options */
export async function readBackup({ file, passphrase, told }) {
  await readable(file);
  return checkBackup({ file, passphrase, told });
}

/**
 * Restores a backup that was read. The server must not be running.
 *
 * @param {{ config: Config, log: Log, file: string, passphrase?: string, replace: boolean,
 *   live: boolean, checked: Awaited<ReturnType<typeof checkBackup>>, told?: (bytes: number) => void }} options
 * @throws {AppError} RESTORE_SERVER_RUNNING, RESTORE_NOT_EMPTY …
 */
export async function restoreInto({ config, log, ...options }) {
  const database = await openDatabase({ config, purpose: 'command', log, settings: MANY_LOCKS });
  try {
    if (database.kind === 'embedded' && !database.owned) {
      throw new AppError('RESTORE_SERVER_RUNNING', 'Plinth is running on this data folder', {
        status: 409,
        hint: 'Stop the server, restore, and start it again. Nothing was changed',
      });
    }
    const { connection, kind } = database;
    await restoreBackup({ connection, dataDir: config.dataDir, sharesDisk: kind === 'embedded', ...options });
  } finally {
    await database.close();
  }
}

/** @param {string} file */
async function readable(file) {
  try {
    const handle = await open(file, 'r');
    await handle.close();
  } catch (error) {
    throw new AppError('FILE_NOT_READABLE', `${file} can't be read: ${/** @type {Error} */ (error).message}`, {
      status: 404,
      hint: 'Use the path of a file written by plinth backup.',
      cause: error,
    });
  }
}
