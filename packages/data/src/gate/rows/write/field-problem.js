import { Phrase, inputInvalid } from '@plinth/plugin';

/** @import { AppError, Field, Message } from '@plinth/plugin' */

/** What is wrong with one field. @typedef {Message} Problem */

/** @param {Pick<Field, 'label'>} field @param {string} what follows the label, such as "is required" @returns {Problem} */
export function fieldProblem({ label }, what) {
  return new Phrase(`{label} ${what}`, { label });
}

/** The message of a field type's error. @param {AppError} error @returns {Problem} */
export const problemOf = (error) => error.phrases.message;

/** The same message for missing rows and for rows that the actor can't see. @param {Pick<Field, 'label'>} field */
export const notAChoice = (field) => fieldProblem(field, 'must be one of the choices');

/** INPUT_INVALID with a message by field. @param {Record<string, Problem>} problems @param {Message} [message] */
export const inputProblems = (problems, message) => inputInvalid(problems, message);
