import { AppError, errorText, inputInvalid, memoize } from '@plinth/plugin';

/** @import { Translate } from '@plinth/plugin' */
/** @import { Request } from '@plinth/server/types' */

/**
 * Errors, ready for a form: messages beside their fields and one above the form.
 *
 * @typedef {{ status: number, message: string, hint: string | undefined, fields: Record<string, string>, code: string,
 *   isOfFields?: boolean, blocked?: import('@plinth/plugin').Values }} FormErrors isOfFields: the message says nothing but what
 *   the fields' messages say; blocked: rows that prevent an edit
 */

/**
 * An error that a form can show, translated; any other leads to the error page.
 *
 * @param {unknown} error @param {Translate} t @returns {FormErrors}
 */
export function formErrors(error, t) {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  const { messages = {}, ...details } = /** @type {any} */ (error.details) ?? {};
  const isOfFields = inputInvalid(messages).message === error.message;
  const blocked = 'canEmpty' in details && { blocked: { code: error.code, ...details } };
  return { status: error.status, code: error.code, isOfFields, ...errorText(error, t), ...blocked };
}

/** The messages that the screen of a request shows beside their controls, as they are printed. */
export const explained = memoize((/** @type {Request} */ _req) => /** @type {Set<string>} */ (new Set()));

/** No errors yet. @returns {FormErrors} */
export const noErrors = () => ({ status: 200, message: '', hint: undefined, fields: {}, code: '' });

/**
 * A form whose own validation failed.
 *
 * @param {Record<string, string>} fields messages by control name
 * @returns {FormErrors}
 */
export const wrongFields = (fields) => ({ ...noErrors(), status: 422, fields });

/** A form that is refused as a whole. @param {string} message @returns {FormErrors} */
export const refusal = (message) => ({ ...noErrors(), status: 422, message });
