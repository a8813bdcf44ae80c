/** @import { Measurement, Round } from '../types.d.ts' */

/**
 * Requests per second that the server could serve without the load generator's share of the processor, by the
 * utilization law. Each part of the server has a limited share of the processor: the main thread of each process (a
 * worker, a database connection) has one core, all of them together have all cores. The measured rate divided by the
 * utilization of the busiest part is the rate at which that part is saturated.
 *
 * @param {Pick<Round, 'requestsPerSecond' | 'seconds' | 'nodeMs' | 'databaseMs' | 'busiestMs'>} round
 * @param {number} cores that the server may use
 * @returns {number | null} null: no measurable usage
 */
export function withoutGenerator({ requestsPerSecond, seconds, nodeMs, databaseMs, busiestMs }, cores) {
  const wallMs = seconds * 1000;
  const share = Math.max(Number(busiestMs) / wallMs, (Number(nodeMs) + Number(databaseMs)) / (wallMs * cores));
  if (!(share > 0)) return null;
  // Clock ticks and requests after the last sample may add up to slightly more than everything.
  return requestsPerSecond / Math.min(1, share);
}

/** @param {Measurement} a @param {Measurement} b what makes two measurements the same apart from the server's size */
export const isSameRequest = (a, b) =>
  /** @type {const} */ (['benchmark', 'system', 'cache', 'as', 'tool', 'connections']).every(
    (key) => a[key] === b[key],
  );

/**
 * The measurements of a request on servers of several sizes, smallest first; requests of one size only are left out.
 *
 * @param {readonly Measurement[]} measurements
 * @returns {Measurement[][]}
 */
export function sizesOf(measurements) {
  const known = measurements.filter(({ workers, errors }) => workers !== null && errors === 0);
  const firsts = known.filter((one, i) => known.findIndex((other) => isSameRequest(one, other)) === i);
  return firsts
    .map((first) =>
      known
        .filter((one) => isSameRequest(one, first))
        .sort((a, b) => Number(a.cores) - Number(b.cores) || Number(a.workers) - Number(b.workers)),
    )
    .filter((all) => all.length > 1);
}

/**
 * Larger servers compared with the smallest of the same run: as measured, and without the load generator's share.
 *
 * @param {readonly Measurement[]} measurements
 */
export const scalingOf = (measurements) =>
  sizesOf(measurements).flatMap(([least, ...more]) =>
    more.map((one) => ({
      one,
      least,
      raw: one.requestsPerSecond.median / least.requestsPerSecond.median,
      alone: one.alone && least.alone ? one.alone / least.alone : null,
    })),
  );
