/** @import { FieldLike } from '@plinth/plugin' */
import { defineFieldType, latinDigits } from '@plinth/plugin';
import { isNumeric, isTextual } from './base/conversion.js';
import { fieldInvalid } from './base/invalid.js';
import { readTrimmed } from './base/read-text.js';
import { FALSE_WORDS, TRUE_WORDS } from './base/spelling/truth-words.js';

/** Words that say yes and no together. One of them alone, or one beside any other word, may be anything. */
const PAIRS = Object.freeze(
  'true false|yes no|on off|y n|t f|ja nein|wahr falsch|an aus|j n|oui non|vrai faux|sí no|si no|verdadero falso|sim não|ja nee|是 否'
    .split('|')
    .map((pair) => Object.freeze(pair.split(' '))),
);

/** Yes or no; null if unknown. */
export const booleanType = defineFieldType({
  name: 'boolean',
  order: 70,
  label: 'ft.boolean.label',
  icon: 'checkbox',
  group: 'choice',
  traits: { value: 'boolean', isLive: true, cleans: false, calculates: true },
  example: true,
  storage: 'column',
  attributes: [],
  operators: ['eq', 'ne', 'empty', 'filled'],
  sortable: true,
  searchable: false,
  views: { show: 'check', edit: 'checkbox', filter: 'filter_boolean' },
  cell: 'check',
  sqlType: () => 'boolean',
  parse: readBoolean,
  validate() {},
  format: (value, field, format) => (typeof value === 'boolean' ? format.t(value ? 'value.yes' : 'value.no') : ''),
  serialize: (value) => (typeof value === 'boolean' ? String(value) : ''),
  convertSql(column, from) {
    if (from.type === 'boolean') return column;
    if (isNumeric(from.type)) return `case ${column} when 1 then true when 0 then false end`;
    if (!isTextual(from.type)) return null;
    const words = (/** @type {readonly string[]} */ list) => list.map((word) => `'${word}'`).join(', ');
    return `case when lower(btrim(${column})) in (${words(TRUE_WORDS)}) then true when lower(btrim(${column})) in (${words(FALSE_WORDS)}) then false end`;
  },
  guess(texts) {
    if (isPair(texts, ['1', '0'])) return 0.4;
    return PAIRS.some((pair) => isPair(texts, pair)) ? 0.95 : 0;
  },
});

/**
 * A checkbox sends nothing while it is off, so the form puts a hidden "false" before it, and the last value counts.
 *
 * @param {unknown} input @param {FieldLike} field @returns {boolean | null}
 */
function readBoolean(input, field) {
  if (typeof input === 'boolean') return input;
  if (input === 1 || input === 0) return input === 1;
  if (Array.isArray(input)) {
    if (!input.length || input.some((entry) => typeof entry !== 'string'))
      throw fieldInvalid(field, 'must be yes or no');
    return readBoolean(input[input.length - 1], field);
  }
  const given = readTrimmed(input, field, 'must be yes or no');
  if (given === null) return null;
  const text = latinDigits(given).toLowerCase();
  if (TRUE_WORDS.includes(text)) return true;
  if (FALSE_WORDS.includes(text)) return false;
  throw fieldInvalid(field, 'must be yes or no');
}

/** Whether texts are these two words, both of them. @param {readonly string[]} texts @param {readonly string[]} pair */
function isPair(texts, pair) {
  const words = new Set(texts.map((text) => text.trim().toLowerCase()));
  return words.size === pair.length && pair.every((word) => words.has(word));
}
