/** @import { Diff, PhysicalTable } from './types.d.ts' */

import { quotedIn } from './names.js';

/** Tables that exist before and after. @param {Diff} diff @returns {{ old: PhysicalTable, now: PhysicalTable }[]} */
export function commonTables({ old, now }) {
  return [...old.tables.values()].flatMap((table) => {
    const next = now.tables.get(table.id);
    return next ? [{ old: table, now: next }] : [];
  });
}

/**
 * @template T
 * @param {Iterable<T>} entries
 * @param {{ has(id: string): boolean }} other
 * @param {(entry: T) => string} key
 */
export function missingIn(entries, other, key) {
  return [...entries].filter((entry) => !other.has(key(entry)));
}

/** Locks an existing table before anything is examined. @param {Diff} diff @param {string} id */
export function lock(diff, id) {
  if (!diff.old.names.has(id)) return;
  diff.locks.add(quotedIn(diff.old, id));
  diff.interrupts.add(id);
}
