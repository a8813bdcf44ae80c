/** @import { ChildProcess } from 'node:child_process' */
/** @import { Actor, Values } from '@plinth/plugin' */
/** @import { Config, Log } from '../../types.d.ts' */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isBackupDue } from '@plinth/data';
import { AppError } from '@plinth/plugin';

const SCRIPT = fileURLToPath(new URL('./backup-process.js', import.meta.url));
const COMPARE = fileURLToPath(new URL('./compare-process.js', import.meta.url));
const MINUTE = 60_000;
/** @type {Actor} */
const SYSTEM = Object.freeze({ userId: null, roles: Object.freeze([]), system: true });

/** @typedef {(wanted: import('./restore-here.js').Wanted) => void} AskRestore stops the server, restores, and starts it again */

/**
 * Starts backups in a process of their own.
 *
 * @param {{ config: Config, connection: Values, log: Log, askRestore?: AskRestore | null }} context
 *   askRestore: null where nothing can start the server again
 */
export function createBackupRunner({ config, connection, log, askRestore = null }) {
  /** @type {Set<ChildProcess>} */
  const running = new Set();

  /** Resolves when it has ended, well or not: the record says how. @param {'scheduled' | 'admin'} reason @param {Actor} actor */
  async function start(reason, actor) {
    const child = fork(SCRIPT, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    running.add(child);
    // It ends with this process, which does not wait for it.
    child.unref();
    child.channel?.unref();
    try {
      child.send({ config, connection, reason, actor });
      await once(child, 'exit');
    } catch (error) {
      log.error('backup not started', { error });
    } finally {
      running.delete(child);
    }
  }

  return {
    /** @param {Actor} actor @returns {Promise<void>} the record says how it ends */
    async start(actor) {
      // A second one would only find the first one running.
      if (running.size === 0) void start('admin', actor);
    },

    /**
     * What a restore would change.
     *
     * @param {{ file: string, me: string | null }} about file: its path
     * @returns {Promise<import('@plinth/data').Comparison>}
     */
    async compare({ file, me }) {
      const child = fork(COMPARE, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      running.add(child);
      child.unref();
      try {
        child.send({ connection, file, passphrase: config.backupPassphrase ?? undefined, me });
        return await answerOf(child);
      } finally {
        running.delete(child);
        child.kill('SIGKILL');
      }
    },

    /** Whether `restore` can do anything. */
    canRestore: askRestore !== null,
    /** @param {import('./restore-here.js').Wanted} wanted */
    restore(wanted) {
      if (!askRestore) throw notHere();
      askRestore(wanted);
    },

    /**
     * Makes backups by the schedule until it is stopped. Each node may ask; one of them makes it.
     *
     * @param {{ every?: number }} [options] ms
     * @returns {() => void} stops it
     */
    follow({ every = MINUTE } = {}) {
      let isAsking = false;
      const ask = async () => {
        if (isAsking) return;
        isAsking = true;
        try {
          if (await isBackupDue(connection)) await start('scheduled', SYSTEM);
        } catch (error) {
          log.debug('backup schedule not read', { error });
        } finally {
          isAsking = false;
        }
      };
      const timer = setInterval(ask, every);
      timer.unref();
      return () => clearInterval(timer);
    },

    close() {
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

/** @param {ChildProcess} child @returns {Promise<import('@plinth/data').Comparison>} */
function answerOf(child) {
  const { promise, resolve, reject } = Promise.withResolvers();
  child.once('message', (/** @type {Values} */ { comparison, failed }) =>
    failed ? reject(new AppError(failed.code, failed.message, failed)) : resolve(comparison),
  );
  child.once('error', reject);
  child.once('exit', () => reject(new Error('The comparison ended without an answer')));
  return promise;
}

const notHere = () =>
  new AppError('RESTORE_NOT_HERE', 'This server can’t restart itself', {
    status: 409,
    hint: 'Stop it and run: npx plinth restore FILE --replace',
  });

/** Makes backups by the schedule. @param {Parameters<typeof createBackupRunner>[0]} context @returns {() => Promise<void>} */
export function followSchedule(context) {
  const runner = createBackupRunner(context);
  const stop = runner.follow();
  return async () => {
    stop();
    runner.close();
  };
}
