/** @import { FieldType, Registry } from '@plinth/plugin' */
import { entriesIn, isChoice } from '../../catalog/choices/choices-from.js';

/** More choices than this are never assumed, nor longer ones. */
const MOST_ASSUMED = 12;
const LONGEST = 25;
const MOST_WORDS = 3;
/** Each further choice makes it likelier that another one is missing from the file. */
const REPEATS = 20;
const REPEATS_EACH = 10;
/** Fewer different values are worth the question whether they are choices. */
const MOST_ASKED = 50;

/** The type for one choice. @param {Registry} registry @returns {FieldType | null} */
export const choiceType = (registry) =>
  registry.all('fieldType').find((type) => isChoice(type) && entriesIn(type, 'one; other').length === 1) ?? null;

/**
 * Whether the values of a column are taken for choices unless somebody says otherwise: few short ones that repeat a lot.
 *
 * @param {Map<string, number> | null} values
 */
export function areChoices(values) {
  if (!values || values.size < 2 || values.size > MOST_ASSUMED) return false;
  const filled = [...values.values()].reduce((sum, count) => sum + count, 0);
  const isShort = (/** @type {string} */ value) =>
    value.length <= LONGEST && !value.includes('\n') && value.split(/\s+/).length <= MOST_WORDS;
  return filled >= values.size * Math.max(REPEATS, REPEATS_EACH * values.size) && [...values.keys()].every(isShort);
}

/** Whether it is worth asking if the values are choices. @param {Map<string, number> | null} values @returns {number | null} how many they are */
export function possibleChoices(values) {
  if (!values || values.size < 2 || values.size > MOST_ASKED) return null;
  const filled = [...values.values()].reduce((sum, count) => sum + count, 0);
  return filled >= values.size * 2 ? values.size : null;
}
