/**
 * @template E, R
 * @typedef {{ entry: E, key: unknown, size: number, resolve: (result: R) => void, reject: (error: unknown) => void }} Waiting
 */

/**
 * Entries that wait for their batch. Of those with the same key one is taken at a time, the first that came: they
 * change the same row.
 *
 * @template E, R
 * @param {{ most: number, mostBytes: number }} options
 */
export function createLine({ most, mostBytes }) {
  /** @type {Waiting<E, R>[]} */
  let line = [];
  /** Keys of entries that are under way. */
  const busy = new Set();

  return {
    length: () => line.length,

    /** @param {Waiting<E, R>} waiting */
    push: (waiting) => void line.push(waiting),

    /** The next batch: entries in the order in which they came, less those whose row is being changed already. */
    take() {
      /** @type {Waiting<E, R>[]} */
      const batch = [];
      /** @type {Waiting<E, R>[]} */
      const left = [];
      let size = 0;
      let next = 0;
      for (; next < line.length && batch.length < most && size < mostBytes; next++) {
        const waiting = line[next];
        if (waiting.key !== undefined && busy.has(waiting.key)) {
          left.push(waiting);
          continue;
        }
        if (waiting.key !== undefined) busy.add(waiting.key);
        batch.push(waiting);
        size += waiting.size;
      }
      line = left.length > 0 ? left.concat(line.slice(next)) : line.slice(next);
      return batch;
    },

    /** Their rows may be changed again. @param {readonly Waiting<E, R>[]} batch */
    done(batch) {
      for (const { key } of batch) busy.delete(key);
    },
  };
}
