/** How long work may block the event loop, in ms. */
const TURN_MS = 10;

/**
 * For long work in steps: await the result between steps to yield to the event loop once TURN_MS have passed.
 *
 * @returns {() => Promise<void>}
 */
export function createYield() {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < TURN_MS) return;
    await new Promise((resolve) => void setImmediate(resolve));
    began = performance.now();
  };
}
