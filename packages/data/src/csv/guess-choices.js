/** @import { FieldLike, FieldType, Registry } from '@plinth/plugin' */
import { PALETTE, compareTexts } from '@plinth/plugin';
import { fieldOf } from './candidates.js';
import { MOST_CHOICES } from './value-counts.js';

/** More choices than this are never assumed, nor longer ones. */
const MOST_ASSUMED = 12;
const LONGEST = 25;
const MOST_WORDS = 3;
/** Each further choice makes it likelier that another one is missing from the file. */
const REPEATS = 20;
const REPEATS_EACH = 10;
/** Fewer different values are worth the question whether they are choices. */
const MOST_ASKED = 50;

/** Types whose values come from a list of choices. @param {FieldType} type */
export const isChoice = (type) =>
  type.attributes.some((attribute) => 'entries' in attribute && attribute.entries === 'options');

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

/**
 * Choices made from the values of a column.
 *
 * @param {FieldType} type @param {Iterable<string>} texts @param {string} [locale] of the site
 * @returns {{ value: string, label: string, colour: string }[] | null} null: there are too many
 */
export function choicesFrom(type, texts, locale = 'en') {
  const values = new Set();
  for (const text of texts) for (const value of entriesIn(type, text)) values.add(value);
  if (values.size > MOST_CHOICES) return null;
  const sorted = [...values].sort(compareTexts(locale));
  return sorted.map((value, at) => ({ value, label: value, colour: PALETTE[(at + 1) % PALETTE.length] }));
}

/** The choices that a text names. @param {FieldType} type @param {string} text @param {FieldLike} [field] @returns {string[]} */
export function entriesIn(type, text, field = fieldOf(type)) {
  try {
    return [type.parse(text, field) ?? []].flat().map(String);
  } catch {
    return [];
  }
}
