/** @import { RunError } from './claims.js' */
import { AppError } from '@plinth/plugin';
import { shownError } from '../runs/run-error.js';

/** What admins are told, with the step that failed. @param {unknown} problem @returns {RunError} */
export function shown(problem) {
  const { step } = problem instanceof AppError ? /** @type {any} */ (problem.details ?? {}) : {};
  return { ...shownError(problem), ...(step && { step }) };
}
