/** @import { Cache } from '@plinth/plugin' */
/** @import { ChangeEvent, ChangeStream } from '../../postgres/changes/types.d.ts' */
import { createCache } from '@plinth/plugin';
import { tableVersionsOf } from '../../postgres/changes/index.js';

const MOST_KEPT = 10_000;

/**
 * Cached tokens by their hash. An entry is dropped when the change stream reports a change of anything it was read
 * from, and may be used only after the freshness barrier. Without a stream nothing is cached.
 *
 * @template T
 * @param {object} options
 * @param {ChangeStream | null} options.stream
 * @param {readonly string[]} options.tables tables that entries are read from, such as "plinth.users"
 * @param {(hash: Buffer) => Promise<{ entry: T, snapshot: string, mayKeep?: boolean } | null>} options.read
 *   mayKeep: false if it has to be read each time
 * @param {(entry: T, table: string, ids: readonly (string | null)[]) => boolean} options.isOf whether an entry was read
 *   from a changed row, given its keys before and after
 */
export function createTokenMemory({ stream, tables, read, isOf }) {
  const known = /** @type {Cache<string, any>} */ (createCache({ max: MOST_KEPT }));
  const versions = stream ? tableVersionsOf(stream) : null;

  /** @param {ChangeEvent} event */
  function hear(event) {
    if (event.kind === 'reset') return known.clear();
    for (const { schema, table, key, oldKey } of event.changes) {
      if (schema !== 'plinth' || !tables.includes(`plinth.${table}`)) continue;
      if (key === null) return known.clear();
      const ids = [key[0], oldKey?.[0] ?? null];
      known.deleteWhere((entry) => isOf(entry, table, ids));
    }
  }
  const off = stream?.subscribe(hear);

  return {
    /** @param {string} key @returns {T | undefined} */
    get: (key) => known.get(key),
    /** @param {string} key */
    drop: (key) => known.delete(key),
    /** @param {(entry: T) => boolean} isIt */
    forgetWhere: (isIt) => known.deleteWhere(isIt),

    /** @param {string} key @param {Buffer} hash @returns {Promise<T | null>} */
    async load(key, hash) {
      const since = versions?.generation() ?? 0;
      const found = await read(hash);
      if (!found) return null;
      // Cached only if it includes every change received so far: the log may report a commit before it is visible.
      const isLive = found.mayKeep !== false && stream?.state() === 'live';
      if (isLive && versions?.stamp(tables, found.snapshot, since)) known.set(key, found.entry);
      return found.entry;
    },
    close: () => off?.(),
  };
}
