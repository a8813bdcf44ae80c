import { setTimeout as sleep } from 'node:timers/promises';
import { cpuBetween, cpuOfTree, usageOf } from './processes.js';

/** @import { Round } from '../types.d.ts' */

const SAMPLE_MS = 700;

/** Of a server that runs elsewhere, or on a system without /proc. */
export const UNKNOWN = Object.freeze({ nodeMs: null, databaseMs: null, busiestMs: null });

/**
 * Adds the CPU time that a server used to each round, and remembers the highest memory of all samples.
 *
 * @param {number | null} pid of the server; null if it runs elsewhere
 */
export function watchUsage(pid) {
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
        if (before.size === 0) return found;
        const { cpuMs, databaseMs, busiestMs } = cpuBetween(before, cpuOfTree(pid));
        return { ...found, nodeMs: cpuMs - databaseMs, databaseMs, busiestMs };
      } finally {
        over = true;
        await sampling;
      }
    },
    /** In MB; 0 if unknown. */
    memory: () => memoryMb,
  };
}
