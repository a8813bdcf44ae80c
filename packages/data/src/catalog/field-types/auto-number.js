/** @import { FieldLike } from '@plinth/plugin' */
import { defineFieldType, numberPrefix, numberText, quoteLiteral } from '@plinth/plugin';
import { boolean, integer } from '@plinth/plugin/settings';
import { checkPrefix } from './base/check-attributes.js';
import { isTextual, numberForm, wholeNumber, withinChecks } from './base/conversion.js';
import { checkRange, rangeChecks } from './base/decimal.js';
import { operators } from './base/operators.js';
import { readInteger } from './base/read-integer.js';
import { writtenNumber } from './base/written-number.js';

const LIMITS = { min: 0, max: Number.MAX_SAFE_INTEGER };

/** A number that the database gives to each row, such as INV-00042. Stored is the number alone. */
export const autoNumberType = defineFieldType({
  name: 'auto_number',
  order: 45,
  label: 'ft.auto_number.label',
  icon: 'hash',
  group: 'number',
  traits: { value: 'number', isWhole: true, aligns: false, sums: false },
  storage: 'column',
  attributes: [
    { name: 'prefix', type: 'text', label: 'ft.auto_number.prefix', help: 'ft.auto_number.prefix.help' },
    integer('digits', 'ft.auto_number.digits', { min: 1, max: 12, default: 5, help: 'ft.auto_number.digits.help' }),
    integer('start', 'ft.auto_number.start', { min: 1, max: 999_999_999_999, default: 1 }),
    boolean('gapFree', 'ft.auto_number.gapFree', {
      help: 'ft.auto_number.gapFree.help',
    }),
  ],
  operators: operators.ordered,
  sortable: true,
  searchable: true,
  views: { show: 'auto_number', edit: 'number_input', filter: 'filter_number' },
  cell: null,
  sqlType: () => 'bigint',
  numbering: ({ attributes }) => ({ start: attributes?.start ?? 1, gapFree: attributes?.gapFree === true }),
  parse(input, field) {
    const [prefix, text] = [numberPrefix(field), typeof input === 'string' ? input.trim() : input];
    const isWritten = typeof text === 'string' && prefix !== '' && text.startsWith(prefix);
    return readInteger(isWritten ? text.slice(prefix.length) || 'x' : text, field);
  },
  checkAttributes: checkPrefix,
  validate: (value, field) => checkRange(value, { ...field, attributes: LIMITS }),
  format: numberText,
  serialize: numberText,
  checks: (column, field, literal) => rangeChecks(column, { ...field, attributes: {} }, literal, LIMITS),
  textSql: writtenNumber,
  convertSql(column, from, field) {
    const number = isTextual(from.type) ? withoutPrefix(column, numberPrefix(field)) : column;
    const form = numberForm(number, from);
    return withinChecks(wholeNumber(form), autoNumberType, field);
  },
});

/** @param {string} column a text @param {string} prefix */
function withoutPrefix(column, prefix) {
  const literal = quoteLiteral(prefix);
  return prefix === ''
    ? column
    : `(case when starts_with(btrim(${column}), ${literal}) then substr(btrim(${column}), length(${literal}) + 1) else ${column} end)`;
}
