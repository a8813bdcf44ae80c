/** @import { FieldLike, Message } from '@plinth/plugin' */
import { VALUE_LIMITS, AppError, asPhrase, fieldMessages, phrase } from '@plinth/plugin';
import { fieldPattern } from './pattern/field-pattern.js';
import { optionsOf } from './options.js';

/**
 * Refuses attributes that no value could satisfy, before a column is created from them.
 *
 * @param {FieldLike} field
 * @throws {AppError} FIELD_ATTRIBUTES_INVALID, PATTERN_UNSUPPORTED
 */
export function checkAttributes(field) {
  const { min, max, minLength, maxLength } = field.attributes ?? {};
  refuseReversed(field, 'min', min, max);
  refuseReversed(field, 'minLength', minLength, maxLength);
  fieldPattern(field);
}

/** @param {FieldLike} field @param {string} name @param {unknown} least @param {unknown} most */
function refuseReversed(field, name, least, most) {
  if (typeof least !== typeof most || (typeof least !== 'number' && typeof least !== 'string')) return;
  if (least <= /** @type {string | number} */ (most)) return;
  throw attributesInvalid(field, name, phrase`has a minimum (${least}) above its maximum (${most})`);
}

/** Refuses a prefix that would not come back from a form. @param {FieldLike} field */
export function checkPrefix(field) {
  const prefix = field.attributes?.prefix ?? '';
  if (prefix.length > VALUE_LIMITS.prefixOfNumbers)
    throw attributesInvalid(field, 'prefix', phrase`must have at most ${VALUE_LIMITS.prefixOfNumbers} characters`);
  if (/\p{C}/u.test(prefix) || prefix !== prefix.trimStart())
    throw attributesInvalid(field, 'prefix', 'needs letters, digits or signs that can be seen');
}

/** The same for types with a list of choices. @param {FieldLike} field */
export function checkChoices(field) {
  checkAttributes(field);
  const options = optionsOf(field);
  if (options.length === 0) throw attributesInvalid(field, 'options', 'needs at least one choice');
  const seen = new Set();
  for (const { value } of options) {
    if (value !== value.trim() || value === '')
      throw attributesInvalid(field, 'options', 'has a choice without a value');
    if (value.includes('\0') || !value.isWellFormed())
      throw attributesInvalid(field, 'options', 'has a choice that is not text');
    if (seen.has(value)) throw attributesInvalid(field, 'options', phrase`has the choice "${value}" twice`);
    seen.add(value);
  }
}

/** @param {FieldLike} field @param {string} name @param {Message} fact */
function attributesInvalid(field, name, fact) {
  return new AppError('FIELD_ATTRIBUTES_INVALID', phrase`${field.label || field.name} ${asPhrase(fact)}`, {
    status: 422,
    hint: 'Change the attributes of the field',
    details: fieldMessages({ [name]: fact }),
  });
}
