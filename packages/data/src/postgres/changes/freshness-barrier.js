import { setImmediate as endOfTurn } from 'node:timers/promises';

/**
 * How long a barrier may take: STEPS times STEP_MS. After that a cached answer is rendered again instead. Waiting in
 * steps lets a process that was blocked for a while read what has arrived before it gives up.
 */
const STEPS = 15;
const STEP_MS = 20;
/** After a barrier failed, the next ones fail at once for this long, in ms. */
const PAUSE_MS = 100;
const HURRY_MS = 2;
/** A stream usually catches up within 1 ms. One that has not after this long, in ms, waits for a record that is only half written. */
const FLUSH_MS = 6;
/** While each turn of the event loop brings more callers, the barrier waits for them: at most this many turns or ms. */
const MOST_TURNS = 4;
const MOST_WAIT_MS = 1;

/**
 * Waits until every change committed before the call has been received: asks the database where its log ends and waits
 * for the stream to reach that position. One barrier runs at a time. Calls that arrive meanwhile share the next one,
 * never one that started before they were made.
 *
 * @param {{ isLive(): boolean, askEnd(): Promise<bigint>, position(): bigint, hurry?(): void, flush?(): void }} source
 *   hurry: makes the source report its position now; flush: makes the database write the rest of its log
 */
export function createFreshnessBarrier({ isLive, askEnd, position, hurry = () => {}, flush = () => {} }) {
  /** @type {Promise<boolean>} */
  let running = Promise.resolve(false);
  /** @type {Promise<boolean> | null} */
  let gathering = null;
  /** @type {{ end: bigint | null, settle(isFresh: boolean): void } | null} */
  let open = null;
  let refusedUntil = 0;
  let count = 0;
  /** Callers that will share the next barrier. */
  let asking = 0;

  async function gather() {
    await running;
    await whileMoreCome(() => asking);
    gathering = null;
    asking = 0;
    running = check();
    return running;
  }

  /** @returns {Promise<boolean>} */
  function check() {
    if (!isLive() || performance.now() < refusedUntil) return Promise.resolve(false);
    count++;
    return new Promise((resolve) => {
      const settle = (/** @type {boolean} */ isFresh) => {
        if (open !== mine) return;
        open = null;
        clearInterval(patience);
        clearInterval(hurrying);
        clearTimeout(flushing);
        if (!isFresh) refusedUntil = performance.now() + PAUSE_MS;
        resolve(isFresh);
      };
      /** @type {{ end: bigint | null, settle(isFresh: boolean): void }} */
      const mine = (open = { end: null, settle });
      /** @type {NodeJS.Timeout | undefined} */
      let hurrying;
      /** @type {NodeJS.Timeout | undefined} */
      let flushing;
      let steps = 0;
      const patience = setInterval(() => ++steps > STEPS && settle(false), STEP_MS);
      const toEnd = (/** @type {bigint} */ end) => {
        if (open !== mine) return;
        mine.end = end;
        advanced();
        if (open !== mine) return;
        hurry();
        hurrying = setInterval(hurry, HURRY_MS);
        flushing = setTimeout(flush, FLUSH_MS);
      };
      askEnd().then(toEnd, () => settle(false));
    });
  }

  /** Call when the position may have advanced or the source was lost. */
  function advanced() {
    if (!open) return;
    if (!isLive()) open.settle(false);
    else if (open.end !== null && position() >= open.end) open.settle(true);
  }

  return {
    /** @returns {Promise<boolean>} false: unknown, so nothing cached may be used */
    caughtUp() {
      asking++;
      return (gathering ??= gather());
    },
    advanced,
    /** How many barriers have run. */
    count: () => count,
  };
}

/** Waits until a turn of the event loop brings no more callers. @param {() => number} count of callers */
async function whileMoreCome(count) {
  const began = performance.now();
  let known = 0;
  for (let turns = 0; turns < MOST_TURNS && known < count(); turns++) {
    known = count();
    await endOfTurn();
    if (performance.now() - began > MOST_WAIT_MS) return;
  }
}
