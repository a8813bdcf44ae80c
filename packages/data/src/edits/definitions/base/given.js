/** @import { Values } from '@plinth/plugin' */
/** @import { Change } from '../../../catalog/types.d.ts' */
import { isDeepStrictEqual } from 'node:util';
import { inputInvalid } from '@plinth/plugin';
import { partWords } from './summary-words.js';

/** The given keys, merged into the current state. @param {Values} input @param {object} current @returns {any} */
export function changed(input, current) {
  const { changes } = input;
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes))
    throw inputInvalid({ changes: 'must be an object' });
  return { ...current, ...changes };
}

/**
 * Names the keys that the edit really changed, for the history, because forms send all of theirs.
 *
 * @param {Values} input @param {readonly Change[]} changes @param {readonly string[]} [more] what else changed
 */
export function keysOf(input, changes, more = []) {
  const given = Object.keys(input.changes ?? {});
  return partWords([...given.filter((key) => changes.some((change) => differs(change, key))), ...more]);
}

/** @param {Change} change @param {string} key */
function differs({ before, after }, key) {
  if (!before || !after) return false;
  const valueIn = (/** @type {Values} */ state) => (key === 'name' ? state.name : state.body?.[key]) ?? null;
  // Not as text: jsonb returns keys in an order of its own.
  return !isDeepStrictEqual(valueIn(before), valueIn(after));
}
