import { paramName, paramOf } from './literal.js';

/** @import { Filter } from '@plinth/plugin' */
/** @import { Run } from './compilation.js' */
/** @typedef {{ field: string, op: 'contains' | 'starts', value: any }} TextFilter */

const LONGEST = 1000;
/** Three letters in a row make a trigram. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u;

/** Whether an index of trigrams can look for a text. @param {string} text */
export const hasTrigram = (text) => TRIGRAM.test(text);

/**
 * Of the conditions that all have to hold, the first that asks for a part of a text of the row itself.
 *
 * @param {Filter | undefined} where @returns {TextFilter | null}
 */
export function textFilterIn(where) {
  const filter = /** @type {any} */ (where);
  if (typeof filter !== 'object' || filter === null) return null;
  if (Array.isArray(filter.all)) return filter.all.map(textFilterIn).find(Boolean) ?? null;
  const isText = filter.op === 'contains' || filter.op === 'starts';
  return isText && typeof filter.field === 'string' && !filter.field.includes('.') ? filter : null;
}

/** The text that it asks for; null where that is none, or none that an index could look for. @param {TextFilter} filter @param {Pick<Run, 'params'>} run */
export function textAskedFor({ value }, run) {
  const name = paramName(value);
  const given = name === null ? value : paramOf(/** @type {Run} */ (run), name);
  if (typeof given !== 'string' && typeof given !== 'number') return null;
  const text = String(given);
  return text.length <= LONGEST && text.isWellFormed() && hasTrigram(text) ? text : null;
}
