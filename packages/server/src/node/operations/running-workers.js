import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE = 'workers.json';

/**
 * @typedef {{ pid: number, since: string }} RunningWorker
 * @typedef {{ first: number, wanted: number, workers: RunningWorker[] }} RunningWorkers
 *   first: the process that starts and stops them
 */

/**
 * Stores which workers are serving, for `plinth info` and `plinth doctor`. Null: none any more.
 *
 * @param {string} dataDir @param {RunningWorkers | null} running
 */
export function noteWorkers(dataDir, running) {
  const file = path.join(dataDir, FILE);
  if (running) writeFileSync(file, `${JSON.stringify(running)}\n`);
  else rmSync(file, { force: true });
}

/**
 * The workers that are serving now. A first process that was killed leaves its file behind, so each process is checked.
 *
 * @param {string} dataDir @returns {RunningWorkers | null} null where no server runs with workers
 */
export function runningWorkers(dataDir) {
  try {
    /** @type {RunningWorkers} */
    const { first, wanted, workers } = JSON.parse(readFileSync(path.join(dataDir, FILE), 'utf8'));
    const alive = workers.filter(({ pid }) => isAlive(pid));
    return alive.length > 0 ? { first, wanted, workers: alive } : null;
  } catch {
    return null;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It exists, but belongs to another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
