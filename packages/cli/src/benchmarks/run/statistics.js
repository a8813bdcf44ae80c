/** @import { Latency, Round } from '../types.d.ts' */

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

/** Each percentile is the median of the rounds' own. @param {readonly Round[]} rounds @returns {Latency} */
export function medianLatency(rounds) {
  /** @param {keyof Latency} key */
  const of = (key) => round(median(rounds.map(({ latency }) => latency[key])), 3);
  return {
    mean: of('mean'),
    p50: of('p50'),
    p75: of('p75'),
    p90: of('p90'),
    p95: of('p95'),
    p99: of('p99'),
    max: of('max'),
  };
}

/** @param {number} value @param {number} [digits] */
export function round(value, digits = 1) {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
