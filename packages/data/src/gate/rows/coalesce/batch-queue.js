import { memoize } from '@plinth/plugin';
import { databaseBusy } from '../../../postgres/database/errors.js';
import { createPendingEntries } from './pending-entries.js';

/**
 * @typedef {object} BatchLimits
 * @property {number} atOnce batches under way at once while all goes well
 * @property {number} most entries in a batch
 * @property {number} [mostBytes] a batch that is larger takes no more entries
 */

/** The result of an entry that failed although its batch succeeded. */
export class Failed {
  /** @param {unknown} error */
  constructor(error) {
    this.error = error;
  }
}

/** A batch older than this, in ms, probably waits for a lock or a slow disk, so the next one is sent without it. */
const SLOW_MS = 25;
/** How many batches may run at once when some are slow. */
const MOST_AT_ONCE = 4;
/** A longer queue is refused at once instead of after minutes. */
const MOST_WAITING = 10_000;

/**
 * Collects calls of the same shape into one statement. An idle queue sends what arrived within a tick; while its batches
 * run, the next one fills up, so no call waits just to be batched. Entries with the same key run one at a time, in order
 * of arrival.
 *
 * @template E, R
 * @param {(entries: E[]) => Promise<(R | Failed)[]>} run one result for each entry, in order; if it throws, all of them fail
 * @param {BatchLimits} options
 */
export function createBatchQueue(run, { atOnce, most, mostBytes = Infinity }) {
  /** @type {ReturnType<typeof createPendingEntries<E, R>>} */
  const pending = createPendingEntries({ most, mostBytes });
  let underWay = 0;
  let scheduled = false;
  /** @type {NodeJS.Timeout | undefined} */
  let impatience;

  function schedule() {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      while (underWay < atOnce && sendNext());
      if (pending.length() > 0 && underWay > 0) wait();
    });
  }

  /** After SLOW_MS, one more batch is sent alongside those that are running. */
  function wait() {
    impatience ??= setTimeout(() => {
      impatience = undefined;
      if (underWay < MOST_AT_ONCE) sendNext();
      if (pending.length() > 0) wait();
    }, SLOW_MS).unref();
  }

  /** @returns {boolean} whether there was anything that could be sent */
  function sendNext() {
    const batch = pending.take();
    if (batch.length > 0) void send(batch);
    return batch.length > 0;
  }

  /** @param {import('./pending-entries.js').Waiting<E, R>[]} batch */
  async function send(batch) {
    underWay++;
    try {
      const results = await run(batch.map(({ entry }) => entry));
      for (const [i, { resolve, reject }] of batch.entries()) {
        const result = results[i];
        if (result instanceof Failed) reject(result.error);
        else resolve(result);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      underWay--;
      pending.done(batch);
      clearTimeout(impatience);
      impatience = undefined;
      if (pending.length() > 0) schedule();
    }
  }

  return {
    /** Whether no entry waits or runs. */
    idle: () => pending.length() === 0 && underWay === 0,

    /**
     * @param {E} entry @param {{ key?: unknown, size?: number }} [options]
     * @returns {Promise<R>}
     * @throws {import('@plinth/plugin').AppError} DATABASE_BUSY
     */
    add(entry, { key, size = 0 } = {}) {
      const waiting = pending.length();
      if (waiting >= MOST_WAITING) return Promise.reject(databaseBusy(`${waiting} statements are waiting`));
      return new Promise((resolve, reject) => {
        pending.push({ entry, key, size, resolve, reject });
        schedule();
      });
    },
  };
}

/** With row-level security each user has their own queues; idle ones are dropped above this number, as they cost nothing to create. */
const MOST_QUEUES = 1000;

/**
 * Queues by Catalog and shape; those of an old Catalog are garbage-collected with it.
 *
 * @template E, R
 */
export function createBatchQueues() {
  const queuesOf = memoize(
    (/** @type {object} */ _catalog) =>
      /** @type {Map<string, ReturnType<typeof createBatchQueue<E, R>>>} */ (new Map()),
  );

  /** @param {object} catalog @param {string} shape @param {() => ReturnType<typeof createBatchQueue<E, R>>} make */
  return function queueOf(catalog, shape, make) {
    const queues = queuesOf(catalog);
    let queue = queues.get(shape);
    if (queue) return queue;
    if (queues.size >= MOST_QUEUES) for (const [name, { idle }] of queues) if (idle()) queues.delete(name);
    queues.set(shape, (queue = make()));
    return queue;
  };
}
