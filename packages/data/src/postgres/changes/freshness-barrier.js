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

const REACHED = Promise.resolve(true);

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
  /** The last end that they know; null: one of them knows none. @type {bigint | null} */
  let known = 0n;

  async function gather() {
    await running;
    await whileMoreCome(() => asking);
    gathering = null;
    asking = 0;
    running = check(known);
    known = 0n;
    return running;
  }

  /** @param {bigint | null} told where the log ends @returns {Promise<boolean>} */
  function check(told) {
    if (!isLive() || performance.now() < refusedUntil) return Promise.resolve(false);
    count++;
    return new Promise((resolve) => {
      const settle = (/** @type {boolean} */ isFresh) => {
        if (open !== mine) return;
        open = null;
        for (const timer of timers) clearInterval(timer);
        if (!isFresh) refusedUntil = performance.now() + PAUSE_MS;
        resolve(isFresh);
      };
      /** @type {{ end: bigint | null, settle(isFresh: boolean): void }} */
      const mine = (open = { end: null, settle });
      /** @type {NodeJS.Timeout[]} */
      const timers = [];
      let steps = 0;
      timers.push(setInterval(() => ++steps > STEPS && settle(false), STEP_MS));
      const toEnd = (/** @type {bigint} */ end) => {
        if (open !== mine) return;
        mine.end = end;
        advanced();
        if (open !== mine) return;
        hurry();
        timers.push(setInterval(hurry, HURRY_MS), setTimeout(flush, FLUSH_MS));
      };
      if (told === null) askEnd().then(toEnd, () => settle(false));
      else toEnd(told);
    });
  }

  /** Call when the position may have advanced or the source was lost. */
  function advanced() {
    if (!open) return;
    if (!isLive()) open.settle(false);
    else if (open.end !== null && position() >= open.end) open.settle(true);
  }

  return {
    /**
     * @param {bigint} [end] where the log ended after whoever waits had come: then the database need not be asked
     * @returns {Promise<boolean>} false: unknown, so nothing cached may be used
     */
    caughtUp(end) {
      if (end !== undefined && isLive() && position() >= end) return REACHED;
      asking++;
      known = laterOf(known, end);
      return (gathering ??= gather());
    },
    advanced,
    /** How many barriers have run. */
    count: () => count,
  };
}

/** @param {bigint | null} known @param {bigint | undefined} end @returns {bigint | null} null: one of them is not known */
const laterOf = (known, end) => (known === null || end === undefined ? null : end > known ? end : known);

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
