/** @import { Change, ChangeEvent, ChangeStream } from '../../postgres/changes/types.d.ts' */
/** @import { Cursor } from './cursor.js' */
import { memoize } from '@plinth/plugin';

const MOST_CHANGES = 50_000;
const MOST_BYTES = 16_000_000;
/**
 * Memory in bytes of a change, an old key and a transaction, without the text of keys. Measured as heap growth after
 * 40,000 decoded changes and a full garbage collection (Node 24, keys of 5 and 36 characters, 1 to 1,000 changes a
 * transaction); retention.test.js measures it again.
 */
const CHANGE_BYTES = 160;
const OLD_KEY_BYTES = 120;
const TRANSACTION_BYTES = 128;

/** @typedef {{ position: bigint, changes: readonly Change[], bytes: number }} RetainedTransaction */
/** @typedef {ReturnType<typeof createRetention>} Retention */
/** Replaces dropped entries until the list is trimmed, so that their memory is released at once. @type {RetainedTransaction} */
const GONE = Object.freeze({ position: 0n, changes: [], bytes: 0 });

/**
 * One retention per stream. It survives a reload of the feed.
 *
 * @type {(stream: ChangeStream) => Retention}
 */
export const retentionOf = memoize((stream) => createRetention(stream));

/**
 * The latest changes of tables in schema app, for clients that reconnect. Only keys are kept; rows are read again when
 * they are delivered.
 * Bounded by count and bytes, in this process alone.
 *
 * @param {Pick<ChangeStream, 'subscribe' | 'position' | 'state'>} stream
 * @param {{ mostChanges?: number, mostBytes?: number }} [limits]
 */
export function createRetention(stream, { mostChanges = MOST_CHANGES, mostBytes = MOST_BYTES } = {}) {
  /** @type {RetainedTransaction[]} */
  let kept = [];
  /** Entries before this index are dropped; the list is trimmed once there are many of them. */
  let start = 0;
  let changes = 0;
  let bytes = 0;
  /** Everything committed after it is retained; null: unknown, because the stream was lost. @type {bigint | null} */
  let floor = null;
  let lostAt = stream.position();

  /** @param {ChangeEvent} event */
  function hear(event) {
    if (event.kind === 'reset') return forget();
    // What happened between the loss and this position is unknown.
    floor ??= event.position - 1n;
    const own = event.changes.filter(({ schema }) => schema === 'app');
    // A list that was filled one by one has room for more; its copy has not.
    if (own.length > 0)
      keep({ position: event.position, changes: own.slice(), bytes: own.reduce(addBytes, TRANSACTION_BYTES) });
  }

  function forget() {
    [kept, start, changes, bytes, floor] = [[], 0, 0, 0, null];
    lostAt = stream.position();
  }

  /** @param {RetainedTransaction} of */
  function keep(of) {
    kept.push(of);
    changes += of.changes.length;
    bytes += of.bytes;
    while ((changes > mostChanges || bytes > mostBytes) && start < kept.length) {
      const oldest = kept[start];
      kept[start++] = GONE;
      changes -= oldest.changes.length;
      bytes -= oldest.bytes;
      floor = oldest.position;
    }
    if (start > 1000 && start > kept.length / 2) [kept, start] = [kept.slice(start), 0];
  }

  stream.subscribe(hear);

  return {
    /**
     * What was committed after a cursor; null if some of it has been dropped.
     *
     * @param {Cursor} cursor @returns {RetainedTransaction[] | null}
     */
    since(cursor) {
      const end = stream.position();
      if (floor === null && end > lostAt) floor = end;
      if (floor === null || cursor.position < floor || cursor.position > end) return null;
      let first = kept.length;
      while (first > start && kept[first - 1].position >= cursor.position) first--;
      return kept.slice(first);
    },
    size: () => ({ changes, bytes }),
  };
}

/** @param {number} sum @param {Change} change */
function addBytes(sum, { key, oldKey }) {
  return sum + CHANGE_BYTES + lengthOf(key) + (oldKey ? OLD_KEY_BYTES + lengthOf(oldKey) : 0);
}

/** @param {Change['key'] | undefined} key */
const lengthOf = (key) => key?.reduce((sum, part) => sum + (part?.length ?? 0), 0) ?? 0;
