/** @import { Log } from '../create-data.js' */

/** Runs at the same time in one process. */
export const MOST_AT_ONCE = 3;
/** The log tells of a commit an instant before other transactions see it. */
const SOON_MS = [10, 100, 1000];

/**
 * Runs what is due, several at a time, until nothing is.
 *
 * @param {{ log: Log, runNext: () => Promise<boolean>, ranSome: () => void }} context
 */
export function createWorkers({ log, runNext, ranSome }) {
  /** @type {Set<Promise<void>>} */
  const workers = new Set();
  /** @type {Set<NodeJS.Timeout>} */
  const timers = new Set();
  let isClosing = false;
  let isAskedAgain = false;

  /** @param {number[]} [later] when to look again if there is nothing yet, in ms */
  function wake(later = SOON_MS) {
    if (isClosing) return;
    isAskedAgain = true;
    if (workers.size >= MOST_AT_ONCE) return;
    const worker = work(later).finally(() => workers.delete(worker));
    workers.add(worker);
  }

  /** @param {number[]} later */
  async function work([wait, ...later]) {
    let ran = 0;
    try {
      do {
        isAskedAgain = false;
        while (!isClosing && (await runNext())) {
          ran++;
          // There may be more, for another worker.
          if (ran === 1) wake([]);
        }
      } while (isAskedAgain && !isClosing && ran > 0);
    } catch (error) {
      // Without a database, the next tick tries again.
      log.warn('runs could not go on', { error: String(error) });
    }
    if (ran > 0) ranSome();
    else if (wait !== undefined && !isClosing) lookAgain(wait, later);
  }

  /** @param {number} wait @param {number[]} later */
  function lookAgain(wait, later) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      wake(later);
    }, wait).unref();
    timers.add(timer);
  }

  return {
    wake,
    /** One may have woken another. */
    async ended() {
      while (workers.size > 0) await Promise.all(workers);
    },
    async close() {
      isClosing = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(workers);
    },
  };
}
