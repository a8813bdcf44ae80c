/** @import { Measurement, Round } from '../types.d.ts' */

/**
 * Requests per second that the server could serve without the load generator's share of the processor, by the
 * utilization law. Each part of the server has a limited share of the processor: the main thread of each process (a
 * worker, a database connection) has one core, all of them together have all cores. The measured rate divided by the
 * utilization of the busiest part is the rate at which that part is saturated.
 *
 * @param {{ round: Pick<Round, 'requestsPerSecond' | 'seconds'>, cpuMs: number, busiestMs: number }} used by the server
 * @param {number} cores that it may use
 * @returns {number | null} null: no measurable usage
 */
export function withoutGenerator({ round: { requestsPerSecond, seconds }, cpuMs, busiestMs }, cores) {
  const wallMs = seconds * 1000;
  const share = Math.max(busiestMs / wallMs, cpuMs / (wallMs * cores));
  if (!(share > 0)) return null;
  // Clock ticks and requests after the last sample may add up to slightly more than everything.
  return requestsPerSecond / Math.min(1, share);
}

/**
 * More workers compared with the fewest of the same run: as measured, and without the load generator's share.
 *
 * @param {readonly Measurement[]} measurements
 * @returns {{ benchmark: string, system: string, cache: string, as: string, tool: string, workers: number, against:
 *   number, raw: number,
 *   alone: number | null }[]}
 */
export function scalingOf(measurements) {
  const known = measurements.filter(({ workers, errors }) => workers !== null && errors === 0);
  const isSame = (/** @type {Measurement} */ a, /** @type {Measurement} */ b) =>
    a.benchmark === b.benchmark && a.system === b.system && a.cache === b.cache && a.as === b.as && a.tool === b.tool;
  return known.flatMap((one) => {
    const workers = Number(one.workers);
    const fewest = known
      .filter((other) => isSame(one, other))
      .reduce((least, other) => (Number(other.workers) < Number(least.workers) ? other : least), one);
    if (fewest.workers === one.workers) return [];
    const { benchmark, system, cache, as, tool } = one;
    return {
      benchmark,
      system,
      cache,
      as,
      tool,
      workers,
      against: Number(fewest.workers),
      raw: one.requestsPerSecond.median / fewest.requestsPerSecond.median,
      alone: one.alone && fewest.alone ? one.alone / fewest.alone : null,
    };
  });
}
