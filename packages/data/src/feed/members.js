/** How many rows' ids are known for one kind of reader, and in all of a process. */
export const MOST_MEMBERS = 10_000;
const MOST_IN_ALL = 500_000;

/** @typedef {ReturnType<typeof createMembers>} Members */

/** Counts the ids that are kept, over all members of a feed. */
export function createBudget() {
  let used = 0;
  return {
    take: () => used < MOST_IN_ALL && ((used += 1), true),
    give: (/** @type {number} */ count) => void (used -= count),
    used: () => used,
  };
}

/**
 * Which rows a reader can see, so that it is known of a change whether he saw the row before: the log does not carry
 * old rows, and what a rule said of them then can't be asked any more. Read when he comes, then kept in step with what he
 * is told. Where he sees more rows than fit, only some are known (`complete` is false).
 *
 * @param {ReturnType<typeof createBudget>} budget
 */
export function createMembers(budget) {
  /** @type {Set<string>} */
  const ids = new Set();
  const members = {
    complete: false,
    /** What the rows were read with. @type {ReturnType<typeof import('../changes/snapshot.js').parseSnapshot> | null} */
    snapshot: null,
    has: (/** @type {string} */ id) => ids.has(id),
    /** @param {string} id */
    add(id) {
      if (ids.has(id)) return;
      if (ids.size >= 2 * MOST_MEMBERS || !budget.take()) {
        members.complete = false;
        return;
      }
      ids.add(id);
    },
    /** @param {string} id @returns {boolean} whether it was there */
    remove(id) {
      const was = ids.delete(id);
      if (was) budget.give(1);
      return was;
    },
    clear() {
      budget.give(ids.size);
      ids.clear();
    },
  };
  return members;
}
