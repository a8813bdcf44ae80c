import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { locateBinaries } from './binaries.js';
import { DATABASE, ensureCluster, ROLE, SUPERUSER } from './cluster.js';
import { ensureDataFolder } from './data-folder.js';
import { divideMemory } from '../../memory/index.js';
import { databaseUser } from './os-user.js';
import { nameArgument, startAfterCrash, startPostmaster, stopOrphans, stopPostmaster } from './postmaster.js';
import { fittedSettings, requiredSettings, settingArguments, versionSettings } from './settings.js';
import { makeSocketFolder } from './socket-folder.js';
import { watchOver } from './watch-over.js';

/** @import { Embedded, EmbeddedOptions } from './types.d.ts' */
/** @import { PostmasterOptions } from './postmaster.js' */

/** Pauses before each attempt to restart PostgreSQL, in ms; after the last one we give up. */
const RESTART_PAUSES = [0, 200, 500, 1000, 2000, 5000, 10000, 15000];

/**
 * Starts the embedded PostgreSQL on `dataDir` and keeps it running until `stop()`. The caller holds the data folder's
 * lock. A postmaster left behind by a killed process is stopped cleanly first.
 *
 * @param {EmbeddedOptions} options
 * @returns {Promise<Embedded>}
 */
export async function startEmbedded(options) {
  const { log, port = 5432 } = options;
  const dataDir = resolve(options.dataDir);
  const clusterDir = join(dataDir, 'postgres');
  ensureDataFolder(dataDir);
  await stopOrphans(clusterDir, log);
  const user = databaseUser(clusterDir);
  const binaries = options.binaries?.(user) ?? locateBinaries({ user, dataDir, log });
  ensureCluster({ clusterDir, binaries, user, log });

  const socket = makeSocketFolder({ dataDir, clusterDir, user });
  const memory = options.memory ?? divideMemory();
  const settings = {
    ...fittedSettings(memory, options.workers),
    ...versionSettings(binaries.major, memory),
    ...requiredSettings,
    ...options.settings,
  };
  const args = ['-k', socket.path, '-p', String(port), '-c', nameArgument(clusterDir), ...settingArguments(settings)];
  const supervised = await supervise({ clusterDir, dataDir, binaries, user, args, memory, log }).catch((error) => {
    socket.remove();
    throw error;
  });
  const connection = { host: socket.path, port, user: ROLE, database: DATABASE };
  return {
    connection,
    superuser: { ...connection, user: SUPERUSER, database: 'postgres' },
    get pid() {
      return supervised.pid();
    },
    onExit: supervised.onExit,
    stop: async () => {
      await supervised.stop();
      socket.remove();
    },
  };
}

/**
 * Keeps a postmaster running: if it dies it is restarted (and recovers by itself), with growing pauses. Backends of the
 * dead one may hold the shared memory for a moment, so the first attempts may fail.
 *
 * @param {PostmasterOptions} options
 */
async function supervise(options) {
  const { log } = options;
  /** @type {((error: Error) => void)[]} */
  const listeners = [];
  let stopping = false;
  let restarting = Promise.resolve();
  let child = watch(await startAfterCrash(options));
  // Without it, an uncaught exception in Node would leave the database running until the next start.
  const onProcessExit = () => child.kill('SIGINT');
  process.once('exit', onProcessExit);

  /** @param {import('node:child_process').ChildProcess} started */
  function watch(started) {
    const unwatch = watchOver(Number(started.pid), options.user);
    started.once('exit', (code, signal) => {
      unwatch();
      if (!stopping) restarting = restart(code, signal);
    });
    // It must not keep the process alive; whoever opened the database closes it.
    started.unref();
    return started;
  }

  /** @param {number | null} code @param {string | null} signal */
  async function restart(code, signal) {
    log.error('PostgreSQL ended unexpectedly; starting it again', { code, signal });
    let failure = new Error('PostgreSQL ended');
    for (const pause of RESTART_PAUSES) {
      await sleep(pause);
      if (stopping) return;
      try {
        child = watch(await startPostmaster(options));
        log.info('PostgreSQL is back', { pid: child.pid });
        return;
      } catch (error) {
        failure = /** @type {Error} */ (error);
        log.warn('PostgreSQL did not come back yet', { error: failure.message });
      }
    }
    for (const listener of listeners) listener(failure);
  }

  return {
    pid: () => Number(child.pid),
    /** @param {(error: Error) => void} fn */
    onExit: (fn) => void listeners.push(fn),
    stop: async () => {
      stopping = true;
      await restarting;
      process.removeListener('exit', onProcessExit);
      if (child.exitCode === null && child.signalCode === null) await stopPostmaster(Number(child.pid));
    },
  };
}
