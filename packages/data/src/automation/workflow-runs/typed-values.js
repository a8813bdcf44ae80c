/** @import { WorkflowVariable } from '@plinth/plugin' */
import { AppError, inputInvalid, phrase } from '@plinth/plugin';
import { asVariable } from './variables.js';

/**
 * A typed value as a variable stores it: JSON is parsed, and a moment without a time zone is in the person's zone.
 *
 * @param {WorkflowVariable} variable @param {unknown} value @param {string} timeZone
 * @returns {unknown} JSON-safe
 * @throws {AppError} INPUT_INVALID, WORKFLOW_VALUE_INVALID
 */
export function readTyped(variable, value, timeZone) {
  const isJson = typeof value === 'string' && variable.type === 'json' && value.trim() !== '';
  return asVariable(variable, isJson ? parsed(variable, value) : value, timeZone);
}

/**
 * All that was typed, by name of the variable.
 *
 * @param {readonly WorkflowVariable[]} variables @param {Record<string, string>} typed
 * @param {string} timeZone @returns {Record<string, unknown>}
 * @throws {AppError} INPUT_INVALID with messages by name
 */
export function readAllTyped(variables, typed, timeZone) {
  /** @type {Record<string, import('@plinth/plugin').Message>} */
  const errors = {};
  /** @type {Record<string, unknown>} */
  const values = {};
  for (const variable of variables.filter(({ name }) => Object.hasOwn(typed, name))) {
    try {
      values[variable.name] = readTyped(variable, typed[variable.name], timeZone);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      errors[variable.name] = error.phrases.message;
    }
  }
  if (Object.keys(errors).length > 0) throw inputInvalid(errors);
  return values;
}

/** @param {WorkflowVariable} variable @param {string} text */
function parsed({ name, label }, text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('INPUT_INVALID', phrase`${label || name} must be JSON, such as ["a", 1]`, { status: 422 });
  }
}
