import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than any busy machine needs: a test that waits this long has failed. */
const PATIENCE_MS = 60_000;
const MOST_PAUSE_MS = 20;

/**
 * Waits for what happens by itself, such as a notification between processes. What happens at once is seen at once.
 *
 * @param {() => unknown} holds
 */
export async function until(holds) {
  const end = performance.now() + PATIENCE_MS;
  for (let pause = 1; !(await holds()); pause = Math.min(2 * pause, MOST_PAUSE_MS)) {
    if (performance.now() > end) throw new Error(`It did not happen within ${PATIENCE_MS / 1000} s: ${holds}`);
    await sleep(pause);
  }
}
