/** @import { Values } from '@plinth/plugin' */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** @import { ChildProcess } from 'node:child_process' */

const script = fileURLToPath(new URL('./role-process.js', import.meta.url));

/**
 * Runs one of the `roles` that a benchmark's file exports in a process of its own, for as long as the work takes. A role
 * is a function that returns how it answers messages, and how it is closed.
 *
 * @template T
 * @param {string} url import.meta.url
 * @param {string} role
 * @param {(ask: (message: unknown) => Promise<any>) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withRole(url, role, work) {
  const child = fork(script, [url, role], { serialization: 'advanced', execArgv: ['--expose-gc'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    return await work((message) => ask(child, message));
  } finally {
    if (child.connected) child.disconnect();
    await ended;
  }
}

/** @param {ChildProcess} child @param {unknown} message @returns {Promise<any>} */
function ask(child, message) {
  return new Promise((resolve, reject) => {
    const ended = (/** @type {number} */ code) => reject(new Error(`A process of the benchmark ended (${code})`));
    child.once('exit', ended).once('message', (answer) => {
      child.off('exit', ended);
      resolve(answer);
    });
    child.send(/** @type {Values} */ (message));
  });
}
