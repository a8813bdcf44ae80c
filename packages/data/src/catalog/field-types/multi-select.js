/** @import { FieldLike } from '@plinth/plugin' */
import { VALUE_LIMITS, defineFieldType, quoteLiteral } from '@plinth/plugin';
import { checkChoices } from './base/check-attributes.js';
import { textForm } from './base/conversion.js';
import { fieldInvalid } from './base/invalid.js';
import { entriesIn } from './base/list-entries.js';
import { operators } from './base/operators.js';
import { findOption, labelOf, listOfLabels, optionAttributes, optionsOf } from './base/options.js';
import { readTrimmed } from './base/read-text.js';

const MESSAGE = 'must be a list of choices';
/** Characters, with what is between two. */
const LONGEST_ENTRY = 204;
/** Values that can be in a list with semicolons and be read back unchanged. */
const PLAIN = /^[^;,[\]"\s](?:[^;,[\]"\n]*[^;,[\]"\s])?$/;

const NAMED_TWICE = '(^|[;,])\\s*([^;,\\s]|[^;,\\s][^;,]*[^;,\\s])\\s*[;,](.*[;,])?\\s*\\2\\s*([;,]|$)';

/** Any number of options from a list; none is null. */
export const multiSelectType = defineFieldType({
  name: 'multi_select',
  order: 90,
  label: 'ft.multi_select.label',
  icon: 'tags',
  group: 'choice',
  traits: { value: 'choice', isMany: true, isLive: true, cleans: false },
  example: [],
  storage: 'column',
  attributes: optionAttributes,
  operators: operators.set,
  sortable: false,
  searchable: true,
  views: { show: 'badges', edit: 'multi_checkbox', filter: 'filter_select' },
  cell: 'choices',
  sqlType: () => 'text[]',
  parse(input, field) {
    const options = optionsOf(field);
    const texts = readList(input, field).map((entry) => readTrimmed(entry, field, MESSAGE));
    const values = texts.filter((text) => text !== null).map((text) => findOption(text, options)?.value ?? text);
    const unique = [...new Set(values)];
    if (unique.length > VALUE_LIMITS.chosenEntries)
      throw fieldInvalid(field, 'must have at most {max} entries', { max: VALUE_LIMITS.chosenEntries });
    return unique.length ? unique : null;
  },
  validate(value, field) {
    const options = optionsOf(field);
    for (const entry of value ?? []) {
      if (!options.some((option) => option.value === entry)) {
        throw fieldInvalid(field, 'may only contain: {options}', { options: listOfLabels(options) });
      }
    }
  },
  format: (value, field) =>
    (value ?? []).map((/** @type {string} */ entry) => labelOf(entry, optionsOf(field))).join(', '),
  serialize(value) {
    if (!value?.length) return '';
    return value.every((/** @type {string} */ entry) => PLAIN.test(entry)) ? value.join('; ') : JSON.stringify(value);
  },
  checkAttributes: checkChoices,
  checks(column, field, quote) {
    const values = optionsOf(field).map((option) => quote(option.value));
    return [{ name: 'options', sql: `${column} <@ array[${values.join(', ')}]::text[]` }];
  },
  convertSql(column, from, field) {
    const allowed = `array[${optionsOf(field)
      .map((option) => quoteLiteral(option.value))
      .join(', ')}]::text[]`;
    if (from.type === 'multi_select') return `case when ${column} <@ ${allowed} then ${column} end`;
    const text = textForm(column, from);
    if (text === null) return null;
    const separator = `case when strpos(${text}, ';') > 0 then ';' else ',' end`;
    const list = `array_remove(regexp_split_to_array(btrim(${text}), '\\s*' || ${separator} || '\\s*'), '')`;
    // A choice named twice is left to the reader of texts.
    return `case when ${text} ~ ${quoteLiteral(NAMED_TWICE)} or ${list} = '{}' then null
      when ${list} <@ ${allowed} then ${list} end`;
  },
});

/**
 * A list from JSON, from repeated form controls, or from text with ; or , between the entries.
 *
 * @param {unknown} input @param {FieldLike} field
 * @returns {unknown[]}
 */
function readList(input, field) {
  if (Array.isArray(input)) {
    if (input.length > VALUE_LIMITS.chosenEntries * 5)
      throw fieldInvalid(field, 'must have at most {max} entries', { max: VALUE_LIMITS.chosenEntries });
    return input;
  }
  const text = readTrimmed(input, field, MESSAGE, VALUE_LIMITS.chosenEntries * 5 * LONGEST_ENTRY);
  if (text === null) return [];
  if (text.startsWith('[')) {
    const parsed = parseJson(text, field);
    if (!Array.isArray(parsed)) throw fieldInvalid(field, MESSAGE);
    return parsed;
  }
  const options = optionsOf(field);
  return findOption(text, options) ? [text] : entriesIn(text, options);
}

/** @param {string} text @param {FieldLike} field */
function parseJson(text, field) {
  try {
    return JSON.parse(text);
  } catch {
    throw fieldInvalid(field, MESSAGE);
  }
}
