import { memoize } from '@plinth/plugin';
import { databaseBusy } from '../../postgres/errors.js';
import { createLine } from './line.js';

/**
 * @typedef {object} LaneOptions
 * @property {number} atOnce batches under way at once while all goes well
 * @property {number} most entries in a batch
 * @property {number} [mostBytes] a batch that is larger takes no more entries
 */

/** A result that stands for the failure of one entry of a batch. */
export class Failed {
  /** @param {unknown} error */
  constructor(error) {
    this.error = error;
  }
}

/** A batch older than this, in ms, waits for somebody's lock or a slow disk: the next one does not wait for it. */
const SLOW_MS = 25;
/** How many batches may be under way when some are slow. */
const MOST_AT_ONCE = 4;
/** A longer line is answered at once instead of after minutes. */
const MOST_WAITING = 10_000;

/**
 * Calls of one shape on their way to one statement. An idle lane sends what came within a tick; while its batches are
 * under way the next one gathers, so nobody waits for company. Of entries with the same key one is under way at a time,
 * in the order in which they came.
 *
 * @template E, R
 * @param {(entries: E[]) => Promise<(R | Failed)[]>} run one result for each entry, in order; if it throws, all of them fail
 * @param {LaneOptions} options
 */
export function createLane(run, { atOnce, most, mostBytes = Infinity }) {
  /** @type {ReturnType<typeof createLine<E, R>>} */
  const line = createLine({ most, mostBytes });
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
      if (line.length() > 0 && underWay > 0) wait();
    });
  }

  /** The batches under way may be slow: after a while one more is sent beside them. */
  function wait() {
    impatience ??= setTimeout(() => {
      impatience = undefined;
      if (underWay < MOST_AT_ONCE) sendNext();
      if (line.length() > 0) wait();
    }, SLOW_MS).unref();
  }

  /** @returns {boolean} whether there was anything that could be sent */
  function sendNext() {
    const batch = line.take();
    if (batch.length > 0) void send(batch);
    return batch.length > 0;
  }

  /** @param {import('./line.js').Waiting<E, R>[]} batch */
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
      line.done(batch);
      clearTimeout(impatience);
      impatience = undefined;
      if (line.length() > 0) schedule();
    }
  }

  return {
    /** Whether nobody waits here for anything. */
    idle: () => line.length() === 0 && underWay === 0,

    /**
     * @param {E} entry @param {{ key?: unknown, size?: number }} [options]
     * @returns {Promise<R>}
     * @throws {import('@plinth/plugin').AppError} DATABASE_BUSY
     */
    add(entry, { key, size = 0 } = {}) {
      const waiting = line.length();
      if (waiting >= MOST_WAITING) return Promise.reject(databaseBusy(`${waiting} statements are waiting`));
      return new Promise((resolve, reject) => {
        line.push({ entry, key, size, resolve, reject });
        schedule();
      });
    },
  };
}

/** Where each person has lanes of his own there may be very many; those in which nobody waits are made again for nothing. */
const MOST_LANES = 1000;

/**
 * Lanes by Catalog and shape: those of a Catalog that is no more are forgotten with it.
 *
 * @template E, R
 */
export function createLanes() {
  const lanesOf = memoize(
    (/** @type {object} */ _catalog) => /** @type {Map<string, ReturnType<typeof createLane<E, R>>>} */ (new Map()),
  );

  /** @param {object} catalog @param {string} shape @param {() => ReturnType<typeof createLane<E, R>>} make */
  return function laneOf(catalog, shape, make) {
    const lanes = lanesOf(catalog);
    let lane = lanes.get(shape);
    if (lane) return lane;
    if (lanes.size >= MOST_LANES) for (const [name, { idle }] of lanes) if (idle()) lanes.delete(name);
    lanes.set(shape, (lane = make()));
    return lane;
  };
}
