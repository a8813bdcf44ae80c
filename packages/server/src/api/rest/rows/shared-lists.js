/** @import { Actor, Catalog } from '@plinth/plugin' */
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { memoize } from '@plinth/plugin';

/**
 * @template T
 * @typedef {{ busy: Promise<unknown> | null, next: Promise<T> | null }} Slot busy: is read now; next: what is read after that
 */

/**
 * Callers with the same rights who ask for the same list share a reading. Nobody takes one that began before they came: those
 * who come while the list is read wait for the next reading, all together.
 *
 * @template T
 */
export function createSharedLists() {
  const slotsOf = memoize((/** @type {Catalog} */ _catalog) =>
    memoize((/** @type {Actor} */ _actor) => /** @type {Map<string, Slot<T>>} */ (new Map())),
  );

  /**
   * @param {{ catalog: Catalog, actor: Actor, key: string }} what actor: the same object has the same rights
   * @param {() => Promise<T>} read @returns {Promise<T>}
   */
  return function shared({ catalog, actor, key }, read) {
    const slots = slotsOf(catalog)(actor);
    let slot = slots.get(key);
    if (!slot) slots.set(key, (slot = { busy: null, next: null }));
    // Who reads for all may be refused their turn, or leave: then each reads for themselves.
    if (slot.next) return slot.next.catch(read);
    return (slot.next = readNext(slots, key, slot, read));
  };
}

/**
 * @template T
 * @param {Map<string, Slot<T>>} slots @param {string} key @param {Slot<T>} slot @param {() => Promise<T>} read
 * @returns {Promise<T>}
 */
async function readNext(slots, key, slot, read) {
  await (slot.busy ?? endOfTurn());
  slot.next = null;
  const reading = read();
  const busy = (slot.busy = reading.catch(() => {}));
  try {
    return await reading;
  } finally {
    if (slot.busy === busy) slot.busy = null;
    if (!slot.busy && !slot.next) slots.delete(key);
  }
}
