/** @import { ChildProcess } from 'node:child_process' */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError, phrase } from '@plinth/plugin';
import { inTime } from './in-time.js';

const SCRIPT = fileURLToPath(new URL('./trial-process.js', import.meta.url));

/**
 * Loads plugins in a separate process before they are loaded in the server, where an endless loop could not be
 * interrupted and process.exit() would end the server. The top-level code of a plugin's modules therefore runs twice.
 *
 * @param {{ patience?: number }} [options] patience: ms that loading one may take
 */
export function createTrial({ patience } = {}) {
  /** @type {ChildProcess | null} */
  let child = null;
  const end = () => {
    child?.kill('SIGKILL');
    child = null;
  };

  /** @param {string} name @param {string} entry */
  async function attempt(name, entry) {
    child ??= await startProcess(name);
    const answered = answerOf(child, name);
    child.send(entry);
    await inTime(answered, name, patience);
  }

  return {
    /**
     * @param {string} name @param {string} entry its module @returns {Promise<void>} resolves even if the module throws
     * @throws {AppError} PLUGIN_SLOW, PLUGIN_ENDS_PROCESS
     */
    async load(name, entry) {
      const isShared = child !== null;
      try {
        await attempt(name, entry);
      } catch (error) {
        end();
        if (!isShared) throw error;
        // A plugin loaded before it may have caused this.
        await attempt(name, entry).catch((reason) => {
          end();
          throw reason;
        });
      }
    },
    close: end,
  };
}

/** @param {string} name @returns {Promise<ChildProcess>} */
async function startProcess(name) {
  const child = fork(SCRIPT, [String(process.pid)], { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  await answerOf(child, name);
  return child;
}

/**
 * Waits until it is ready, or has loaded the plugin.
 *
 * @param {ChildProcess} child
 * @param {string} name
 * @returns {Promise<void>}
 */
function answerOf(child, name) {
  return new Promise((resolve, reject) => {
    const settle = () => {
      child.off('message', loaded);
      child.off('exit', ended);
      child.off('error', failed);
    };
    const loaded = () => {
      settle();
      resolve();
    };
    const failed = (/** @type {unknown} */ error) => {
      settle();
      reject(error);
    };
    const ended = () => failed(endsProcess(name));
    child.on('message', loaded).once('exit', ended).once('error', failed);
  });
}

/** @param {string} name */
function endsProcess(name) {
  return new AppError('PLUGIN_ENDS_PROCESS', phrase`The plugin "${name}" ends the process that loads it`, {
    status: 422,
    hint: 'Report it to the plugin’s author',
  });
}
