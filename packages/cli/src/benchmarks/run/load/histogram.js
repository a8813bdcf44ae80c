/** Width of a bucket in ms: finer than what the network jitters by. */
const STEP = 0.02;
const LONGEST = 20_000;

/** Times in ms, counted in buckets, so that a million of them cost no more than ten. */
export function createHistogram() {
  const counts = new Uint32Array(LONGEST / STEP + 1);
  let total = 0;
  let sum = 0;
  let max = 0;
  return {
    /** @param {number} ms */
    add(ms) {
      counts[Math.min(counts.length - 1, Math.floor(ms / STEP))]++;
      total++;
      sum += ms;
      if (ms > max) max = ms;
    },
    latency() {
      /** @param {number} share */
      const at = (share) => {
        let left = Math.ceil(total * share);
        for (let i = 0; i < counts.length; i++) {
          left -= counts[i];
          if (left <= 0) return Math.round((i + 0.5) * STEP * 1000) / 1000;
        }
        return max;
      };
      if (total === 0) return { mean: 0, p50: 0, p75: 0, p90: 0, p95: 0, p99: 0, max: 0 };
      return { mean: sum / total, p50: at(0.5), p75: at(0.75), p90: at(0.9), p95: at(0.95), p99: at(0.99), max };
    },
  };
}
