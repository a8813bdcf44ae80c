/** @import { Log } from '../../create-data.js' */
import { createWorkers } from './workers.js';

/** How often to look for runs that no event announced, such as those from before the start. */
const TICK_MS = 30_000;

/**
 * Executes runs of a kind when an event announces one and when one is due. Each process has a runner of each kind; the
 * database gives each run to one of them.
 *
 * @param {{ log: Log, runNext: () => Promise<{ isRun: boolean, next: number | null }>, isActive: () => boolean,
 *   ranSome: () => void, tidy?: () => Promise<void> }} context
 *   next: ms until a run is due, if none was; isActive: whether to ask the database at all; tidy: periodic cleaning
 */
export function createRunner({ log, runNext, isActive, ranSome, tidy = async () => {} }) {
  const workers = createWorkers({ log, runNext: nextOrLater, ranSome });
  /** @type {NodeJS.Timeout | undefined} */
  let tick;
  /** @type {NodeJS.Timeout | undefined} */
  let later;
  let wakesAt = Infinity;
  let isClosed = false;

  async function nextOrLater() {
    const { isRun, next } = await runNext();
    if (next !== null) wakeIn(Math.max(next, 0) + 5);
    return isRun;
  }

  /** Several workers ask; the nearest time counts. @param {number} ms */
  function wakeIn(ms) {
    const at = performance.now() + ms;
    if (isClosed || at >= wakesAt) return;
    clearTimeout(later);
    wakesAt = at;
    later = setTimeout(() => {
      wakesAt = Infinity;
      workers.wake([]);
    }, ms).unref();
  }

  async function look() {
    if (!isActive()) return;
    await tidy().catch((error) => log.warn('tasks could not be looked after', { error: String(error) }));
    workers.wake([]);
  }

  return {
    look,
    /** There may be runs, which other transactions see a moment later, or, with [], see now. @param {number[]} [again] */
    wake: (again) => workers.wake(again),
    /** Starts the timer, in a process that serves. */
    async start() {
      if (isClosed) return;
      tick = setInterval(look, TICK_MS).unref();
      await look();
    },
    /** Runs everything that is due. @param {number} [atOnce] */
    async drain(atOnce = 1) {
      let ran = 0;
      const work = async () => {
        while ((await runNext()).isRun) ran++;
      };
      do {
        ran = 0;
        await workers.ended();
        await Promise.all(Array.from({ length: atOnce }, work));
      } while (ran > 0 || workers.isBusy());
      ranSome();
    },
    async close() {
      isClosed = true;
      clearInterval(tick);
      clearTimeout(later);
      await workers.close();
    },
  };
}
