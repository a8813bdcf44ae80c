/** @import { Values } from '@plinth/plugin' */
import { calculatedDigits, defineFieldType } from '@plinth/plugin';
import { integer } from '@plinth/plugin/settings';
import { checkAttributes } from './base/check-attributes.js';
import { numberForm, withinChecks } from './base/conversion.js';
import { allMatch, checkRange, finiteCheck, rangeChecks, readDecimal } from './base/decimal.js';
import { groupingAttribute, isGrouped } from './base/grouping.js';
import { operators } from './base/operators.js';

/** @param {{ attributes: Values }} field @returns {number | null} */
const decimalsOf = (field) => (Number.isInteger(field.attributes?.decimals) ? field.attributes.decimals : null);

/** An exact decimal number, as text so that no digit is lost. */
export const decimalType = defineFieldType({
  name: 'decimal',
  order: 50,
  label: 'ft.decimal.label',
  icon: 'decimal',
  group: 'number',
  traits: { value: 'number', isLive: true, cleans: false, calculates: true },
  example: '1.50',
  storage: 'column',
  attributes: [
    { name: 'min', type: 'number', label: 'ft.minimum' },
    { name: 'max', type: 'number', label: 'ft.maximum' },
    { name: 'step', type: 'number', label: 'ft.step', min: 0 },
    integer('decimals', 'ft.decimals', { min: 0, max: 20 }),
    groupingAttribute,
  ],
  operators: operators.ordered,
  sortable: true,
  searchable: false,
  views: { show: 'number', edit: 'number_input', filter: 'filter_number' },
  sqlType: (field) =>
    decimalsOf(field) === null ? 'numeric' : `numeric(${38 + Number(decimalsOf(field))},${decimalsOf(field)})`,
  parse: (input, field) => readDecimal(input, field, decimalsOf(field)),
  validate: checkRange,
  format(value, field, format) {
    if (value === null || value === undefined) return '';
    const decimals = decimalsOf(field);
    const isOpen = decimals === null && /** @type {{ auto?: string }} */ (field).auto === 'formula';
    const digits = isOpen
      ? calculatedDigits(value)
      : { minimumFractionDigits: decimals ?? 0, maximumFractionDigits: decimals ?? 20 };
    return format.number(value, { ...digits, ...(!isGrouped(field) && { useGrouping: false }) });
  },
  // Zeros at the end say nothing where the field has no number of decimals.
  readSql: (column, field) => (decimalsOf(field) === null ? `trim_scale(${column})` : column),
  serialize: (value) => (value === null || value === undefined ? '' : String(value)),
  checkAttributes,
  checks: (column, field, literal) => [finiteCheck(column), ...rangeChecks(column, field, literal)],
  convertSql(column, from, field) {
    const number = numberForm(column, from);
    const decimals = decimalsOf(field);
    // Digits beyond the scale would be rounded away silently.
    const exact =
      number && decimals !== null ? `case when (${number}) = round(${number}, ${decimals}) then ${number} end` : number;
    return withinChecks(exact, decimalType, field);
  },
  // More than 15 digits in a row identify something: a card, a parcel. Nobody calculates with them.
  columnAttributes: ({ decimals }) => (decimals === null ? {} : { decimals }),
  guess: (texts) => (allMatch(texts, (text) => /^[+-]?(0|[1-9]\d{0,14})(\.\d{1,20})?$/.test(text)) ? 0.8 : 0),
});
