/**
 * Shares one read among concurrent callers, but never a read that started before the call, because it may miss what the
 * caller waits for.
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
