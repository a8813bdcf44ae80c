import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than any busy machine needs: a test that waits this long has failed. */
const PATIENCE_MS = 20_000;

/**
 * Waits for what happens by itself, such as a notification between processes.
 *
 * @param {() => unknown} holds
 */
export async function until(holds) {
  for (let waited = 0; waited < PATIENCE_MS; waited += 10) {
    if (await holds()) return;
    await sleep(10);
  }
  throw new Error(`It did not happen within ${PATIENCE_MS / 1000} s: ${holds}`);
}
