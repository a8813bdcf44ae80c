import { availableParallelism } from 'node:os';
import { AppError } from '@plinth/plugin';

/**
 * Limits how many password hashes run at once. Each takes 19 MB and a core for some 30 ms, so a flood of logins would
 * otherwise starve everything else.
 *
 * @param {{ parallel?: number, waiting?: number }} [limits]
 */
export function createHashQueue({ parallel = availableParallelism(), waiting = 100 } = {}) {
  let running = 0;
  /** @type {(() => void)[]} */
  const queue = [];

  /**
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  return async function run(work) {
    if (running >= parallel) {
      if (queue.length >= waiting) throw loginBusy();
      await new Promise((resolve) => queue.push(/** @type {() => void} */ (resolve)));
    } else running++;
    try {
      return await work();
    } finally {
      // The slot goes to the next in the queue.
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}

function loginBusy() {
  return new AppError('LOGIN_BUSY', 'Too many people are logging in right now', {
    status: 503,
    hint: 'Try again in a few seconds',
  });
}
