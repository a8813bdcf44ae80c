/** @import { RunError } from './claims.js' */
import { AppError } from '@plinth/plugin';

/** What admins are told; of an error that nobody foresaw, its kind alone. @param {unknown} error @returns {RunError} */
export function shown(error) {
  if (!(error instanceof AppError)) return { code: 'INTERNAL', message: 'An unexpected error; the log has more' };
  const { step } = /** @type {any} */ (error.details ?? {});
  return { code: error.code, message: error.message, ...(error.hint && { hint: error.hint }), ...(step && { step }) };
}
