/** @import { Change } from '../changes/types.d.ts' */
/** @import { Audience } from './audiences.js' */
/** @import { Seen } from './look.js' */
import { isVisible } from '../changes/snapshot.js';

/**
 * What an audience hears of a change. `doubtful`: whether its row was visible before can't be known, so those who have
 * rows from before begin anew.
 *
 * @typedef {{ kind: 'insert' | 'update' | 'delete' | 'left', id: string, row?: Record<string, any> }} Told
 * @typedef {{ told: Told[], doubtful: boolean }} Hearing
 */

/** @type {Hearing} */
const NOTHING = Object.freeze({ told: [], doubtful: false });

/**
 * A change as an audience may hear it: a row that it sees now comes whole, one that it saw before and does not see now
 * by its id alone, and of any other it hears nothing.
 *
 * @param {Audience} audience @param {Change} change with keys @param {Seen} seen @returns {Hearing}
 */
export function hearing(audience, change, seen) {
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
    const more = insertUndone ? [{ kind: /** @type {const} */ ('left'), id }] : left.told;
    return { told: [...renamed.told, ...more], doubtful: renamed.doubtful || left.doubtful };
  }
  audience.members?.add(id);
  const told = { kind: kind === 'insert' ? /** @type {const} */ ('insert') : /** @type {const} */ ('update'), id, row };
  return { told: [...renamed.told, told], doubtful: renamed.doubtful };
}

/**
 * A row that is not to be seen any more.
 *
 * @param {Audience} audience @param {Change} change @param {string} id @param {'delete' | 'left'} kind @returns {Hearing}
 */
function gone({ sight, members }, change, id, kind) {
  const yes = { told: [{ kind, id }], doubtful: false };
  // Whoever sees all rows misses one only because it was deleted since, of which he hears for itself.
  if (!members) return kind === 'delete' ? yes : NOTHING;
  if (members.remove(id)) return yes;
  // He may see each row of the table, so its id tells him nothing.
  if (sight.limits === 'filter') return members.complete ? NOTHING : yes;
  const isOlder = members.snapshot !== null && isVisible(members.snapshot, change.transaction);
  return isOlder ? { told: [], doubtful: true } : NOTHING;
}

/** @param {Change['key']} key */
export function keyOf(key) {
  return key?.[0] ?? null;
}
