import { AppError } from '@plinth/plugin';

/** Minutes until a run that failed is tried again. */
export const WAITS = Object.freeze([1, 5, 30, 120]);

/** What admins are told; of an error that nobody foresaw, its kind alone. @param {unknown} error @returns {{ code: string, message: string, hint?: string }} */
export function shownError(error) {
  if (!(error instanceof AppError)) return { code: 'INTERNAL', message: 'An unexpected error; the log has more' };
  return { code: error.code, message: error.message, ...(error.hint && { hint: error.hint }) };
}

/** Whether trying again may help. @param {unknown} error @returns {boolean} */
export function mayPass(error) {
  if (!(error instanceof AppError)) return true;
  // A function with the system's rights says nothing of what refused it, but fails as that did.
  if (error.cause instanceof AppError) return mayPass(error.cause);
  if (error.code === 'FUNCTION_REFUSED') return error.status === 429;
  return error.status >= 500 || [409, 429].includes(error.status);
}
