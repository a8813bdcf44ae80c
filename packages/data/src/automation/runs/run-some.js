/** @import { Within } from '../../gate/rows/within.js' */
/** @import { Fragment } from '../../postgres/sql/index.js' */
import { createRounds } from './rounds.js';

/** Runs of one transaction, and after how many ms it takes no further one: what they write stays locked until its end. */
const MOST = 50;
const LONGEST_MS = 200;
/** How often a transaction is repeated before its error counts as a failure of the run. */
const RETRIES = 3;

/**
 * Some of the runs of a kind. Those that reach outside of the database, whose duration is unknown, have a transaction each.
 *
 * @typedef {{ whose: Fragment, order: Fragment }} Turn who is next
 * @typedef {{ isOutside: boolean, claim(turn: Turn, most: number): Fragment }} Lane claim: locks what is due until the
 *   transaction ends, so a process that dies releases it at once, and no other process works on it
 * @typedef {{ work(one: any): Promise<void>, close?(): Promise<void> }} Batch
 *   work: one of them; what it throws repeats the transaction; close: after the last one
 */

/**
 * Executes due runs: many in a transaction, each with its own savepoints.
 *
 * @param {{ within: <T>(work: (gate: Within) => Promise<T>, options?: { named?: boolean }) => Promise<T>,
 *   lanes: () => readonly Lane[], nextDue: Fragment,
 *   begin(gate: Within, how: { isOutside: boolean, mayRepeat: boolean }): Batch }} context
 *   nextDue: the ms until the next one, if that is soon
 */
export function createRunSome({ within, lanes, nextDue, begin }) {
  const rounds = createRounds();
  let isTurned = false;

  /** @returns {Promise<{ isRun: boolean, next: number | null }>} next: ms until one is due, if none was and one is soon */
  return function runSome() {
    // Taken in turn, so that neither kind waits for all of the other.
    isTurned = !isTurned;
    const inTurn = isTurned ? lanes() : lanes().toReversed();
    let tries = 0;
    return within(
      async (gate) => {
        tries++;
        for (const { isOutside, claim } of inTurn) {
          // After a deadlock, only one, so that what it writes is not locked for long.
          const most = isOutside || tries > 1 ? 1 : MOST;
          const ask = async (/** @type {Turn} */ turn) => (await gate.tx.query(claim(turn, most))).rows;
          const rows = await rounds.next(ask, { isOutside });
          if (rows.length === 0) continue;
          const batch = begin(gate, { isOutside, mayRepeat: tries <= RETRIES });
          const work = () => workAll(batch, rows);
          await (isOutside ? rounds.during(rows, work) : work());
          return { isRun: true, next: null };
        }
        const { ms } = (await gate.tx.query(nextDue)).rows[0];
        return { isRun: false, next: ms === null ? null : Number(ms) };
      },
      { named: true },
    );
  };
}

/** @param {Batch} batch @param {readonly unknown[]} rows */
async function workAll(batch, rows) {
  const began = performance.now();
  for (const [i, one] of rows.entries()) {
    if (i > 0 && performance.now() - began > LONGEST_MS) break;
    await batch.work(one);
  }
  await batch.close?.();
}
