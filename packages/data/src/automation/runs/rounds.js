/** @import { Fragment } from '../../postgres/sql/index.js' */
import { empty, fixed, sql } from '../../postgres/sql/index.js';

/** How many runs of one person that reach outside of the database may be under way in a process: one place is for the others. */
const MOST_OUTSIDE = 2;
/** Who started it, of a row that knows; what nobody has started comes first. The indexes of the queues name the same. */
export const STARTER = fixed(`coalesce(caused_by, '00000000-0000-0000-0000-000000000000'::uuid)`);

/**
 * The order of a queue in which nobody waits for all that another has started: each claim begins with whoever comes after the
 * one with whom the last began, and takes others' as well if that person has fewer.
 *
 * @typedef {{ starter: string }} Claimed who started it
 */
export function createRounds() {
  /** @type {string | null} */
  let last = null;
  /** @type {Map<string, number>} */
  const outside = new Map();

  return {
    /**
     * @template {Claimed} R
     * @param {(turn: { whose: Fragment, order: Fragment }) => Promise<R[]>} ask a claim of what meets the condition, in that order
     * @param {{ isOutside?: boolean }} [options]
     * @returns {Promise<R[]>}
     */
    async next(ask, { isOutside = false } = {}) {
      const busy = isOutside ? [...outside].filter(([, count]) => count >= MOST_OUTSIDE).map(([who]) => who) : [];
      const others = busy.length > 0 ? sql` and not ${STARTER} = any(${busy}::uuid[])` : empty;
      const order = sql`${STARTER}, due_at`;
      const after = last;
      let rows = after === null ? [] : await ask({ whose: sql`${STARTER} > ${after}::uuid${others}`, order });
      if (rows.length === 0) rows = await ask({ whose: sql`true${others}`, order });
      // When nothing waits, the next round begins with whoever comes first: asked by one statement.
      last = rows[0]?.starter ?? null;
      return rows;
    },

    /** @template T @param {Claimed[]} claimed @param {() => Promise<T>} work that reaches outside @returns {Promise<T>} */
    async during([first], work) {
      if (!first) return work();
      const { starter } = first;
      outside.set(starter, (outside.get(starter) ?? 0) + 1);
      try {
        return await work();
      } finally {
        const left = Number(outside.get(starter)) - 1;
        if (left > 0) outside.set(starter, left);
        else outside.delete(starter);
      }
    },
  };
}
