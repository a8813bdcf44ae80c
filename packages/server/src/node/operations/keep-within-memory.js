/** @import { Memory } from '@plinth/data/memory' */
import { readFileSync } from 'node:fs';
import { divideMemory } from '@plinth/data/memory';
import { releaseMemory } from './release-memory.js';

const CHECK_MS = 2000;
/** A collection blocks the process for up to 0.3 s, so it is the last thing to do. */
const PAUSE_MS = 15_000;

/**
 * Returns memory to the system when a process has more than its share of what is bounded: after a burst of work, V8 would keep
 * it, and it is missing elsewhere then, in the database or in another worker; the system would have to kill somebody for it.
 *
 * @param {{ memory?: Memory, held?: () => number, release?: () => void, now?: () => number }} options
 * @returns {{ check(): void, stop(): void }}
 */
export function keepWithinMemory({
  memory = divideMemory(),
  held = heldBytes,
  release = releaseMemory,
  now = () => performance.now(),
}) {
  const most = memory.worker.mb * 2 ** 20;
  let last = -Infinity;

  function check() {
    if (held() < most || now() - last < PAUSE_MS) return;
    release();
    last = now();
  }

  const timer = memory.isBounded ? setInterval(check, CHECK_MS).unref() : undefined;
  return { check, stop: () => clearInterval(timer) };
}

/** What this process has of its own. Code that was read from files is not counted: the system takes it back when it must. */
function heldBytes() {
  if (process.platform !== 'linux') return process.memoryUsage.rss();
  const own = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return own ? Number(own[1]) * 1024 : process.memoryUsage.rss();
}
