import { inputInvalid, phrase } from '@plinth/plugin';
import { LIMITS } from '../../../catalog/limits/limits.js';

/** A hundred years. */
const MOST_DAYS = 36_500;

/** @param {string} key @param {unknown} value @param {string} [fallback] */
export function line(key, value, fallback = '') {
  return text(key, value, fallback, LIMITS.labelCharacters);
}

/** @param {string} key @param {unknown} value */
export function paragraph(key, value) {
  return text(key, value, '', LIMITS.descriptionCharacters);
}

/** @param {string} key @param {unknown} value @param {string} fallback @param {number} max */
function text(key, value, fallback, max) {
  if (value === undefined || value === null || value === '') return fallback;
  if (typeof value !== 'string') throw inputInvalid({ [key]: 'must be text' });
  if (value.length > max) throw inputInvalid({ [key]: phrase`must have at most ${max} characters` });
  if (value.includes('\0') || !value.isWellFormed())
    throw inputInvalid({ [key]: 'contains characters that are not text' });
  return value.trim() || fallback;
}

/** "order_items" to "Order items". @param {string} name */
export function labelOf(name) {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {string} key @param {unknown} value @param {boolean} [fallback] */
export function yesNo(key, value, fallback = false) {
  if (value === undefined || value === null) return fallback;
  if (typeof value !== 'boolean') throw inputInvalid({ [key]: 'must be true or false' });
  return value;
}

/** A number of days; null: without limit. @param {string} key @param {unknown} value @returns {number | null} */
export function days(key, value) {
  if (value === undefined || value === null || value === '') return null;
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MOST_DAYS) return Number(value);
  throw inputInvalid({ [key]: phrase`must be a whole number from 1 to ${MOST_DAYS}` });
}

/** @param {string} key @param {unknown} value @param {string} fallback */
export function iconName(key, value, fallback) {
  if (value === undefined || value === null || value === '') return fallback;
  if (typeof value !== 'string' || !/^[a-z0-9-]{1,60}$/.test(value))
    throw inputInvalid({ [key]: 'must be the name of an icon' });
  return value;
}

/** @template {string} T @param {string} key @param {unknown} value @param {readonly T[]} options @param {T} fallback @returns {T} */
export function oneOf(key, value, options, fallback) {
  if (value === undefined || value === null || value === '') return fallback;
  if (!options.includes(/** @type {T} */ (value)))
    throw inputInvalid({ [key]: phrase`must be one of ${options.join(', ')}` });
  return /** @type {T} */ (value);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of a person. @param {unknown} user */
export function chosenPerson(user) {
  if (typeof user === 'string' && UUID.test(user)) return user;
  throw inputInvalid({ user: 'Choose a person' });
}
