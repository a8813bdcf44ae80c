import { setTimeout as sleep } from 'node:timers/promises';
import { withoutGenerator } from '../report/capacity.js';
import { cpuBetween, cpuOfTree, usageOf } from './processes.js';
import { median, round } from './statistics.js';

/** @import { Round } from '../types.d.ts' */
/** @typedef {{ round: Round, cpuMs: number, databaseMs: number, busiestMs: number }} Seen */

const SAMPLE_MS = 700;

/**
 * CPU use of server and load generator during the rounds, and the highest memory of all samples.
 *
 * @param {number | null} pid of the server; null if it runs elsewhere @param {number} cores that the server may use
 */
export function watchUsage(pid, cores) {
  /** @type {Seen[]} */
  const seen = [];
  let memoryMb = 0;
  return {
    /** @param {() => Promise<Round>} work @returns {Promise<Round>} */
    async during(work) {
      if (pid === null) return work();
      const before = cpuOfTree(pid);
      let over = false;
      const sampling = (async () => {
        while (!over) {
          memoryMb = Math.max(memoryMb, usageOf(pid)?.memoryMb ?? 0);
          await sleep(SAMPLE_MS);
        }
      })();
      try {
        const found = await work();
        seen.push({ round: found, ...cpuBetween(before, cpuOfTree(pid)) });
        return found;
      } finally {
        over = true;
        await sampling;
      }
    },
    figures: () =>
      seen.length === 0 || memoryMb === 0 ? {} : { ...figuresOf(seen, cores), memoryMb: round(memoryMb) },
  };
}

/** @param {Seen[]} seen @param {number} cores */
function figuresOf(seen, cores) {
  const sum = (/** @type {(one: Seen) => number} */ of) => seen.reduce((all, one) => all + of(one), 0);
  const [cpuMs, wallMs] = [sum((one) => one.cpuMs), sum((one) => one.round.seconds * 1000)];
  const requests = sum((one) => one.round.requests);
  const generatorMs = seen.some((one) => one.round.generatorCpuMs === null)
    ? null
    : sum((one) => one.round.generatorCpuMs ?? 0);
  const alone = seen.map((one) => withoutGenerator(one, cores)).filter((rate) => rate !== null);
  return {
    cpuCores: round(cpuMs / wallMs, 2),
    busiest: round(sum((one) => one.busiestMs) / wallMs, 2),
    generatorCores: generatorMs === null ? null : round(generatorMs / wallMs, 2),
    alone: alone.length > 0 ? round(median(alone)) : null,
    cpuMsPerRequest: requests > 0 ? round(cpuMs / requests, 4) : null,
    databaseMsPerRequest: requests > 0 ? round(sum((one) => one.databaseMs) / requests, 4) : null,
  };
}
