import { paramName, paramOf } from './literal.js';

/** @import { Filter } from '@plinth/plugin' */
/** @import { Run } from '../../types.d.ts' */
/** @typedef {{ field: string, op: 'contains' | 'starts' | 'ends', value: any }} TextFilter */

/** What a trigram index can find: not what lacks a text. */
const FOUND = new Set(['contains', 'starts', 'ends']);
const LONGEST = 1000;
/** Three letters in a row make a trigram. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u;

/** Whether a trigram index can search for a text. @param {string} text */
export const hasTrigram = (text) => TRIGRAM.test(text);

/**
 * Of the conditions that must all hold, the first that searches for part of a text of the row itself.
 *
 * @param {Filter | undefined} where @returns {TextFilter | null}
 */
export function textFilterIn(where) {
  const filter = /** @type {any} */ (where);
  if (typeof filter !== 'object' || filter === null) return null;
  if (Array.isArray(filter.all)) return filter.all.map(textFilterIn).find(Boolean) ?? null;
  return FOUND.has(filter.op) && typeof filter.field === 'string' && !filter.field.includes('.') ? filter : null;
}

/**
 * The text that it searches for; null if there is none, or none that an index could find.
 *
 * @param {TextFilter} filter @param {Pick<Run, 'params'>} run
 */
export function textAskedFor({ value }, run) {
  const name = paramName(value);
  const given = name === null ? value : paramOf(/** @type {Run} */ (run), name);
  if (typeof given !== 'string' && typeof given !== 'number') return null;
  const text = String(given);
  return text.length <= LONGEST && text.isWellFormed() && hasTrigram(text) ? text : null;
}
