import { inputInvalid } from '@plinth/plugin';

/** @import { AppError, Field } from '@plinth/plugin' */

/**
 * What is wrong with one field: in English, and as the key and parameters from which `t` makes it in the reader's
 * language.
 *
 * @typedef {{ text: string, key: string, params: Record<string, unknown> }} Problem
 */

/** @param {Pick<Field, 'label'>} field @param {string} what follows the label, such as "is required" @returns {Problem} */
export function fieldProblem({ label }, what) {
  return { text: `${label} ${what}`, key: `{label} ${what}`, params: { label } };
}

/** A text that stands for itself. @param {string} text @returns {Problem} */
export const plainProblem = (text) => ({ text, key: text, params: {} });

/** What a field type said. @param {AppError} error @returns {Problem} */
export function problemOf(error) {
  const { key = error.message, params = {} } = /** @type {any} */ (error.details) ?? {};
  return { text: error.message, key, params };
}

/** The same for rows that are not there and for those that may not be seen. @param {Pick<Field, 'label'>} field */
export const notAChoice = (field) => fieldProblem(field, 'must be one of the choices');

/**
 * INPUT_INVALID with `details.fields`, the messages by field, and `details.messages`, their keys and parameters.
 *
 * @param {Record<string, Problem>} problems @param {string} [message]
 */
export function inputProblems(problems, message) {
  const entries = Object.entries(problems);
  const error = inputInvalid(Object.fromEntries(entries.map(([name, { text }]) => [name, text])), message);
  const messages = Object.fromEntries(entries.map(([name, { key, params }]) => [name, { key, params }]));
  return Object.assign(error, { details: { .../** @type {object} */ (error.details), messages } });
}
