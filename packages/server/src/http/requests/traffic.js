/** @typedef {ReturnType<typeof createTraffic>} Traffic */
/** @typedef {'kept' | 'asset' | 'made'} Source from the page cache, from the assets in memory, or by a route */

/** Upper bounds of the histogram of response times, in seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Counts the responses of this process for /metrics. */
export function createTraffic() {
  /** @type {Record<Source, { sum: number, count: number, buckets: number[], byStatus: Map<number, number> }>} */
  const times = { kept: emptyTimes(), asset: emptyTimes(), made: emptyTimes() };

  return {
    /** @param {Source} source @param {number} status @param {number} ms */
    note(source, status, ms) {
      const of = times[source];
      of.byStatus.set(status, (of.byStatus.get(status) ?? 0) + 1);
      of.count++;
      of.sum += ms / 1000;
      let at = 0;
      while (at < BUCKETS.length && ms / 1000 > BUCKETS[at]) at++;
      if (at < BUCKETS.length) of.buckets[at]++;
    },
    answers: () =>
      Object.entries(times).flatMap(([source, { byStatus }]) =>
        [...byStatus].map(([status, count]) => ({ source, status, count })),
      ),
    /** Cumulative buckets, as Prometheus expects them. */
    times: () =>
      Object.entries(times).map(([source, { sum, count, buckets }]) => {
        let below = 0;
        return { source, sum, count, buckets: BUCKETS.map((end, at) => ({ end, count: (below += buckets[at]) })) };
      }),
  };
}

function emptyTimes() {
  return { sum: 0, count: 0, buckets: BUCKETS.map(() => 0), byStatus: new Map() };
}
