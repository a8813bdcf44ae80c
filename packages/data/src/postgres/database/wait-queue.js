import { databaseBusy } from './errors.js';

/** @template T @typedef {{ give: (value: T) => void, fail: (error: unknown) => void }} Waiter */

/**
 * Callers waiting for a scarce resource, first come, first served; refused if the queue or the wait is too long.
 *
 * @template T
 * @param {{ limit: number, waitMs: number }} options
 */
export function createWaitQueue({ limit, waitMs }) {
  /** @type {Waiter<T>[]} */
  const waiters = [];

  return {
    length: () => waiters.length,

    /** @returns {Promise<T>} @throws {import('@plinth/plugin').AppError} DATABASE_BUSY */
    async wait() {
      if (waiters.length >= limit) throw databaseBusy(`${waiters.length} callers are waiting for a connection`);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters.splice(waiters.indexOf(waiter), 1);
          reject(databaseBusy(`no connection became free within ${waitMs / 1000} s`));
        }, waitMs);
        /** @type {Waiter<T>} */
        const waiter = {
          give: (value) => (clearTimeout(timer), resolve(value)),
          fail: (error) => (clearTimeout(timer), reject(error)),
        };
        waiters.push(waiter);
      });
    },

    /** Removes and returns the first caller. */
    next: () => waiters.shift(),

    /** @param {unknown} error */
    refuseAll(error) {
      for (const waiter of waiters.splice(0)) waiter.fail(error);
    },
  };
}
