/**
 * @template E, R
 * @typedef {{ entry: E, key: unknown, size: number, resolve: (result: R) => void, reject: (error: unknown) => void }} Waiting
 */

/**
 * Entries waiting for their batch. Entries with the same key change the same row, so they are taken one at a time, in
 * order of arrival.
 *
 * @template E, R
 * @param {{ most: number, mostBytes: number }} options
 */
export function createPendingEntries({ most, mostBytes }) {
  /** @type {Waiting<E, R>[]} */
  let pending = [];
  /** Keys of entries that are under way. */
  const busy = new Set();

  return {
    length: () => pending.length,

    /** @param {Waiting<E, R>} waiting */
    push: (waiting) => void pending.push(waiting),

    /** The next batch in order of arrival, without entries whose row is being changed already. */
    take() {
      /** @type {Waiting<E, R>[]} */
      const batch = [];
      /** @type {Waiting<E, R>[]} */
      const left = [];
      let size = 0;
      let next = 0;
      for (; next < pending.length && batch.length < most && size < mostBytes; next++) {
        const waiting = pending[next];
        if (waiting.key !== undefined && busy.has(waiting.key)) {
          left.push(waiting);
          continue;
        }
        if (waiting.key !== undefined) busy.add(waiting.key);
        batch.push(waiting);
        size += waiting.size;
      }
      pending = left.length > 0 ? left.concat(pending.slice(next)) : pending.slice(next);
      return batch;
    },

    /** Releases their keys. @param {readonly Waiting<E, R>[]} batch */
    done(batch) {
      for (const { key } of batch) busy.delete(key);
    },
  };
}
