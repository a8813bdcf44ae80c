/** @import { Measurement, Round } from '../types.d.ts' */

/**
 * Requests a second that the server could make with the load generator's share of the processor subtracted: the
 * utilisation law. Each part of the server has so much of the processor and no more: the main thread of each process
 * (a worker, a connection of the database) one core, all of them together the cores that there are. What was answered,
 * divided by the share that the busiest part used of what it has, is what it comes to when that part has nothing left.
 *
 * @param {{ round: Pick<Round, 'requestsPerSecond' | 'seconds'>, cpuMs: number, busiestMs: number }} used by the server
 * @param {number} cores that it may use
 * @returns {number | null} null: it used nothing that can be seen
 */
export function withoutGenerator({ round: { requestsPerSecond, seconds }, cpuMs, busiestMs }, cores) {
  const wallMs = seconds * 1000;
  const share = Math.max(busiestMs / wallMs, cpuMs / (wallMs * cores));
  if (!(share > 0)) return null;
  // Ticks of the clock and requests after the last look may come to a little more than all.
  return requestsPerSecond / Math.min(1, share);
}

/**
 * More workers against the fewest of the same run: as measured, and with the load generator's share subtracted.
 *
 * @param {readonly Measurement[]} measurements
 * @returns {{ benchmark: string, system: string, cache: string, as: string, tool: string, workers: number, against: number, raw: number,
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
      ...{ benchmark, system, cache, as, tool, workers, against: Number(fewest.workers) },
      raw: one.requestsPerSecond.median / fewest.requestsPerSecond.median,
      alone: one.alone && fewest.alone ? one.alone / fewest.alone : null,
    };
  });
}
