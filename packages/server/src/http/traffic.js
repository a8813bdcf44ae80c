/** @typedef {ReturnType<typeof createTraffic>} Traffic */
/** @typedef {'kept' | 'asset' | 'made'} Source from the page cache, from the assets in memory, or made by a route */

/** Upper ends of the classes of how long an answer took, in seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Counts the answers of this process for /metrics; cheap enough for each of them. */
export function createTraffic() {
  /** @type {Map<string, { source: Source, status: number, count: number }>} */
  const answers = new Map();
  /** @type {Record<Source, { sum: number, count: number, buckets: number[] }>} */
  const times = { kept: emptyTimes(), asset: emptyTimes(), made: emptyTimes() };

  return {
    /** @param {Source} source @param {number} status @param {number} ms */
    note(source, status, ms) {
      const key = source + status;
      const known = answers.get(key);
      if (known) known.count++;
      else answers.set(key, { source, status, count: 1 });
      const of = times[source];
      of.count++;
      of.sum += ms / 1000;
      const at = BUCKETS.findIndex((end) => ms / 1000 <= end);
      if (at >= 0) of.buckets[at]++;
    },
    answers: () => [...answers.values()],
    /** Each bucket with all that are faster, as Prometheus wants it. */
    times: () =>
      Object.entries(times).map(([source, { sum, count, buckets }]) => {
        let below = 0;
        return { source, sum, count, buckets: BUCKETS.map((end, at) => ({ end, count: (below += buckets[at]) })) };
      }),
  };
}

function emptyTimes() {
  return { sum: 0, count: 0, buckets: BUCKETS.map(() => 0) };
}
