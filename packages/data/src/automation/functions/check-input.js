/** @import { AppFunction, FunctionParam, Message, Values } from '@plinth/plugin' */
import { inputInvalid, phrase } from '@plinth/plugin';
import { LIMITS } from '../../catalog/limits/limits.js';

/** Values without a parameter that an answer names. */
const MOST_UNKNOWN = 20;

/**
 * The input of a call, checked against the function's parameters. Values in an address are text, and are converted.
 *
 * @param {Pick<AppFunction, 'params'>} fn @param {unknown} given
 * @returns {string} JSON
 * @throws {import('@plinth/plugin').AppError} INPUT_INVALID
 */
export function checkInput({ params }, given) {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw inputInvalid({ input: 'must be an object' });
  const text = JSON.stringify(params.length === 0 ? given : byParams(params, given));
  if (text.length > LIMITS.functionInputCharacters)
    throw inputInvalid({ input: phrase`must have at most ${LIMITS.functionInputCharacters} characters` });
  return text;
}

/** @param {readonly FunctionParam[]} params @param {object} given */
function byParams(params, given) {
  const rest = new Map(Object.entries(given));
  /** @type {Record<string, Message>} */
  const wrong = Object.create(null);
  /** @type {[string, unknown][]} */
  const values = [];
  for (const { name, type, required } of params) {
    const value = rest.get(name);
    rest.delete(name);
    if (value === undefined || value === null || value === '') {
      if (required) wrong[name] = phrase`"${name}" is required`;
      continue;
    }
    const read = READERS[type](value);
    if (read === undefined) wrong[name] = phrase`"${name}" ${MUST_BE[type]}`;
    values.push([name, read]);
  }
  for (const name of [...rest.keys()].slice(0, MOST_UNKNOWN))
    wrong[name.slice(0, 60)] = phrase`"${name.slice(0, 60)}" is not a parameter`;
  if (Object.keys(wrong).length > 0) throw inputInvalid(wrong);
  return Object.fromEntries(values);
}

const MUST_BE = Object.freeze({
  text: phrase`must be text`,
  integer: phrase`must be a whole number`,
  number: phrase`must be a number`,
  boolean: phrase`must be true or false`,
  date: phrase`must be a date such as 2026-11-21`,
  json: phrase`must be JSON`,
});

/** @type {ReadonlyMap<unknown, boolean>} */
const BOOLEANS = new Map([
  ...[true, 1, 'true', 'on', '1'].map((value) => /** @type {const} */ ([value, true])),
  ...[false, 0, 'false', '0'].map((value) => /** @type {const} */ ([value, false])),
]);

/** Each returns undefined for what it can't read. @type {Record<FunctionParam['type'], (value: unknown) => unknown>} */
const READERS = {
  text: (value) => (typeof value === 'string' ? value : undefined),
  integer: (value) => numberOf(value, Number.isSafeInteger),
  number: (value) => numberOf(value, Number.isFinite),
  boolean: (value) => BOOLEANS.get(value),
  date: (value) => (isDay(value) ? value : undefined),
  json: (value) => (typeof value === 'string' ? parsed(value) : value),
};

/** @param {unknown} value @param {(number: number) => boolean} isGood */
function numberOf(value, isGood) {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && isGood(number) ? number : undefined;
}

/** @param {unknown} value */
function isDay(value) {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** Text that isn't JSON is a text. @param {string} value */
function parsed(value) {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
