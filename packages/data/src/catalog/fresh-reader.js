/**
 * Shares a reading among those who ask for it at the same time, but never one that had begun before they asked: that
 * one may have missed what they ask for.
 *
 * @template T
 * @param {() => Promise<T>} read
 * @returns {() => Promise<T>}
 */
export function createFreshReader(read) {
  /** @type {Promise<T> | null} */
  let running = null;
  /** @type {Promise<T> | null} */
  let next = null;

  /** @returns {Promise<T>} */
  const start = () => {
    running = read().finally(() => (running = null));
    return running;
  };
  return () => {
    if (!running) return start();
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}
