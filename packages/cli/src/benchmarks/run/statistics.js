/** @import { Latency, Spread } from '../types.d.ts' */

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @param {readonly number[]} values @param {number} [digits] @returns {Spread} */
export const spread = (values, digits) => ({
  median: round(median(values), digits),
  min: round(Math.min(...values), digits),
  max: round(Math.max(...values), digits),
});

/** @param {readonly number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** @param {readonly number[]} values @returns {Latency} */
export function latencyOf(values) {
  if (values.length === 0) return { mean: 0, p50: 0, p75: 0, p90: 0, p95: 0, p99: 0, max: 0 };
  const sorted = Float64Array.from(values).sort();
  const at = (/** @type {number} */ share) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))], 3);
  const all = { mean: round(mean(values), 3), p50: at(0.5), p75: at(0.75), p90: at(0.9), p95: at(0.95), p99: at(0.99) };
  return { ...all, max: at(1) };
}

/** Each percentile is the median of the rounds' percentiles. @param {readonly Latency[]} all @returns {Latency} */
export function medianLatency(all) {
  const keys = /** @type {(keyof Latency)[]} */ (Object.keys(latencyOf([])));
  return /** @type {any} */ (
    Object.fromEntries(keys.map((key) => [key, round(median(all.map((latency) => latency[key])), 3)]))
  );
}

/** @param {readonly number[]} values @param {string} unit */
export function figures(values, unit) {
  const { mean: average, p50, p90, p95, p99, max } = latencyOf(values);
  return { unit, average, p50, p90, p95, p99, max, samples: values.length };
}

const US = 1000;

/**
 * The duration in us of each of many calls by concurrent callers, and the calls per second.
 *
 * @param {number} count @param {(i: number) => Promise<unknown>} call
 * @param {{ callers?: number, warmUp?: number }} [options]
 */
export async function timeCalls(count, call, { callers = 1, warmUp = 0 } = {}) {
  for (let i = 0; i < warmUp; i++) await call(i);
  /** @type {number[]} */
  const taken = [];
  let next = warmUp;
  const started = performance.now();
  const caller = async () => {
    while (next < warmUp + count) taken.push((await timed(() => call(next++))) * US);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { ...figures(taken, 'us'), perSecond: Math.round((count * 1000) / (performance.now() - started)) };
}

/** @param {() => Promise<unknown>} work @returns {Promise<number>} ms */
export async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** @param {number} value @param {number} [digits] */
export function round(value, digits = 1) {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
