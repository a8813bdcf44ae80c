/** For so long a step may keep everybody else waiting, in ms. */
const TURN_MS = 10;

/**
 * For long work in steps: awaited between two of them, it lets others have their turn when this work has had its own.
 *
 * @returns {() => Promise<void>}
 */
export function createBreath() {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < TURN_MS) return;
    await new Promise((resolve) => void setImmediate(resolve));
    began = performance.now();
  };
}
