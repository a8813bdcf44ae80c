/** @import { AppErrorOptions } from './index.d.ts' */

/** An error we foresee: a stable code, what happened, and a way out where we know one. */
export class AppError extends Error {
  name = 'AppError';

  /**
   * @param {string} code stable; each has its row in docs/reference/errors.md
   * @param {string} message a short fact that names the thing
   * @param {AppErrorOptions} [options]
   */
  constructor(code, message, { hint, status = 500, cause, details } = {}) {
    super(message, { cause });
    this.code = code;
    this.hint = hint;
    this.status = status;
    this.details = details;
  }
}

/**
 * Bad input, one message per field, as forms and the API show it.
 *
 * @param {Record<string, string>} fields
 * @param {string} [message]
 */
export function inputInvalid(fields, message) {
  return new AppError('INPUT_INVALID', message ?? Object.values(fields).join('; '), {
    status: 422,
    details: { fields },
  });
}
