/** @import { Change } from '../changes/types.d.ts' */
/** @import { Audience } from './audiences.js' */
/** @import { Place } from './place.js' */
/** @import { Seen } from './look.js' */
import { after, printPlace } from './place.js';
import { printEvent } from './subscription.js';
import { keyOf } from './tell.js';

/** Who missed more begins anew: reading the list again is cheaper then. */
const MOST_CHANGES = 10_000;
export const MOST_BYTES = 4_000_000;

/**
 * The changes of some tables that came after a place, each with its own; null where there are too many, or of some it is
 * not known which rows they changed.
 *
 * @param {readonly { position: bigint, changes: readonly (Change | null)[] }[]} kept of one transaction each; null: told by another
 * @param {Place} place @param {bigint} until @param {ReadonlySet<string>} tables
 * @returns {{ change: Change, id: string }[] | null}
 */
export function missedChanges(kept, place, until, tables) {
  const missed = [];
  for (const { position, changes } of kept) {
    if (position > until) break;
    const from = position === place.position ? place.count : 0;
    for (let i = from; i < changes.length; i++) {
      const change = changes[i];
      if (change === null || !tables.has(change.table)) continue;
      if (change.key === null || missed.length >= MOST_CHANGES) return null;
      missed.push({ change, id: placeOf(position, i, changes.length) });
    }
  }
  return missed;
}

/** @param {bigint} position @param {number} i @param {number} all */
export function placeOf(position, i, all) {
  return printPlace(i + 1 === all ? after(position) : { position, count: i + 1 });
}

/**
 * Tells of missed changes. Null where it can't be known whether the reader saw a row before it changed: what rules said
 * then is gone.
 *
 * @param {readonly { change: Change, id: string }[]} missed @param {Audience} audience @param {Seen} seen
 * @param {Set<string>} inserted rows of the audience that came after he went, kept from part to part
 * @returns {{ id: string, kind: Change['kind'] | 'left', event: Buffer }[] | null}
 */
export function retell(missed, audience, seen, inserted) {
  const { table, limits, readId } = audience.sight;
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
