import { AsyncLocalStorage } from 'node:async_hooks';
import { EXPORTS, REQUESTS, byteShare } from './figures.js';
import { Person } from './person.js';
import { createPieces } from './pieces.js';
import { createTurns } from './turns.js';

/** @typedef {ReturnType<typeof createFairness>} Fairness */

/**
 * Knows for whom the code is running: whoever hands out something scarce asks here instead of taking the person as an
 * argument through every layer, so no path can forget it.
 *
 * @param {{ bodyBytes?: number }} [options] bodyBytes: the share of large bodies and answers
 */
export function createFairness({ bodyBytes = 64 * 2 ** 20 } = {}) {
  /** @type {AsyncLocalStorage<Person | undefined>} */
  const running = new AsyncLocalStorage();

  /** Nobody's share limits what is for all. */
  const all = new Person('', 'system');
  all.isAll = true;

  const requests = createTurns(REQUESTS);
  const bytes = createTurns(byteShare(bodyBytes));
  const begin = createPieces();

  return {
    /** Places for requests that are computed. */
    requests,
    /** Places for files of all rows of a list. */
    exports: createTurns(EXPORTS),
    /** Room for large bodies and answers, in bytes. */
    bytes,

    /**
     * Waits while somebody's bodies and answers take all the room that one person has, except within a request that has
     * some of it: that one must end.
     *
     * @param {Person} person @returns {Promise<void> | null}
     */
    roomFor: (person) => (person.bytes === 0 && bytes.isUsedUpBy(person) ? bytes.use(person, async () => {}) : null),

    /**
     * To be called before a piece of work that keeps the process busy, such as printing a page: what to wait for, if others
     * are about and the same person has had a piece in this turn of the event loop.
     *
     * @returns {Promise<void> | undefined}
     */
    nextPiece() {
      const person = running.getStore();
      return person && requests.hasCompany ? begin(person.key) : undefined;
    },

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
