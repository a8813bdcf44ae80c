/** @import { Row } from '@plinth/plugin' */
/** @import { Change } from '../../postgres/changes/types.d.ts' */
/** @import { Audience } from './audiences.js' */
/** @import { Seen } from './visibility-query.js' */
import { isVisible } from '../../postgres/changes/snapshot.js';

/**
 * The events of a change for an audience. `doubtful`: it is unknown whether the row was visible before, so clients that
 * resumed with older rows must be reset.
 *
 * @typedef {{ kind: 'insert' | 'update' | 'delete' | 'left', id: string, row?: Row }} RowEvent
 * @typedef {{ events: RowEvent[], doubtful: boolean }} RowEvents
 */

/** @type {RowEvents} */
const NOTHING = Object.freeze({ events: [], doubtful: false });

/**
 * What an audience may learn of a change: a row that is visible now is sent whole, one that was visible before only by
 * its id, and any other is not mentioned.
 *
 * @param {Audience} audience @param {Change} change with keys @param {Seen} seen @returns {RowEvents}
 */
export function eventsFor(audience, change, seen) {
  const { kind, oldKey } = change;
  const id = keyOf(change.key);
  if (id === null) return NOTHING;
  if (kind === 'delete') return gone(audience, change, id, 'delete');
  const before = keyOf(oldKey ?? null);
  const renamed = before !== null && before !== id ? gone(audience, change, before, 'delete') : NOTHING;
  const row = seen.get(audience)?.get(id);
  if (!row) {
    const left = kind === 'insert' ? NOTHING : gone(audience, change, id, 'left');
    const insertUndone = kind === 'insert' && audience.members?.remove(id);
    const more = insertUndone ? [{ kind: /** @type {const} */ ('left'), id }] : left.events;
    return { events: [...renamed.events, ...more], doubtful: renamed.doubtful || left.doubtful };
  }
  audience.members?.add(id);
  const event = {
    kind: kind === 'insert' ? /** @type {const} */ ('insert') : /** @type {const} */ ('update'),
    id,
    row,
  };
  return { events: [...renamed.events, event], doubtful: renamed.doubtful };
}

/**
 * The events for a row that is no longer visible.
 *
 * @param {Audience} audience @param {Change} change @param {string} id @param {'delete' | 'left'} kind @returns {RowEvents}
 */
function gone({ plan, members }, change, id, kind) {
  const yes = { events: [{ kind, id }], doubtful: false };
  // If all rows are visible, a missing row was deleted later, and that deletion has an event of its own.
  if (!members) return kind === 'delete' ? yes : NOTHING;
  if (members.remove(id)) return yes;
  // They may read every row of the table, so an id reveals nothing.
  if (plan.limits === 'filter') return members.complete ? NOTHING : yes;
  const isOlder = members.snapshot !== null && isVisible(members.snapshot, change.transaction);
  return isOlder ? { events: [], doubtful: true } : NOTHING;
}

/** @param {Change['key']} key */
export function keyOf(key) {
  return key?.[0] ?? null;
}
