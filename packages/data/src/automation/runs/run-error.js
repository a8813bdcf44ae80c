/** @import { StoredPhrase } from '@plinth/plugin' */
import { AppError, storedPhrase } from '@plinth/plugin';

/** Minutes until a run that failed is tried again. */
export const WAITS = Object.freeze([1, 5, 30, 120]);

/**
 * What admins are told, in English and, by its phrases, in any language.
 *
 * @typedef {{ code: string, message: string, hint?: string, phrases?: { message: StoredPhrase, hint?: StoredPhrase } }} ShownError
 */

/** Of an error that nobody foresaw, its kind alone. @param {unknown} error @returns {ShownError} */
export function shownError(error) {
  if (!(error instanceof AppError)) return { code: 'INTERNAL', message: 'An unexpected error; the log has more' };
  const { message, hint } = error.phrases;
  return {
    code: error.code,
    message: error.message,
    ...(error.hint && { hint: error.hint }),
    phrases: { message: storedPhrase(message), ...(hint && { hint: storedPhrase(hint) }) },
  };
}

/** Whether trying again may help. @param {unknown} error @returns {boolean} */
export function mayPass(error) {
  if (!(error instanceof AppError)) return true;
  // A function with the system's rights says nothing of what refused it, but fails as that did.
  if (error.cause instanceof AppError) return mayPass(error.cause);
  if (error.code === 'FUNCTION_REFUSED') return error.status === 429;
  return error.status >= 500 || [409, 429].includes(error.status);
}
