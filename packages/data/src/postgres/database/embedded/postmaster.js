import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterIdentity, clusterPath, postgresEnvironment } from './cluster.js';
import { postgresFailed } from './errors.js';
import { findProcesses, processStartTime } from './process-identity.js';
import { memoryEnvironment } from '../../memory/index.js';

/** @import { ChildProcess } from 'node:child_process' */
/** @import { Memory } from '../../memory/divide.js' */
/** @import { Binaries, Log, OsUser } from './types.d.ts' */

/** @typedef {{ clusterDir: string, dataDir: string, binaries: Binaries, user: OsUser | undefined, args: string[],
 *   memory: Pick<Memory, 'isSmall'>, log: Log }} PostmasterOptions */

const MAX_LOG_BYTES = 4 * 2 ** 20;

/** What PostgreSQL says while a dead postmaster's last backends still hold the shared memory. */
const OCCUPIED = /pre-existing shared memory block|lock file .* already exists/;
const OCCUPIED_MS = 15_000;

/**
 * Same as startPostmaster, but waits for the remains of a killed one to disappear.
 *
 * @param {PostmasterOptions} options
 * @returns {Promise<ChildProcess>}
 */
export async function startAfterCrash(options) {
  for (const until = performance.now() + OCCUPIED_MS; ; await sleep(100)) {
    try {
      return await startPostmaster(options);
    } catch (error) {
      if (!OCCUPIED.test(/** @type {Error} */ (error).message) || performance.now() > until) throw error;
    }
  }
}

/**
 * Starts PostgreSQL and waits until it accepts connections, however long recovery takes.
 *
 * @param {PostmasterOptions} options
 * @returns {Promise<ChildProcess>}
 */
export async function startPostmaster({ clusterDir, dataDir, binaries, user, args, memory, log }) {
  const logFile = join(dataDir, 'postgres.log');
  const logStart = rotateLog(logFile);
  // A file rather than a pipe, because it outlives us: a killed Node leaves the database's own messages behind.
  const output = openSync(logFile, 'a', 0o600);
  const child = spawn(binaries.postgres, ['-D', clusterPath(clusterDir, binaries, user), ...args], {
    ...user,
    cwd: clusterDir,
    env: { ...postgresEnvironment(), ...memoryEnvironment(memory) },
    stdio: ['ignore', output, output],
    // A session of its own: Ctrl-C in a terminal must reach only us, so that we can finish before the database stops.
    detached: true,
  });
  closeSync(output);
  /** @type {Error | undefined} */
  let spawnError;
  child.once('error', (error) => (spawnError = error));

  const started = performance.now();
  for (let waited = 0; !isReady(clusterDir, child.pid); waited += 1) {
    if (spawnError || child.exitCode !== null || child.signalCode !== null) {
      const said = spawnError?.message ?? readFileSync(logFile, 'utf8').slice(logStart);
      throw postgresFailed('PostgreSQL did not start', said, dataDir);
    }
    if (waited % 500 === 499)
      log.info('PostgreSQL is still starting', { seconds: Math.round((performance.now() - started) / 1000) });
    await sleep(20);
  }
  return child;
}

/** What the postmaster says about itself in its own file. @param {string} clusterDir */
export function readPostmasterFile(clusterDir) {
  try {
    const lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/**
 * The name of a cluster's processes, as an argument: it distinguishes this cluster's postmasters from all others, even
 * before they have written postmaster.pid.
 *
 * @param {string} clusterDir
 */
export const nameArgument = (clusterDir) => `cluster_name=${clusterIdentity(clusterDir)}`;

/**
 * Stops what a killed Node left running on this cluster; the caller holds the data folder's lock.
 *
 * @param {string} clusterDir @param {Log} log
 */
export async function stopOrphans(clusterDir, log) {
  if (!existsSync(clusterDir)) return;
  const orphans = findProcesses(nameArgument(clusterDir));
  if (orphans.length > 0) log.warn('Stopping the PostgreSQL that an earlier process left running', { pids: orphans });
  await Promise.all(orphans.map(stopPostmaster));
}

/**
 * Stops a postmaster: fast (open transactions are rolled back, everything committed is flushed), harder only if it
 * doesn't respond. No way loses committed data.
 *
 * @param {number} pid
 */
export async function stopPostmaster(pid) {
  for (const [signal, seconds] of /** @type {const} */ ([
    ['SIGINT', 60],
    ['SIGQUIT', 10],
    ['SIGKILL', 10],
  ])) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (const until = performance.now() + seconds * 1000; performance.now() < until; await sleep(10)) {
      if (processStartTime(pid) === undefined) return;
    }
  }
}

/** @param {string} clusterDir @param {number | undefined} pid */
function isReady(clusterDir, pid) {
  const file = readPostmasterFile(clusterDir);
  return file?.pid === pid && file?.ready === true;
}

/** @param {string} logFile @returns {number} the offset at which this start's messages begin */
function rotateLog(logFile) {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size < MAX_LOG_BYTES) return size;
  renameSync(logFile, `${logFile}.1`);
  return 0;
}
