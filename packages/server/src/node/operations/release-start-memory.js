import { releaseMemory } from './release-memory.js';

/** In ms; the first requests are done by then. */
const PAUSE_MS = 3000;

/**
 * Returns memory that only the start needed, about 20 MB of source text and compiler data, with one garbage collection
 * a while after the start.
 */
export function releaseStartMemory() {
  setTimeout(releaseMemory, PAUSE_MS).unref();
}
