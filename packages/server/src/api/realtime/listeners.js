/** @import { App } from '../../types.d.ts' */
import { releaseMemory } from '../../operations/release-memory.js';

/** Each stream gets a sign of life so often, in seconds; proxies cut off who is silent for a minute. */
const HEARTBEAT = 20;
/** A login may run out while nothing happens; asked so often, in seconds. */
const REVIEW = 60;
/** So many more came, and for so many seconds nobody: what their coming took is given back. */
const CROWD = 1000;
const QUIET = 10;

/**
 * The open streams of a server: their signs of life go out a part each second, so that ten thousand don't speak at once.
 *
 * @param {App['data']['feed']} feed @param {{ release?: () => void }} [options]
 */
export function createListeners(feed, { release = releaseMemory } = {}) {
  /** @type {Set<{ send(event: Buffer): void }>} */
  const open = new Set();
  /** @type {NodeJS.Timeout | null} */
  let timer = null;
  let second = 0;
  let newest = 0;
  /** How many were there when memory was last given back. */
  let settled = 0;

  function tick() {
    second++;
    const cursor = feed?.cursor() ?? null;
    const beat = Buffer.from(`: ${second}\n${cursor === null ? '' : `id: ${cursor}\n`}\n`);
    let i = 0;
    for (const stream of open) if (i++ % HEARTBEAT === second % HEARTBEAT) stream.send(beat);
    void feed?.review(second % REVIEW, REVIEW);
    settled = Math.min(settled, open.size);
    if (open.size < settled + CROWD || second < newest + QUIET) return;
    settled = open.size;
    release();
  }

  return {
    /** @param {{ send(event: Buffer): void }} stream */
    add(stream) {
      open.add(stream);
      newest = second;
      timer ??= setInterval(tick, 1000).unref();
    },
    /** @param {{ send(event: Buffer): void }} stream */
    remove(stream) {
      open.delete(stream);
      if (open.size > 0 || !timer) return;
      clearInterval(timer);
      timer = null;
    },
  };
}
