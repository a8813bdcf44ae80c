/** @import { FieldLike, FieldType } from '@plinth/plugin' */
import { compareTexts } from '@plinth/plugin';
import { choiceColours } from '@plinth/plugin/browser/choice-colour';
import { LIMITS } from '../limits/limits.js';

/** A longer value is a text, no choice. */
export const LONGEST_CHOICE = 200;

/** @param {FieldType} type @returns {string | null} the attribute with the choices; null: the type has none */
export const choicesAttribute = (type) =>
  type.attributes.find((attribute) => 'entries' in attribute && attribute.entries === 'options')?.name ?? null;

/** Types whose values come from a list of choices. @param {FieldType} type */
export const isChoice = (type) => choicesAttribute(type) !== null;

/**
 * Choices made from texts, in the order of the site's language.
 *
 * @param {FieldType} type @param {Iterable<string>} texts @param {string} [locale] of the site
 * @returns {{ value: string, label: string, colour: string }[] | null} null: there are too many
 */
export function choicesFrom(type, texts, locale = 'en') {
  const values = new Set();
  for (const text of texts) for (const value of entriesIn(type, text)) values.add(value);
  return values.size > LIMITS.choices ? null : choicesOf(values, locale);
}

/** @param {Iterable<string>} values @param {string} [locale] of the site @returns {{ value: string, label: string, colour: string }[]} */
export function choicesOf(values, locale = 'en') {
  const sorted = [...values].sort(compareTexts(locale));
  const colours = choiceColours(sorted);
  return sorted.map((value, at) => ({ value, label: value, colour: colours[at] }));
}

/** The choices that a text names. @param {FieldType} type @param {string} text @param {FieldLike} [field] @returns {string[]} */
export function entriesIn(type, text, field = likeOf(type)) {
  try {
    return [type.parse(text, field) ?? []].flat().map(String);
  } catch {
    return [];
  }
}

/** A field without choices yet. @param {FieldType} type @returns {FieldLike} */
const likeOf = (type) => ({ name: 'value', label: 'Value', required: false, type: type.name, attributes: {} });
