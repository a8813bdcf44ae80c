/** @import { Values } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';

/**
 * Minutes until the next try, after each try that failed. After the last of them it is given up; what is looked for by the clock
 * goes on at the last interval.
 */
export const LADDERS = Object.freeze({
  /** Runs of triggers, and steps of workflows that set nothing else. */
  runs: Object.freeze([1, 5, 30, 120]),
  mails: Object.freeze([1, 2, 5, 15, 30, 60, 120, 240, 480, 720]),
  /** Each failure doubles the time, so that a wrong password doesn't lock the account. */
  mailboxes: Object.freeze([1, 2, 4, 8, 16, 32, 60]),
  planned: Object.freeze([10]),
});

/** The longest wait in seconds, even if a service asks for more. */
const LONGEST = 24 * 60 * 60;

/**
 * @param {readonly number[]} ladder @param {number} attempt that failed, from 1
 * @param {unknown} [problem] may say after how many seconds it is worth asking again
 * @returns {number | null} seconds; null: it is given up
 */
export function nextTry(ladder, attempt, problem) {
  const minutes = ladder[attempt - 1];
  if (minutes === undefined) return null;
  const asked = problem instanceof AppError ? /** @type {Values} */ (problem.details)?.retryAfter : null;
  return Math.min(Math.max(minutes * 60, asked ?? 0), LONGEST);
}

/**
 * Retries set on a step apply to every error, since a function of the app may answer 422 for a temporary problem.
 *
 * @param {unknown} problem @param {Values} [step] its `retries`, and `retryAfter` in minutes, doubled each time
 * @returns {readonly number[]}
 */
export function ladderFor(problem, { retries = 0, retryAfter = 1 } = {}) {
  if (retries) return Array.from({ length: retries }, (_, i) => retryAfter * 2 ** i);
  return mayPass(problem) ? LADDERS.runs : [];
}

/** Whether trying again may help. @param {unknown} error @returns {boolean} */
function mayPass(error) {
  if (!(error instanceof AppError)) return true;
  // A function with the system's rights hides the error behind its refusal, but fails in the same way.
  if (error.cause instanceof AppError) return mayPass(error.cause);
  if (error.code === 'FUNCTION_REFUSED') return error.status === 429;
  return error.status >= 500 || [409, 429].includes(error.status);
}
