/** @import { Config, Log } from '../../types.d.ts' */
/** @import { RestoreState } from './restore-state.js' */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@plinth/plugin';
import { isRestored, openDatabase, translate } from '@plinth/data';
import { pathOf } from './folder.js';
import { makeBackup } from './make-backup.js';
import { readBackup, restoreInto } from './restore.js';
import { noteRestore, restoreState } from './restore-state.js';

/** Connections of the server that has just stopped may take a moment to go. */
const TRIES = 10;
const PAUSE = 500;

/**
 * What an admin wants restored.
 *
 * @typedef {{ file: string, at: string }} Wanted file: name of the backup; at: when it was made, as the admin saw it
 */

/**
 * Restores a backup in place of the server's data, once the server has stopped: first a backup of what is there now, then
 * the restore. Never throws: how it ended is in the data folder, and a restore that failed has changed nothing.
 *
 * @param {{ config: Config, log: Log, wanted: Wanted }} options
 */
export async function restoreHere({ config, log, wanted }) {
  const { file, at } = wanted;
  const note = (/** @type {RestoreState['state']} */ state, more = {}) =>
    noteRestore(config.dataDir, { state, file, backupAt: at, pid: process.pid, ...more });
  try {
    note('running');
    log.info('restoring a backup', { file });
    const passphrase = config.backupPassphrase ?? undefined;
    const from = { file: pathOf(config, file), passphrase };
    const checked = await readBackup(from);
    if (checked.head.at !== at) throw changedMeanwhile();
    await backUpNow(config, log);
    await patiently(() => restoreInto({ config, log, ...from, replace: true, live: false, checked }));
    note('done');
    log.info('backup restored', { file });
  } catch (thrown) {
    const error = /** @type {AppError} */ (translate(thrown));
    log.error('backup not restored', { error });
    note('failed', { error: String(error.message), hint: error.hint ? String(error.hint) : undefined });
  }
}

/**
 * A restore whose process was killed: its transaction was either committed or it never was.
 *
 * @param {{ config: Config, log: Log }} options
 */
export async function settleRestore({ config, log }) {
  const state = restoreState(config.dataDir);
  if (state?.state !== 'running' || isAlive(state.pid)) return;
  const database = await openDatabase({ config, purpose: 'command', log });
  try {
    const isDone = await isRestored(database.connection, state.backupAt);
    const failure = { error: 'The restore was interrupted', hint: 'Nothing was changed. Start it again' };
    noteRestore(config.dataDir, isDone ? { ...state, state: 'done' } : { ...state, state: 'failed', ...failure });
  } finally {
    await database.close();
  }
}

/** @param {number} pid */
function isAlive(pid) {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {Config} config @param {Log} log */
async function backUpNow(config, log) {
  const database = await openDatabase({ config, purpose: 'command', log });
  try {
    const { connection } = database;
    const actor = { userId: null, roles: [], system: true };
    await makeBackup({ config, connection, reason: 'restore', actor, test: false, hurry: true }, log);
  } finally {
    await database.close();
  }
}

/** @param {() => Promise<void>} restore */
async function patiently(restore) {
  for (let i = 1; ; i++) {
    try {
      return await restore();
    } catch (error) {
      if (i >= TRIES || /** @type {AppError} */ (error).code !== 'RESTORE_SERVER_RUNNING') throw error;
      await sleep(PAUSE);
    }
  }
}

const changedMeanwhile = () =>
  new AppError('BACKUP_DAMAGED', 'The backup is not the one that was looked at', {
    status: 422,
    hint: 'Nothing was changed. Look at it again',
  });
