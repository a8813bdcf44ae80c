import { totalmem } from 'node:os';

/* Read before anything else is loaded, so it imports nothing of ours. */

const MB = 2 ** 20;

/** How much memory this process may use: the machine's, or its container's limit, in MB. */
export function availableMemoryMb() {
  const limit = process.constrainedMemory();
  return Math.floor(Math.min(totalmem(), limit > 0 ? limit : Infinity) / MB);
}
