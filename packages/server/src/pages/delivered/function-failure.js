/** @import { Request } from '../../types.d.ts' */
import { ADMIN, AppError, errorText } from '@plinth/plugin';

/**
 * What is said beside the button of a function that refuses, fails, or is not for this reader. Its page stays, since there
 * is nothing to send again.
 *
 * @param {Request} req @param {string} action that of the button @param {unknown} error
 * @returns {string | null} null: a failure of something else, which has a page of its own
 */
export function functionFailure({ ctx: { actor, t } }, action, error) {
  if (!(error instanceof AppError)) return null;
  if (!error.code.startsWith('FUNCTION_') && action !== 'run_function') return null;
  if (error.code === 'FUNCTION_NOT_FOUND' && !actor.roles.includes(ADMIN)) return t('delivered.functionClosed');
  const { message, hint } = errorText(error, t);
  return [message, hint].filter(Boolean).join('. ');
}
