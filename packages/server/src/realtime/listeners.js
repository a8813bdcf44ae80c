/** @import { App } from '../types.d.ts' */

/** Each stream gets a sign of life so often, in seconds; proxies cut off who is silent for a minute. */
const HEARTBEAT = 20;
/** A login may run out while nothing happens; asked so often, in seconds. */
const REVIEW = 60;

/**
 * The open streams of a server: their signs of life go out a part each second, so that ten thousand don't speak at once.
 *
 * @param {App['data']['feed']} feed
 */
export function createListeners(feed) {
  /** @type {Set<{ send(event: Buffer): void }>} */
  const open = new Set();
  /** @type {NodeJS.Timeout | null} */
  let timer = null;
  let second = 0;

  function tick() {
    second++;
    const beat = Buffer.from(`: ${second}\nid: ${feed?.place()}\n\n`);
    let i = 0;
    for (const stream of open) if (i++ % HEARTBEAT === second % HEARTBEAT) stream.send(beat);
    void feed?.review(second % REVIEW, REVIEW);
  }

  return {
    /** @param {{ send(event: Buffer): void }} stream */
    add(stream) {
      open.add(stream);
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
