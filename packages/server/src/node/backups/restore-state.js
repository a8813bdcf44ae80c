import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE = 'restore.json';

/**
 * How a restore that an admin asked for stands. It lies beside the database, which is being replaced.
 *
 * @typedef {object} RestoreState
 * @property {'running' | 'failed' | 'done'} state
 * @property {string} file name of the backup
 * @property {string} backupAt when that was made, ISO 8601
 * @property {number} pid of the process that restores
 * @property {string} [error]
 * @property {string} [hint]
 */

/** @param {string} dataDir @param {RestoreState} state */
export function noteRestore(dataDir, state) {
  const file = path.join(dataDir, FILE);
  writeFileSync(`${file}.part`, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

/** @param {string} dataDir @returns {RestoreState | null} */
export function restoreState(dataDir) {
  try {
    return JSON.parse(readFileSync(path.join(dataDir, FILE), 'utf8'));
  } catch {
    return null;
  }
}
