/** @import { WorkflowVariable } from './types.d.ts' */
import { fromJson, toJson } from '@plinth/expressions';
import { AppError, WORKFLOW_TYPES, instantOfLocal, phrase } from '@plinth/plugin';
import { LIMITS } from '../../catalog/limits/limits.js';

/**
 * A value as a variable keeps it.
 *
 * @param {WorkflowVariable} variable @param {unknown} value @param {string} timeZone of a moment that is given without one
 * @returns {unknown} JSON-safe
 * @throws {AppError} WORKFLOW_VALUE_INVALID
 */
export function asVariable(variable, value, timeZone) {
  if (value === null || value === undefined || value === '') return null;
  const { type } = variable;
  if (type === 'json') return short(variable, value, JSON.stringify(value).length, LIMITS.workflowJsonCharacters);
  if (type === 'text') {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return short(variable, text, text.length, LIMITS.workflowTextCharacters);
  }
  const known = /** @type {import('@plinth/expressions').Type} */ (WORKFLOW_TYPES[type]);
  const plain = READ[type]?.(String(value), timeZone) ?? value;
  // Otherwise the text of [5] would be a number.
  const found = typeof value === 'object' ? null : toJson(fromJson(plain, known), known);
  if (found === null) throw wrong(variable, MUST_BE[type](shownName(variable)));
  return found;
}

/** @type {Record<string, (name: string) => import('@plinth/plugin').Message>} */
const MUST_BE = Object.freeze({
  number: (name) => phrase`${name} must be a number`,
  bool: (name) => phrase`${name} must be yes or no`,
  date: (name) => phrase`${name} must be a date, such as 2026-11-21`,
  datetime: (name) => phrase`${name} must be a date and time, such as 2026-11-21T15:30:00Z`,
});

/** How others may write a value of a type. @type {Record<string, (text: string, timeZone: string) => unknown>} */
const READ = Object.freeze({ bool: (text) => BOOLEANS[text], datetime: momentOf });

/** @type {Record<string, boolean>} */
const BOOLEANS = Object.freeze({ true: true, false: false });

/** A day or a local time as a moment; null: it is neither. @param {string} local @param {string} timeZone */
function momentOf(local, timeZone) {
  const instant = instantOfLocal(local, timeZone);
  return instant === null || Number.isNaN(instant) ? null : new Date(instant).toISOString();
}

/** @param {WorkflowVariable} variable @param {unknown} value @param {number} length @param {number} most */
function short(variable, value, length, most) {
  if (length <= most) return value;
  throw wrong(variable, phrase`${shownName(variable)} is too long: at most ${most} characters`);
}

/** @param {WorkflowVariable} variable */
const shownName = ({ label, name }) => label || name;

/** @param {WorkflowVariable} variable @param {import('@plinth/plugin').Message} message */
const wrong = ({ name, type }, message) =>
  new AppError('WORKFLOW_VALUE_INVALID', message, {
    status: 422,
    hint: phrase`The variable "${name}" takes values of type ${type}`,
    details: { variable: name },
  });
