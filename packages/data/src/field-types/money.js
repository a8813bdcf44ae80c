/** @import { FieldLike } from '@plinth/plugin' */
import { defineFieldType } from '@plinth/plugin';
import { checkAttributes } from './base/check-attributes.js';
import { numberForm, withinChecks } from './base/conversion.js';
import { allMatch, checkRange, finiteCheck, rangeChecks, readDecimal } from './base/decimal.js';
import { operators } from './base/operators.js';

/** Digits before the decimal point of numeric(16,2). */
const LARGEST = 99_999_999_999_999;
const SIGN = /^([+-]?)\s*(?:[€$£¥₹]|[A-Z]{3})?\s*([+-]?)([\d.,]+)\s*(?:[€$£¥₹]|[A-Z]{3})?$/;
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d+)?$/;

/** @param {FieldLike} field @returns {number} */
const decimalsOf = (field) => (Number.isInteger(field.attributes?.decimals) ? field.attributes.decimals : 2);

/** An exact amount in one currency. */
export const moneyType = defineFieldType({
  name: 'money',
  order: 60,
  label: 'Money',
  icon: 'coin',
  group: 'number',
  storage: 'column',
  attributes: [
    {
      name: 'currency',
      type: 'text',
      label: 'Currency (ISO code)',
      default: 'EUR',
      pattern: '^[A-Z]{3}$',
      patternMessage: 'Use a three-letter currency code such as EUR',
    },
    { name: 'decimals', type: 'integer', label: 'Decimals', min: 0, max: 4, default: 2 },
    { name: 'min', type: 'number', label: 'Minimum' },
    { name: 'max', type: 'number', label: 'Maximum' },
  ],
  operators: operators.ordered,
  sortable: true,
  searchable: false,
  views: { show: 'money', edit: 'money_input', filter: 'filter_number' },
  sqlType: (field) => `numeric(${14 + Number(decimalsOf(field))},${decimalsOf(field)})`,
  parse: (input, field) => readDecimal(typeof input === 'string' ? bareAmount(input) : input, field, decimalsOf(field)),
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
  serialize: (value) => (value === null || value === undefined ? '' : String(value)),
  checkAttributes,
  checks: (column, field, literal) => [finiteCheck(column), ...rangeChecks(column, field, literal)],
  convertSql(column, from, field) {
    const number = numberForm(column, from);
    if (number === null) return null;
    const exact = `case when (${number}) = round(${number}, ${decimalsOf(field)}) and abs(${number}) <= ${LARGEST} then ${number} end`;
    return withinChecks(exact, moneyType, field);
  },
  guess: (texts) => (allMatch(texts, (text) => /[€$£¥₹]/.test(text) && SIGN.test(text)) ? 0.95 : 0),
});

/** An amount without its currency sign and thousands separators: "$1,234.50" becomes 1234.50. @param {string} text */
function bareAmount(text) {
  const match = SIGN.exec(text.slice(0, 100).trim());
  if (!match || text.length > 100) return text;
  const digits = GROUPED.test(match[3]) ? match[3].replaceAll(',', '') : match[3];
  return match[1] + match[2] + digits;
}
