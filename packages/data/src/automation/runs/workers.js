/** @import { Log } from '../../create-data.js' */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Runs at the same time in one process. */
export const MOST_AT_ONCE = 3;
/** The log announces a commit an instant before other transactions see it, so workers look again after this, in ms. */
const SOON_MS = [10, 100, 1000];
/** The same if the first look found something, which is almost always the announced row. */
const FOUND_MS = [10, 100];

/**
 * Executes due work, several pieces at a time, until nothing is left.
 *
 * @param {{ log: Log, runNext: () => Promise<boolean>, ranSome: () => void }} context
 */
export function createWorkers({ log, runNext, ranSome }) {
  /** @type {Set<Promise<void>>} */
  const workers = new Set();
  // The caller that wakes the workers must not execute everything itself.
  const onItsOwn = AsyncLocalStorage.snapshot();
  const later = createLater(() => onItsOwn(look));
  let isClosing = false;
  /** Whether a wake-up came while all workers were busy, perhaps after their last look. */
  let isAskedAgain = false;

  /** @param {number[]} [again] when to look again, whatever is found at once, in ms */
  function wake(again = SOON_MS) {
    if (isClosing) return;
    later.plan(again);
    onItsOwn(look);
  }

  function look() {
    if (isClosing) return;
    if (workers.size >= MOST_AT_ONCE) {
      isAskedAgain = true;
      return;
    }
    const worker = work().finally(() => {
      workers.delete(worker);
      if (!isAskedAgain) return;
      isAskedAgain = false;
      look();
    });
    workers.add(worker);
  }

  async function work() {
    let ran = 0;
    try {
      while (!isClosing && (await runNext())) {
        ran++;
        // There may be more, for another worker.
        if (ran === 1) look();
      }
    } catch (error) {
      // Without a database, the next tick tries again.
      log.warn('runs could not go on', { error: String(error) });
    }
    if (ran === 0) return;
    later.shorten(FOUND_MS);
    ranSome();
  }

  return {
    wake,
    isBusy: () => workers.size > 0,
    /** Resolves once all workers have found nothing more. One may have woken another. */
    async ended() {
      later.close();
      while (workers.size > 0) await Promise.all(workers);
      later.close();
    },
    async close() {
      isClosing = true;
      later.close();
      await Promise.all(workers);
    },
  };
}

/** Looks again some time after the last of several calls. @param {() => void} look */
function createLater(look) {
  /** @type {NodeJS.Timeout | null} */
  let timer = null;

  /** @param {number[]} waits each after the one before */
  function plan([wait, ...waits]) {
    if (wait === undefined) return;
    close();
    timer = setTimeout(() => {
      timer = null;
      plan(waits);
      look();
    }, wait).unref();
  }

  function close() {
    if (timer) clearTimeout(timer);
    timer = null;
  }

  return {
    plan,
    /** Instead of what is planned, if anything is. @param {number[]} waits */
    shorten(waits) {
      if (timer) plan(waits);
    },
    close,
  };
}
