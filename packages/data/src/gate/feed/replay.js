/** @import { Change } from '../../postgres/changes/types.d.ts' */
/** @import { Audience } from './audiences.js' */
/** @import { Cursor } from './cursor.js' */
/** @import { Seen } from './visibility-query.js' */
import { after, printCursor } from './cursor.js';
import { printEvent } from './subscription.js';
import { keyOf } from './row-events.js';

/** After more missed changes the client is reset, because reading the list again is cheaper. */
const MOST_CHANGES = 10_000;
export const MOST_BYTES = 4_000_000;

/**
 * The changes of some tables after a cursor, each with its own cursor; null if there are too many or if it is unknown
 * which rows changed.
 *
 * @param {readonly { position: bigint, changes: readonly (Change | null)[] }[]} kept of one transaction each; null: covered by another change
 * @param {Cursor} cursor @param {bigint} until @param {ReadonlySet<string>} tables
 * @returns {{ change: Change, id: string }[] | null}
 */
export function missedChanges(kept, cursor, until, tables) {
  const missed = [];
  for (const { position, changes } of kept) {
    if (position > until) break;
    const from = position === cursor.position ? cursor.count : 0;
    for (let i = from; i < changes.length; i++) {
      const change = changes[i];
      if (change === null || !tables.has(change.table)) continue;
      if (change.key === null || missed.length >= MOST_CHANGES) return null;
      missed.push({ change, id: cursorOf(position, i, changes.length) });
    }
  }
  return missed;
}

/** @param {bigint} position @param {number} i @param {number} all */
export function cursorOf(position, i, all) {
  return printCursor(i + 1 === all ? after(position) : { position, count: i + 1 });
}

/**
 * Events for missed changes. Null if it is unknown whether a row was visible before it changed, because rules can't be
 * evaluated for the past.
 *
 * @param {readonly { change: Change, id: string }[]} missed @param {Audience} audience @param {Seen} seen
 * @param {Set<string>} inserted rows inserted since the cursor, carried over from part to part
 * @returns {{ id: string, kind: Change['kind'] | 'left', event: Buffer }[] | null}
 */
export function replayEvents(missed, audience, seen, inserted) {
  const { table, limits, readId } = audience.plan;
  /** @type {{ id: string, kind: Change['kind'] | 'left', event: Buffer }[]} */
  const events = [];
  for (const { change, id } of missed) {
    const keys = change.oldKey ? [keyOf(change.oldKey), keyOf(change.key)] : [keyOf(change.key)];
    if (change.kind === 'insert') inserted.add(keys[0] ?? '');
    for (const key of keys) {
      if (key === null) continue;
      const row = change.kind === 'delete' ? undefined : seen.get(audience)?.get(key);
      const add = (/** @type {Change['kind'] | 'left'} */ kind) =>
        events.push({ id, kind, event: printEvent(id, kind, { table, id: readId(key), row }) });
      if (row) add(change.kind);
      else if (inserted.has(key) || (limits === 'nothing' && change.kind !== 'delete')) continue;
      else if (limits === 'rights') return null;
      else add(change.kind === 'delete' ? 'delete' : 'left');
    }
  }
  return events;
}
