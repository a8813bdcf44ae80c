/** @import { FieldLike, FieldTypeInput } from '@plinth/plugin' */
import { defineFieldType, quoteLiteral } from '@plinth/plugin';
import { isTextual, textForm } from './conversion.js';
import { allMatch } from './decimal.js';
import { fieldInvalid } from './invalid.js';
import { operators } from './operators.js';
import { readTrimmed } from './read-text.js';

/**
 * A type whose values are short texts in a known format, such as e-mail addresses.
 *
 * @param {Pick<FieldTypeInput, 'name' | 'order' | 'label' | 'icon' | 'group' | 'traits' | 'example' | 'views'> & {
 *   message: string, longest: number, sqlPattern: string, strictPattern?: string, likely: number, distinctive?: RegExp,
 *   read(text: string): string | null, canonicalSql?(text: string): string, searchable?: boolean
 * }} form `read` gives the canonical text, null if the format is wrong; `sqlPattern` is the check constraint, cheap
 *   enough
 *   for every row; `strictPattern` what a conversion accepts, if different; `distinctive` what texts must also match to
 *   be guessed
 */
export function defineTextForm({
  message,
  longest,
  sqlPattern,
  strictPattern = sqlPattern,
  likely,
  distinctive = /./,
  read,
  canonicalSql,
  searchable = true,
  ...rest
}) {
  const accepts = (/** @type {string} */ text) => (text.length <= longest ? read(text) : null);
  const check = (/** @type {string} */ column, pattern = sqlPattern) =>
    `char_length(${column}) <= ${longest} and ${column} ~ ${quoteLiteral(pattern)}`;
  return defineFieldType({
    ...rest,
    storage: 'column',
    attributes: [],
    operators: operators.text,
    sortable: true,
    searchable,
    sqlType: () => 'text',
    parse(input, field) {
      const text = readTrimmed(input, field, message);
      if (text === null) return null;
      const value = accepts(text);
      if (value === null) throw fieldInvalid(field, message);
      return value;
    },
    validate(value, field) {
      if (typeof value !== 'string' || accepts(value) === null) throw fieldInvalid(field, message);
    },
    format: (value) => value ?? '',
    serialize: (value) => value ?? '',
    checks: (column) => [{ name: 'form', sql: check(column) }],
    convertSql(column, from) {
      if (!isTextual(from.type)) return null;
      const trimmed = `btrim(${textForm(column, from)})`;
      const canonical = canonicalSql ? canonicalSql(trimmed) : trimmed;
      return `case when ${check(canonical, strictPattern)} then ${canonical} end`;
    },
    guess: (texts) => (allMatch(texts, (text) => accepts(text) !== null && distinctive.test(text)) ? likely : 0),
  });
}
