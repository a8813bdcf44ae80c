// TypeScript in a worker, as far as it answers. Without it (an old browser, a slow connection, a fault) the editor works
// as before, so nothing here throws or waits for long.

/** How long it may think about one question, in ms. */
const PATIENCE = 10_000;

/**
 * @typedef {{ postMessage(message: unknown): void, terminate(): void, addEventListener(type: string, listener: (event: any) => void): void }} WorkerLike
 *
 * @param {{ start: () => WorkerLike, patience?: number }} options start: may throw
 */
export function createChecker({ start, patience = PATIENCE }) {
  /** @type {WorkerLike | null} */
  let worker = null;
  /** @type {Map<number, (value: any) => void>} */
  const waiting = new Map();
  let lastId = 0;
  let isReady = false;

  function end() {
    worker?.terminate();
    worker = null;
    isReady = false;
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
  }

  /** @param {string} op @param {unknown[]} args @param {number} [limit] in ms */
  function send(op, args, limit) {
    return new Promise((resolve) => {
      if (!worker) return resolve(null);
      const id = ++lastId;
      const timer = limit === undefined ? undefined : setTimeout(end, limit);
      waiting.set(id, (value) => {
        clearTimeout(timer);
        resolve(value);
      });
      worker.postMessage({ id, op, args });
    });
  }

  return {
    isReady: () => isReady,

    /** @param {object} app see createTypeService @returns {Promise<boolean>} whether it can be asked now */
    async open(app) {
      try {
        worker = start();
      } catch {
        return false;
      }
      worker.addEventListener('error', end);
      worker.addEventListener('message', ({ data: { id, value, error } }) => {
        const resolve = waiting.get(id);
        waiting.delete(id);
        resolve?.(error === undefined ? value : null);
      });
      isReady = (await send('open', [app])) === true;
      if (!isReady) end();
      return isReady;
    },

    /** @param {'check' | 'hover' | 'complete' | 'describe'} op @param {...unknown} args @returns {Promise<any>} null: no answer */
    ask: (op, ...args) => (isReady ? send(op, args, patience) : Promise.resolve(null)),

    end,
  };
}
