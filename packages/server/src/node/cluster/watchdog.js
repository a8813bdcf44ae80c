/** Interval of the health checks, in ms. */
const EVERY = 5_000;
/** After this many checks without an answer, a worker counts as stuck, usually in an endless loop. */
const MOST_UNANSWERED = 12;

/**
 * Detects a process whose event loop is blocked for a minute. Counts checks instead of time, so that a suspended
 * machine causes no false alarm.
 *
 * @param {{ ask: () => void, onStuck: () => void, every?: number, most?: number }} options
 */
export function createWatchdog({ ask, onStuck, every = EVERY, most = MOST_UNANSWERED }) {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (unanswered >= most) {
      clearInterval(timer);
      return onStuck();
    }
    unanswered++;
    ask();
  }, every);
  timer.unref();
  return {
    heard: () => void (unanswered = 0),
    close: () => clearInterval(timer),
  };
}
