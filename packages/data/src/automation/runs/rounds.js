/** @import { Fragment } from '../../postgres/sql/index.js' */
import { empty, fixed, sql } from '../../postgres/sql/index.js';

/** How many runs of one person that reach outside of the database a process executes at once: one place stays free for others. */
const MOST_OUTSIDE = 2;
/** Who started the run; runs without a person come first. The indexes of the queues use the same expression. */
export const STARTER = fixed(`coalesce(caused_by, '00000000-0000-0000-0000-000000000000'::uuid)`);

/**
 * A fair order for a queue, so that one person's many runs don't delay those of others: each claim starts with the person after
 * the first one of the claim before, and fills up with runs of others.
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
      // When nothing waits, the next round starts from the first person, in one statement.
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
