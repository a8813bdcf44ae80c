/** @import { Within } from '../../gate/rows/within.js' */
/** @import { Kit, Token } from './types.d.ts' */
import { createRounds } from '../runs/rounds.js';
import { NEXT_DUE, claim } from './claims.js';
import { work } from './work.js';

/** Tokens of one transaction, and how long it takes more of them, in ms: what they write stays locked until its end. */
const MOST = 50;
const LONGEST_MS = 200;

/**
 * Goes on with what is due: many tokens in a transaction, each with savepoints of its own. Those whose step reaches outside of
 * the database, whose duration is unknown, have a transaction each.
 *
 * @param {{ kit: Kit, within: <T>(work: (gate: Within) => Promise<T>, options?: { named?: boolean }) => Promise<T> }} context
 */
export function createRunSome({ kit, within }) {
  const rounds = createRounds();
  let isOutsideFirst = false;

  /** @returns {Promise<{ isRun: boolean, next: number | null }>} next: ms until one is due, if none was and one is soon */
  return function runSome() {
    // In turns, so that neither kind waits for all of the other.
    isOutsideFirst = !isOutsideFirst;
    const kinds = [isOutsideFirst, !isOutsideFirst];
    let tries = 0;
    const goOn = async (/** @type {Within} */ gate) => {
      tries++;
      for (const isOutside of kinds) {
        // After a deadlock, only one, so that what it writes is not locked for long.
        const which = { isOutside, most: isOutside || tries > 1 ? 1 : MOST };
        const ask = async (/** @type {Parameters<typeof claim>[1]} */ turn) =>
          (await gate.tx.query(claim(which, turn))).rows;
        const rows = await rounds.next('starter', ask, { isOutside });
        const work = () => workAll(gate, rows);
        await (isOutside ? rounds.during(rows, work) : work());
        if (rows.length > 0) return { isRun: true, next: null };
      }
      const { ms } = (await gate.tx.query(NEXT_DUE)).rows[0];
      return { isRun: false, next: ms === null ? null : Number(ms) };
    };
    return within(goOn, { named: true });
  };

  /** @param {Within} gate @param {Token[]} tokens */
  async function workAll(gate, tokens) {
    const began = performance.now();
    for (const [i, token] of tokens.entries()) {
      if (i > 0 && performance.now() - began > LONGEST_MS) return;
      await work(kit, gate, token);
    }
  }
}
