/** How often a worker is asked for a sign of life, in ms. */
const EVERY = 5_000;
/** So many questions without an answer, and it is stuck: an endless loop somewhere. */
const MOST_UNANSWERED = 12;

/**
 * Notices a process whose event loop stands still for a minute. Questions are counted, not time: after a sleep of the
 * whole machine nobody is blamed.
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
