/** @typedef {{ unit: string, median: number, p50: number, p95: number, p99: number, max: number, perSecond: number, samples: number }} Figures */

/**
 * How long each of many calls takes, one after the other.
 *
 * @param {number} count @param {(i: number) => Promise<unknown>} call @param {{ warmUp?: number }} [options]
 * @returns {Promise<Figures>} times in microseconds
 */
export async function timeEach(count, call, { warmUp = Math.min(50, count) } = {}) {
  for (let i = 0; i < warmUp; i++) await call(i);
  /** @type {number[]} */
  const taken = [];
  const started = performance.now();
  for (let i = 0; i < count; i++) {
    const before = performance.now();
    await call(warmUp + i);
    taken.push((performance.now() - before) * 1000);
  }
  return { ...figures(taken, 'us'), perSecond: Math.round((count * 1000) / (performance.now() - started)) };
}

/** Calls a second when several callers do it at once. @param {number} count @param {number} callers @param {(i: number) => Promise<unknown>} call */
export async function rateOf(count, callers, call) {
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < count) await call(next++);
    }),
  );
  return Math.round((count * 1000) / (performance.now() - started));
}

/** @param {number[]} values @param {string} unit */
export function figures(values, unit) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toPrecision(4));
  return {
    unit,
    median: at(0.5),
    p50: at(0.5),
    p90: at(0.9),
    p95: at(0.95),
    p99: at(0.99),
    max: at(1),
    samples: sorted.length,
  };
}

/** The middle one of several runs. @param {number[]} values */
export function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Whether a script was called by itself and not imported. @param {string} url import.meta.url */
export function isMain(url) {
  return process.argv[1] !== undefined && url === new URL(`file://${process.argv[1]}`).href;
}
