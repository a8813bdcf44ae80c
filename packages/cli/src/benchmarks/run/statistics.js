import { createHistogram } from 'node:perf_hooks';

/** @import { Latency, Round } from '../types.d.ts' */

/** For a histogram in microseconds. */
const MS = 1000;

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @param {readonly number[]} values */
export const spread = (values) => ({
  median: round(median(values)),
  min: round(Math.min(...values)),
  max: round(Math.max(...values)),
});

/** Each percentile is the median of the rounds' percentiles. @param {readonly Round[]} rounds @returns {Latency} */
export function medianLatency(rounds) {
  const keys = /** @type {(keyof Latency)[]} */ (['mean', 'p50', 'p75', 'p90', 'p95', 'p99', 'max']);
  const entries = keys.map((key) => [key, round(median(rounds.map(({ latency }) => latency[key])), 3)]);
  return Object.fromEntries(entries);
}

/** Times in ms, counted in buckets, so that a million cost no more memory than ten. */
export function createLatencies() {
  const histogram = createHistogram({ lowest: 1, highest: 60_000 * MS, figures: 3 });
  return {
    /** @param {number} ms */
    add: (ms) => histogram.record(Math.max(1, Math.round(ms * MS))),
    /** @returns {Latency} */
    latency() {
      if (histogram.count === 0) return { mean: 0, p50: 0, p75: 0, p90: 0, p95: 0, p99: 0, max: 0 };
      const at = (/** @type {number} */ percent) => histogram.percentile(percent) / MS;
      const of = { mean: histogram.mean / MS, p50: at(50), p75: at(75), p90: at(90) };
      return { ...of, p95: at(95), p99: at(99), max: histogram.max / MS };
    },
  };
}

/** @param {readonly number[]} values @param {string} unit */
export function figures(values, unit) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toPrecision(4));
  return { unit, p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), max: at(1), samples: sorted.length };
}

/**
 * The duration of each of many calls by concurrent callers, and the calls per second.
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
    while (next < warmUp + count) {
      const before = performance.now();
      await call(next++);
      taken.push((performance.now() - before) * MS);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { ...figures(taken, 'us'), perSecond: Math.round((count * 1000) / (performance.now() - started)) };
}

/** @param {number} value @param {number} [digits] */
export function round(value, digits = 1) {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
