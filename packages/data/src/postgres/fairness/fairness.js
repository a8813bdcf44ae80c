import { AsyncLocalStorage } from 'node:async_hooks';
import { EXPORTS, REQUESTS } from './figures.js';
import { Person } from './person.js';
import { createTurns } from './turns.js';

/** @typedef {ReturnType<typeof createFairness>} Fairness */

/**
 * Knows for whom the code is running: whoever hands out something scarce asks here instead of taking the person as an
 * argument through every layer, so no path can forget it.
 */
export function createFairness() {
  /** @type {AsyncLocalStorage<Person | undefined>} */
  const running = new AsyncLocalStorage();

  /** Nobody's share limits what is for all. */
  const all = new Person('', 'system');
  all.isAll = true;

  return {
    /** Places for requests that are computed. */
    requests: createTurns(REQUESTS),
    /** Places for files of all rows of a list. */
    exports: createTurns(EXPORTS),

    /** @template T @param {Person} person @param {() => T} work @returns {T} */
    as: (person, work) => running.run(person, work),

    /** Work for several people together, such as a batch of their rows: none of them has to wait for the share of another. @template T @param {() => T} work @returns {T} */
    forEverybody: (work) => running.run(undefined, work),

    /** Whose work this is; null: everybody's. @returns {Person | null} */
    person: () => running.getStore() ?? null,

    /** The same, as somebody who has all places. @returns {Person} */
    personOrAll: () => running.getStore() ?? all,
  };
}
