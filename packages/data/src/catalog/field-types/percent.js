import { defineFieldType, latinDigits } from '@plinth/plugin';
import { number } from '@plinth/plugin/settings';
import { checkAttributes } from './base/check-attributes.js';
import { numberForm, withinChecks } from './base/conversion.js';
import { allMatch, checkRange, finiteCheck, rangeChecks, readDecimal } from './base/decimal.js';
import { operators } from './base/operators.js';

/** A percentage: 12.5 means 12.5 %. */
export const percentType = defineFieldType({
  name: 'percent',
  order: 150,
  label: 'ft.percent.label',
  icon: 'percentage',
  group: 'number',
  traits: { value: 'number', hasUnit: true, isLive: true, sums: false, cleans: false, calculates: true },
  example: '12.5',
  storage: 'column',
  attributes: [
    number('min', 'ft.minimum', { default: 0 }),
    number('max', 'ft.maximum', { default: 100 }),
    number('step', 'ft.step', { min: 0 }),
  ],
  operators: operators.ordered,
  sortable: true,
  searchable: false,
  views: { show: 'percent', edit: 'percent_input', filter: 'filter_number', list: 'percent' },
  sqlType: () => 'numeric',
  parse: (input, field) => readDecimal(typeof input === 'string' ? withoutSign(input) : input, field),
  validate: checkRange,
  format(value, field, format) {
    if (value === null || value === undefined) return '';
    return format.number(Number(value) / 100, { style: 'percent', maximumFractionDigits: 2 });
  },
  readSql: (column) => `trim_scale(${column})`,
  sheetCell: (value) => ({ kind: 'percent', value: String(value) }),
  serialize: (value) => (value === null || value === undefined ? '' : String(value)),
  checkAttributes,
  checks: (column, field, literal) => [finiteCheck(column), ...rangeChecks(column, field, literal)],
  convertSql: (column, from, field) => withinChecks(numberForm(column, from), percentType, field),
  columnAttributes: ({ least, most }) => ({
    ...(least < 0 && { min: Math.floor(least) }),
    ...(most > 100 && { max: Math.ceil(most) }),
  }),
  guess: (texts) => (allMatch(texts, (text) => /^[+-]?\d{1,3}(\.\d+)?\s*%$/.test(text)) ? 0.95 : 0),
});

/** "12.5 %" and "%12.5" without the sign. @param {string} text */
const withoutSign = (text) => latinDigits(text).replace(/^\s*([+-]?)\s*%\s*(?=\S)|(?<=\d\D{0,2})%\s*$/, '$1');
