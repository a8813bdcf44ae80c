/** @import { Log } from '../types.d.ts' */

const LONGEST_PAUSE = 30_000;

/**
 * When the next worker of a place is started: at once after the first early end, then after growing pauses.
 *
 * @param {{ log: Log, onFailure: (failures: number) => void, replace: () => unknown }} options
 *   onFailure: told of each early end, with how many there were in a row
 */
export function createReplacing({ log, onFailure, replace }) {
  let failures = 0;
  let timer = /** @type {NodeJS.Timeout | undefined} */ (undefined);
  return {
    plan() {
      onFailure(++failures);
      const pause = pauseAfter(failures);
      log.info('starting another worker', { inMs: pause, failures });
      clearTimeout(timer);
      timer = setTimeout(replace, pause);
    },
    cancel: () => clearTimeout(timer),
    /** The one that ended now ran well. */
    forget: () => void (failures = 0),
  };
}

/** @param {number} failures in a row @returns {number} ms */
const pauseAfter = (failures) => (failures === 1 ? 0 : Math.min(LONGEST_PAUSE, 500 * 2 ** (failures - 1)));
