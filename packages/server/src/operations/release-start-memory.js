import { releaseMemory } from './release-memory.js';

/** The first requests are through by then. */
const PAUSE_MS = 3000;

/**
 * Gives back what only starting needed: reading and compiling the whole program leaves some twenty megabytes. One
 * collection, a while after the start.
 */
export function releaseStartMemory() {
  setTimeout(releaseMemory, PAUSE_MS).unref();
}
