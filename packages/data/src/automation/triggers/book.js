/** @import { Transaction } from '../../postgres/database/transaction.js' */
/** @import { Over, Run } from './claims.js' */
/** @import { Outcome } from './work-of-run.js' */
import { finish, forget } from './claims.js';

/** Notes what became of the runs of a transaction, in a statement for all of them. @param {Transaction} tx */
export function createBook(tx) {
  /** @type {Over[]} */
  const over = [];
  /** @type {string[]} */
  const forgotten = [];
  const start = performance.now();
  const clock = () => performance.now() - start;
  return {
    /** Since its beginning, in ms. */
    clock,
    /** @param {Run} run @param {Outcome} outcome @param {number} began by the clock */
    add({ id, object_id: trigger }, outcome, began) {
      if (outcome === 'forget') forgotten.push(id);
      else if (outcome) over.push({ id, trigger, began, ended: clock(), steps: outcome.steps });
    },
    async close() {
      if (over.length > 0) await tx.query(finish(over));
      if (forgotten.length > 0) await tx.query(forget(forgotten));
    },
  };
}
