/** @import { Message, StoredPhrase } from '../index.d.ts' */
import { Phrase, asPhrase } from './phrase.js';

/** A message as JSON, from which it can be read in any language later. @param {Message} message @returns {StoredPhrase} */
export function storedPhrase(message) {
  const { key, params } = asPhrase(message);
  return { key, params: mapped(params, storedValue) };
}

/** @param {unknown} value */
function storedValue(value) {
  if (value instanceof Phrase) return storedPhrase(value);
  return typeof value === 'number' ? value : String(value);
}

/** @param {StoredPhrase} stored @returns {Phrase} */
export function readPhrase({ key, params }) {
  return new Phrase(key, mapped(params, readValue));
}

/** @param {unknown} value */
const readValue = (value) =>
  typeof value === 'object' && value !== null ? readPhrase(/** @type {StoredPhrase} */ (value)) : value;

/** @param {Readonly<Record<string, unknown>>} params @param {(value: unknown) => unknown} change */
const mapped = (params, change) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, change(value)]));
