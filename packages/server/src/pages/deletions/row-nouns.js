/** @import { Table, Translate } from '@plinth/plugin' */

/** English plurals whose singular is certain enough to be shown. */
const ENGLISH = /** @type {const} */ ([
  [/([^aeiou])ies$/i, '$1y'],
  [/(ss|sh|ch|x)es$/i, '$1'],
  [/([^siu])s$/i, '$1'],
]);

/**
 * What rows of a table are called within a sentence: the table's label is a plural, its singular is a setting. English
 * words are written small, German ones as they are.
 *
 * @param {Table} table @param {string} locale @param {Translate} t
 * @returns {{ one: string | null, many: string, heading: string }} one is null where there is none; heading: the singular
 *   (or "Row") as the first word of a sentence
 */
export function rowNouns(table, locale, t) {
  const english = locale.startsWith('en');
  const small = (/** @type {string} */ text) =>
    english && /^\p{Lu}[^\p{Lu}]*$/u.test(text) ? text.toLowerCase() : text;
  const one = singularOf(table, english);
  const first = one ?? t('deletion.row');
  return {
    one: one === null ? null : small(one),
    many: small(table.label),
    heading: first.charAt(0).toUpperCase() + first.slice(1),
  };
}

/** @param {Table} table @param {boolean} english @returns {string | null} */
function singularOf({ singular, label }, english) {
  if (singular) return singular;
  if (!english) return null;
  const rule = ENGLISH.find(([plural]) => plural.test(label));
  return rule ? label.replace(rule[0], rule[1]) : null;
}
