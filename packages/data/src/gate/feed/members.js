/** How many visible rows are remembered for one audience, and in the whole process. */
export const MOST_MEMBERS = 10_000;
const MOST_IN_ALL = 500_000;

/** @typedef {ReturnType<typeof createMembers>} Members */

/** Limits the number of remembered ids over all audiences of a feed. */
export function createBudget() {
  let used = 0;
  return {
    take: () => used < MOST_IN_ALL && ((used += 1), true),
    give: (/** @type {number} */ count) => void (used -= count),
    used: () => used,
  };
}

/**
 * Remembers which rows an audience can see, to know whether a changed row was visible before. The log has no old rows, and
 * rules can't be evaluated for the past. The ids are read when the audience is created and updated with every event. If
 * there are too many, only some are known and `complete` is false.
 *
 * @param {ReturnType<typeof createBudget>} budget
 */
export function createMembers(budget) {
  /** @type {Set<string>} */
  const ids = new Set();
  const members = {
    complete: false,
    /** The snapshot in which the rows were read. @type {ReturnType<typeof import('../../postgres/changes/snapshot.js').parseSnapshot> | null} */
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
