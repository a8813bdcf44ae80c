/** @import { Log } from '../../types.d.ts' */

const LONGEST_PAUSE = 30_000;

/**
 * Decides when the next worker of a slot starts: at once after the first early exit, then after growing pauses.
 *
 * @param {{ log: Log, onFailure: (failures: number) => void, replace: () => unknown }} options
 *   onFailure: called for each early exit with the number of them in a row
 */
export function createRespawn({ log, onFailure, replace }) {
  let failures = 0;
  let timer = /** @type {NodeJS.Timeout | undefined} */ (undefined);
  return {
    schedule() {
      onFailure(++failures);
      const pause = pauseAfter(failures);
      log.info('starting another worker', { inMs: pause, failures });
      clearTimeout(timer);
      timer = setTimeout(replace, pause);
    },
    cancel: () => clearTimeout(timer),
    /** The worker that exited had been healthy. */
    reset: () => void (failures = 0),
  };
}

/** @param {number} failures in a row @returns {number} ms */
const pauseAfter = (failures) => (failures === 1 ? 0 : Math.min(LONGEST_PAUSE, 500 * 2 ** (failures - 1)));
