import { AppError } from '@plinth/plugin';
import { passwordShare } from '../../../postgres/fairness/figures.js';
import { createFairness, createTurns } from '../../../postgres/fairness/index.js';
import { divideMemory } from '../../../postgres/memory/index.js';

/**
 * Limits how many password hashes run at once. Each takes 19 MB and a core for some 30 ms, so a flood of logins would
 * otherwise starve everything else; addresses take turns, so that it starves no other login either.
 *
 * @param {{ parallel?: number, waiting?: number, fairness?: import('../../../postgres/fairness/fairness.js').Fairness }} [limits] waiting: of one address
 */
export function createHashQueue({
  parallel = divideMemory().worker.passwords,
  waiting,
  fairness = createFairness(),
} = {}) {
  const share = passwordShare(parallel);
  const turns = createTurns({ ...share, waiting: waiting ?? share.waiting }, loginBusy);

  /**
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  return (work) => turns.use(fairness.personOrAll(), work);
}

function loginBusy() {
  return new AppError('LOGIN_BUSY', 'Too many people are logging in right now', {
    status: 503,
    hint: 'Try again in a few seconds',
  });
}
