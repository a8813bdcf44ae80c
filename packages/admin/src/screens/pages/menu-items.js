import { nodeId } from '@plinth/plugin';

/** @import { MenuItem } from '@plinth/plugin' */

/**
 * Changes of a menu's entries. Each returns new entries; an impossible change has no effect.
 *
 * @param {readonly MenuItem[]} items @param {string} id
 * @returns {{ list: MenuItem[], index: number, group: MenuItem | null } | null}
 */
export function findItem(items, id) {
  /** @param {MenuItem[]} list @param {MenuItem | null} group @returns {any} */
  const step = (list, group) => {
    const index = list.findIndex((item) => item.id === id);
    if (index >= 0) return { list, index, group };
    for (const item of list) {
      const found = item.items && step(item.items, item);
      if (found) return found;
    }
    return null;
  };
  return step(/** @type {MenuItem[]} */ (items), null);
}

/** @param {readonly MenuItem[]} items @param {string} op up, down, into, out or remove @param {string} id @returns {MenuItem[]} */
export function changeItems(items, op, id) {
  const copy = structuredClone(/** @type {MenuItem[]} */ (items));
  const found = findItem(copy, id);
  if (!found) return copy;
  const { list, index, group } = found;
  if (op === 'remove') list.splice(index, 1);
  if (op === 'up' && index > 0) list.splice(index - 1, 0, ...list.splice(index, 1));
  if (op === 'down' && index < list.length - 1) list.splice(index + 1, 0, ...list.splice(index, 1));
  if (op === 'into' && list[index - 1]?.kind === 'group') (list[index - 1].items ??= []).push(...list.splice(index, 1));
  if (op === 'out' && group) {
    const outer = findItem(copy, group.id);
    outer?.list.splice(outer.index + 1, 0, ...list.splice(index, 1));
  }
  return copy;
}

/** @param {readonly MenuItem[]} items @param {Omit<MenuItem, 'id'>} item @returns {MenuItem[]} */
export const addItem = (items, item) => [
  ...structuredClone(/** @type {MenuItem[]} */ (items)),
  { ...item, id: nodeId() },
];

/** @param {readonly MenuItem[]} items @param {string} id @param {Partial<MenuItem>} changes @returns {MenuItem[]} */
export function changeItem(items, id, changes) {
  const copy = structuredClone(/** @type {MenuItem[]} */ (items));
  const found = findItem(copy, id);
  if (found) found.list[found.index] = { ...found.list[found.index], ...changes };
  return copy;
}

/** The entries as lines. @param {readonly MenuItem[]} items @param {number} [depth] @returns {any[]} */
export function menuLines(items, depth = 0) {
  return items.flatMap((item, i) => [
    { ...item, depth, first: i === 0, last: i === items.length - 1, afterGroup: items[i - 1]?.kind === 'group' },
    ...menuLines(item.items ?? [], depth + 1),
  ]);
}
