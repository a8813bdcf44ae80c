import { availableMemoryMb } from '@plinth/data/embedded';
import { releaseMemory } from './release-memory.js';

/** Below this, in MB, memory that V8 keeps for later is missing elsewhere: in the database, or in another worker. */
const SMALL_MB = 2000;
/** The part of memory that our processes may take. */
const OURS = 0.6;
const CHECK_MS = 2000;
/** A collection blocks the process for up to 0.3 s, so it is the last thing to do. */
const PAUSE_MS = 15_000;

/**
 * Returns memory to the system when a process on a small machine has more than its part: after a burst of work, V8 would keep
 * it, and the system would have to kill somebody for it.
 *
 * @param {{ processes: number, memoryMb?: number, rss?: () => number, release?: () => void, now?: () => number }} options
 * @returns {{ check(): void, stop(): void }}
 */
export function keepWithinMemory({
  processes,
  memoryMb = availableMemoryMb(),
  rss = () => process.memoryUsage.rss(),
  release = releaseMemory,
  now = () => performance.now(),
}) {
  // The database and the functions have the rest.
  const most = (memoryMb * 2 ** 20 * OURS) / processes;
  let last = -Infinity;

  function check() {
    if (rss() < most || now() - last < PAUSE_MS) return;
    release();
    last = now();
  }

  const timer = memoryMb < SMALL_MB ? setInterval(check, CHECK_MS).unref() : undefined;
  return { check, stop: () => clearInterval(timer) };
}
