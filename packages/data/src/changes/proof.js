import { setImmediate as endOfTurn } from 'node:timers/promises';

/**
 * An answer from memory waits no longer than so often so many ms for its proof; then it is made anew instead. In steps:
 * in a process that was busy for long, what came meanwhile is read before the next step.
 */
const STEPS = 15;
const STEP_MS = 20;
/** After a proof that failed nobody waits for the next ones, in ms. */
const PAUSE_MS = 100;
const HURRY_MS = 2;
/**
 * While every turn of the event loop brings more who ask, the question waits for them: for so many turns, and a process
 * whose turns are long for so many ms.
 */
const MOST_TURNS = 4;
const MOST_WAIT_MS = 1;

/**
 * Proves that everything committed so far has been heard: asks the database where its log ends and waits until that
 * was reached. One proof is under way at a time; who asks meanwhile shares the next, never one that began before he
 * asked. It begins when everything was read that had come by then, so that one proof serves all of that.
 *
 * @param {{ isLive(): boolean, askEnd(): Promise<bigint>, position(): bigint, hurry?(): void }} source
 *   hurry: makes the source tell its position now
 */
export function createProof({ isLive, askEnd, position, hurry = () => {} }) {
  /** @type {Promise<boolean>} */
  let running = Promise.resolve(false);
  /** @type {Promise<boolean> | null} */
  let gathering = null;
  /** @type {{ end: bigint | null, settle(proven: boolean): void } | null} */
  let open = null;
  let refusedUntil = 0;
  let made = 0;
  /** How many share the proof that is gathering. */
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
    made++;
    return new Promise((resolve) => {
      const settle = (/** @type {boolean} */ proven) => {
        if (open !== mine) return;
        open = null;
        clearInterval(patience);
        clearInterval(hurrying);
        if (!proven) refusedUntil = performance.now() + PAUSE_MS;
        resolve(proven);
      };
      /** @type {{ end: bigint | null, settle(proven: boolean): void }} */
      const mine = (open = { end: null, settle });
      /** @type {NodeJS.Timeout | undefined} */
      let hurrying;
      let steps = 0;
      const patience = setInterval(() => ++steps > STEPS && settle(false), STEP_MS);
      const toEnd = (/** @type {bigint} */ end) => {
        if (open !== mine) return;
        mine.end = end;
        advanced();
        if (open !== mine) return;
        hurry();
        hurrying = setInterval(hurry, HURRY_MS);
      };
      askEnd().then(toEnd, () => settle(false));
    });
  }

  /** To be called when the position may have grown, or the source was lost. */
  function advanced() {
    if (!open) return;
    if (!isLive()) open.settle(false);
    else if (open.end !== null && position() >= open.end) open.settle(true);
  }

  return {
    /** @returns {Promise<boolean>} false: not to be shown now */
    prove() {
      asking++;
      return (gathering ??= gather());
    },
    advanced,
    /** How many were asked of the database. */
    made: () => made,
  };
}

/** Waits until a turn of the event loop brings nobody more. @param {() => number} count of those who ask */
async function whileMoreCome(count) {
  const began = performance.now();
  let known = 0;
  for (let turns = 0; turns < MOST_TURNS && known < count(); turns++) {
    known = count();
    await endOfTurn();
    if (performance.now() - began > MOST_WAIT_MS) return;
  }
}
