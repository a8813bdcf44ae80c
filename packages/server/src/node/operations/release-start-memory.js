import { performance } from 'node:perf_hooks';
import { releaseMemory } from './release-memory.js';

/** In ms; the first requests are done by then. */
const PAUSE_MS = 3000;
/** The part of that time in which the process may have worked: whoever asks meanwhile waits for the collection. */
const QUIET = 0.1;

/**
 * Returns memory that only the start needed, about 20 MB of source text and compiler data, with one garbage collection
 * in the first quiet moment.
 */
export function releaseStartMemory() {
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(last);
    last = performance.eventLoopUtilization();
    if (utilization > QUIET) return;
    clearInterval(timer);
    releaseMemory();
  }, PAUSE_MS).unref();
}
