/** @import { FieldLike } from '@plinth/plugin' */
import { VALUE_LIMITS, defineFieldType } from '@plinth/plugin';
import { isTextual, textForm } from './base/conversion.js';
import { fieldInvalid } from './base/invalid.js';
import { isNoValue } from './base/spelling/no-value.js';
import { operators } from './base/operators.js';
import { readText } from './base/read-text.js';

const MESSAGE = 'must be valid JSON';

/** Any JSON value. Text is parsed as JSON; JSON's null is no value. */
export const jsonType = defineFieldType({
  name: 'json',
  order: 260,
  label: 'ft.json.label',
  icon: 'braces',
  group: 'other',
  traits: { value: 'structure', isLong: true, isLive: true, cleans: false, expression: 'json' },
  example: { any: 'thing' },
  storage: 'column',
  attributes: [],
  operators: operators.presence,
  sortable: false,
  searchable: false,
  views: { show: 'json', edit: 'json_input', list: 'text' },
  cell: null,
  sqlType: () => 'jsonb',
  parse(input, field) {
    if (typeof input !== 'string') return input === null || input === undefined ? null : cleanCopy(input, field);
    const text = readText(input, field, MESSAGE);
    return text === null || isNoValue(text.trim()) ? null : cleanCopy(parseJson(text, field), field);
  },
  validate() {},
  format: (value) => (value === null || value === undefined ? '' : JSON.stringify(value)),
  serialize: (value) => (value === null || value === undefined ? '' : JSON.stringify(value)),
  toDriver: (value) => (value === null || value === undefined ? null : JSON.stringify(value)),
  convertSql(column, from) {
    if (from.type === 'json') return column;
    if (isTextual(from.type)) return `plinth.try_jsonb(${textForm(column, from)})`;
    return from.type === 'many_to_many' ? null : `to_jsonb(${column})`;
  },
  guess: (texts) => (texts.length > 0 && texts.every(isContainer) ? 0.9 : 0),
});

/** @param {string} text @param {FieldLike} field */
function parseJson(text, field) {
  try {
    return JSON.parse(text);
  } catch {
    throw fieldInvalid(field, MESSAGE);
  }
}

/**
 * A copy that is only data: limited in depth and size, without what PostgreSQL can't store (NUL, lone surrogates, NaN)
 * and without keys that could reach a prototype.
 *
 * @param {unknown} value @param {FieldLike} field
 */
function cleanCopy(value, field) {
  checkPart(value, field, 0);
  const text = JSON.stringify(value);
  if (text === undefined) throw fieldInvalid(field, MESSAGE);
  if (text.length > VALUE_LIMITS.textCharacters)
    throw fieldInvalid(field, 'must have at most {max} characters', { max: VALUE_LIMITS.textCharacters });
  return JSON.parse(text);
}

/** @param {unknown} value @param {FieldLike} field @param {number} depth */
function checkPart(value, field, depth) {
  if (depth > VALUE_LIMITS.jsonLevels)
    throw fieldInvalid(field, 'must be nested at most {max} levels deep', { max: VALUE_LIMITS.jsonLevels });
  if (typeof value === 'string') checkString(value, field);
  else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw fieldInvalid(field, 'has a number that is out of range');
  } else if (Array.isArray(value)) {
    for (const entry of value) checkPart(entry, field, depth + 1);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, entry] of Object.entries(value)) {
      if (key === '__proto__') throw fieldInvalid(field, 'must not contain the key {key}', { key });
      checkString(key, field);
      checkPart(entry, field, depth + 1);
    }
  } else if (typeof value !== 'boolean' && value !== null) throw fieldInvalid(field, MESSAGE);
}

/** @param {string} text @param {FieldLike} field */
function checkString(text, field) {
  if (text.includes('\0')) throw fieldInvalid(field, 'must not contain NUL characters');
  if (!text.isWellFormed()) throw fieldInvalid(field, 'must be valid Unicode text');
}

/** @param {string} text */
function isContainer(text) {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
