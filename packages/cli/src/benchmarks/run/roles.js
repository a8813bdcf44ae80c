/** @import { Values } from '@plinth/plugin' */
import { fork } from 'node:child_process';

/** @import { ChildProcess } from 'node:child_process' */

/**
 * Runs a file in a separate process in one of its roles, which is its first argument.
 *
 * @param {string} url import.meta.url
 * @param {string} role
 * @param {{ execArgv?: string[] }} [options]
 * @returns {ChildProcess}
 */
export const startRole = (url, role, { execArgv = [] } = {}) =>
  fork(new URL(url), [role], { serialization: 'advanced', execArgv });

/**
 * Sends a message to a process and waits for its answer.
 *
 * @param {ChildProcess} child
 * @param {unknown} message
 * @returns {Promise<any>}
 */
export function ask(child, message) {
  return new Promise((resolve, reject) => {
    const ended = (/** @type {number} */ code) => reject(new Error(`A process of the benchmark ended (${code})`));
    child.once('exit', ended).once('message', (answer) => {
      child.off('exit', ended);
      resolve(answer);
    });
    child.send(/** @type {Values} */ (message));
  });
}
