/** @import { StoredPhrase } from '@plinth/plugin' */
import { AppError, storedPhrase } from '@plinth/plugin';

/**
 * The error as admins read it: in English, and by its phrases in any language.
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
