/** @import { ChildProcess } from 'node:child_process' */
/** @import { Actor, Values } from '@plinth/plugin' */
/** @import { Config, Log } from '../../types.d.ts' */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isBackupDue } from '@plinth/data';

const SCRIPT = fileURLToPath(new URL('./backup-process.js', import.meta.url));
const MINUTE = 60_000;
/** @type {Actor} */
const SYSTEM = Object.freeze({ userId: null, roles: Object.freeze([]), system: true });

/**
 * Starts backups in a process of their own.
 *
 * @param {{ config: Config, connection: Values, log: Log }} context
 */
export function createBackupRunner({ config, connection, log }) {
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

/** Makes backups by the schedule. @param {Parameters<typeof createBackupRunner>[0]} context @returns {() => Promise<void>} */
export function followSchedule(context) {
  const runner = createBackupRunner(context);
  const stop = runner.follow();
  return async () => {
    stop();
    runner.close();
  };
}
