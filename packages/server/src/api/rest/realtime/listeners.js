/** @import { App } from '../../../types.d.ts' */
import { releaseMemory } from '../../../node/operations/release-memory.js';

/** Interval of heartbeats per stream, in seconds; proxies close connections that are silent for a minute. */
const HEARTBEAT = 20;
/** Interval at which logins are checked again, in seconds; they may expire while there are no events. */
const REVIEW = 60;
/** After this many new streams, and this many seconds without another, memory is returned to the system. */
const CROWD = 1000;
const QUIET = 10;

/**
 * The open streams of a server. Heartbeats are spread over the seconds, so that ten thousand aren't sent at once.
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
  /** The number of streams when memory was last returned. */
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
