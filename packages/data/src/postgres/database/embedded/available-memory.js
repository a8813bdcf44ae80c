import { totalmem } from 'node:os';

/* Read before anything else is loaded, so it imports nothing of ours. */

/** How much memory this process may use: the machine's, or its container's limit, in MB. */
export function availableMemoryMb() {
  const limit = process.constrainedMemory();
  return Math.floor(Math.min(totalmem(), limit > 0 ? limit : Infinity) / 2 ** 20);
}

/**
 * Environment of PostgreSQL and of our own processes: where memory is short, the C library returns large pieces at once and
 * keeps pieces for two threads, not for eight. PostgreSQL would keep up to 20 MB for each connection that has ever
 * handled a row of a megabyte, and Node.js over 100 MB after a few hundred large answers. Elsewhere, keeping them is faster.
 *
 * @param {number} memoryMb @returns {Record<string, string>}
 */
export const memoryEnvironment = (memoryMb) =>
  memoryMb < 2000 ? { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' } : {};
