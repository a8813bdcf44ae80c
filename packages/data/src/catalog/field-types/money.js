/** @import { FieldLike } from '@plinth/plugin' */
import { defineFieldType, latinDigits } from '@plinth/plugin';
import { integer } from '@plinth/plugin/settings';
import { checkAttributes } from './base/check-attributes.js';
import { numberForm, withinChecks } from './base/conversion.js';
import { readAmount } from './base/currency.js';
import { checkRange, finiteCheck, rangeChecks, readDecimal } from './base/decimal.js';
import { fieldInvalid } from './base/invalid.js';
import { operators } from './base/operators.js';

/** Digits before the decimal point of numeric(16,2). */
const LARGEST = 99_999_999_999_999;
const GROUPED = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/;

/** @param {FieldLike} field @returns {number} */
const decimalsOf = (field) => (Number.isInteger(field.attributes?.decimals) ? field.attributes.decimals : 2);

/** An exact amount in one currency. */
export const moneyType = defineFieldType({
  name: 'money',
  order: 60,
  label: 'ft.money.label',
  icon: 'coin',
  group: 'number',
  traits: { value: 'number', hasUnit: true, isLive: true, cleans: false, calculates: true },
  example: '9.90',
  storage: 'column',
  attributes: [
    {
      name: 'currency',
      type: 'text',
      label: 'ft.money.currency',
      default: 'EUR',
      pattern: '^[A-Z]{3}$',
      patternMessage: 'Use a three-letter currency code such as EUR',
    },
    integer('decimals', 'ft.decimals', { min: 0, max: 4, default: 2 }),
    { name: 'min', type: 'number', label: 'ft.minimum' },
    { name: 'max', type: 'number', label: 'ft.maximum' },
  ],
  operators: operators.ordered,
  sortable: true,
  searchable: false,
  views: { show: 'money', edit: 'money_input', filter: 'filter_number' },
  sqlType: (field) => `numeric(${14 + Number(decimalsOf(field))},${decimalsOf(field)})`,
  parse: (input, field) =>
    readDecimal(typeof input === 'string' ? bareAmount(input, field) : input, field, decimalsOf(field)),
  validate(value, field) {
    checkRange(value, { ...field, attributes: { max: LARGEST, min: -LARGEST } });
    checkRange(value, field);
  },
  format(value, field, format) {
    if (value === null || value === undefined) return '';
    return format.number(value, {
      style: 'currency',
      currency: /^[A-Z]{3}$/.test(field.attributes?.currency) ? field.attributes.currency : 'EUR',
      minimumFractionDigits: decimalsOf(field),
      maximumFractionDigits: decimalsOf(field),
    });
  },
  sheetCell: (value, field) => ({
    kind: 'number',
    value: String(value),
    isGrouped: true,
    decimals: decimalsOf(field),
    currency: field.attributes.currency ?? 'EUR',
  }),
  serialize: (value) => (value === null || value === undefined ? '' : String(value)),
  checkAttributes,
  checks: (column, field, literal) => [finiteCheck(column), ...rangeChecks(column, field, literal)],
  convertSql(column, from, field) {
    const number = numberForm(column, from);
    if (number === null) return null;
    const exact = `case when (${number}) = round(${number}, ${decimalsOf(field)}) and abs(${number}) <= ${LARGEST} then ${number} end`;
    return withinChecks(exact, moneyType, field);
  },
  columnAttributes: ({ currency }) => (currency ? { currency } : {}),
  guess(texts) {
    const amounts = texts.map(readAmount);
    // Plain numbers may stand among them, as long as most say their currency.
    const named = amounts.filter((amount) => amount && amount.currencies.length > 0);
    return named.length * 2 > texts.length && amounts.every(Boolean) ? 0.95 : 0;
  },
});

/**
 * An amount without its currency and without commas between thousands: "$1,234.50" is 1234.50. In another currency it
 * would be another amount.
 *
 * @param {string} text @param {FieldLike} field
 */
function bareAmount(text, field) {
  const amount = readAmount(latinDigits(text));
  if (!amount) return text;
  const { currency } = field.attributes ?? {};
  if (currency && amount.currencies.length > 0 && !amount.currencies.includes(currency))
    throw fieldInvalid(field, 'must be in {currency}', { currency });
  return GROUPED.test(amount.number) ? amount.number.replaceAll(',', '') : amount.number;
}
