/** @import { FieldLike, SettingsSchema } from '@plinth/plugin' */
import { VALUE_LIMITS } from '@plinth/plugin';
import { integer } from '@plinth/plugin/settings';
import { fieldInvalid } from './invalid.js';
import { checkAttributes } from './check-attributes.js';
import { operators } from './operators.js';
import { readText } from './read-text.js';
import { checkPattern, fieldPattern } from './pattern/field-pattern.js';

/** @type {SettingsSchema} */
export const lengthAttributes = [
  integer('minLength', 'ft.minimumLength', { min: 0, max: VALUE_LIMITS.textCharacters }),
  integer('maxLength', 'ft.maximumLength', { min: 1, max: VALUE_LIMITS.textCharacters }),
];

/** @type {SettingsSchema} */
export const patternAttributes = [
  {
    name: 'pattern',
    type: 'text',
    label: 'ft.text.pattern',
    help: 'ft.text.pattern.help',
  },
  { name: 'patternMessage', type: 'text', label: 'ft.text.patternMessage' },
];

/**
 * Length and pattern. Characters are counted as PostgreSQL counts them, by code point.
 *
 * @param {string} text @param {FieldLike} field
 */
export function validateText(text, field) {
  const { minLength, maxLength } = field.attributes ?? {};
  const length = countCharacters(text);
  if (maxLength && length > maxLength)
    throw fieldInvalid(field, 'must have at most {max} characters', { max: maxLength });
  if (minLength && length < minLength)
    throw fieldInvalid(field, 'must have at least {min} characters', { min: minLength });
  checkPattern(text, field);
}

/** @param {string} text */
function countCharacters(text) {
  let pairs = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0xd800 && code <= 0xdbff) pairs++;
  }
  return text.length - pairs;
}

/**
 * The same as check constraints.
 *
 * @param {string} column @param {FieldLike} field @param {(value: string | number) => string} literal
 */
export function textChecks(column, field, literal) {
  const { minLength, maxLength } = field.attributes ?? {};
  const lengths = [
    minLength ? `char_length(${column}) >= ${literal(minLength)}` : null,
    maxLength ? `char_length(${column}) <= ${literal(maxLength)}` : null,
  ].filter(Boolean);
  const pattern = fieldPattern(field);
  return [
    ...(lengths.length ? [{ name: 'length', sql: lengths.join(' and ') }] : []),
    ...(pattern ? [{ name: 'pattern', sql: `${column} ~ ${literal(pattern.sql)}` }] : []),
  ];
}

/** What all types of free text have. */
export const textDefinition = {
  group: /** @type {const} */ ('text'),
  storage: /** @type {const} */ ('column'),
  attributes: lengthAttributes,
  operators: operators.text,
  sortable: false,
  searchable: true,
  sqlType: () => 'text',
  /** @param {unknown} input @param {FieldLike} field */
  parse: (input, field) => readText(input, field),
  validate: validateText,
  /** @param {string | null | undefined} value */
  format: (value) => value ?? '',
  /** @param {string | null | undefined} value */
  serialize: (value) => value ?? '',
  checkAttributes,
  checks: textChecks,
};
