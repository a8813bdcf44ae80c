/** @import { Task } from './task-list.js' */
/** @typedef {{ outcome: string, comment?: string, values?: Record<string, unknown>, timeZone?: string }} Decision timeZone: of moments without one */
import { AppError, inputInvalid, phrase } from '@plinth/plugin';
import { readTyped } from '../typed-values.js';
import { LIMITS } from '../../../catalog/limits/limits.js';

/** An answer as it is kept. @param {Task} task @param {Decision} decision @throws {AppError} INPUT_INVALID */
export function checkDecision(
  { outcomes, form },
  { outcome: name, comment = '', values: given = {}, timeZone = 'UTC' },
) {
  const outcome = outcomes.find((one) => one.name === name);
  if (!outcome) throw inputInvalid({ outcome: 'Choose one of the answers' });
  /** @type {Record<string, import('@plinth/plugin').Message>} */
  const errors = {};
  if (outcome.needsComment && comment.trim() === '') errors.comment = 'Write a comment';
  if (comment.length > LIMITS.decisionCharacters)
    errors.comment = phrase`at most ${LIMITS.decisionCharacters} characters`;
  /** @type {Record<string, unknown>} */
  const values = {};
  for (const field of form) {
    try {
      values[field.name] = readTyped({ ...field, isInput: false, value: '' }, given[field.name], timeZone);
      if (field.required && values[field.name] === null) errors[field.name] = 'is required';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      errors[field.name] = error.phrases.message;
    }
  }
  if (Object.keys(errors).length > 0) throw inputInvalid(errors);
  return { outcome: name, comment: comment.trim(), values };
}
