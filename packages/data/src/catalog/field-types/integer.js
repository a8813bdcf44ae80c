/** @import { FieldLike } from '@plinth/plugin' */
import { defineFieldType } from '@plinth/plugin';
import { integer } from '@plinth/plugin/settings';
import { checkAttributes } from './base/check-attributes.js';
import { numberForm, wholeNumber, withinChecks } from './base/conversion.js';
import { allMatch, checkRange, rangeChecks } from './base/decimal.js';
import { groupingAttribute, isGrouped } from './base/grouping.js';
import { operators } from './base/operators.js';
import { readInteger } from './base/read-integer.js';

const LIMITS = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };
const UNGROUPED = Object.freeze({ useGrouping: false });

/** A whole number in the range that JSON and JavaScript represent exactly. */
export const integerType = defineFieldType({
  name: 'integer',
  order: 40,
  label: 'ft.integer.label',
  icon: 'number-123',
  group: 'number',
  traits: { value: 'number', isWhole: true, isLive: true, groups: true, cleans: false, calculates: true },
  example: 1,
  storage: 'column',
  attributes: [
    integer('min', 'ft.minimum'),
    integer('max', 'ft.maximum'),
    integer('step', 'ft.step', { min: 1 }),
    groupingAttribute,
  ],
  operators: operators.ordered,
  sortable: true,
  searchable: false,
  views: { show: 'number', edit: 'number_input', filter: 'filter_number' },
  sqlType: () => 'bigint',
  parse: readInteger,
  validate: checkRange,
  format(value, field, format) {
    if (value === null || value === undefined) return '';
    return isGrouped(field) ? format.number(value) : format.number(value, UNGROUPED);
  },
  serialize: (value) => (value === null || value === undefined ? '' : String(value)),
  checkAttributes,
  checks: (column, field, literal) => rangeChecks(column, field, literal, LIMITS),
  convertSql: (column, from, field) => withinChecks(wholeNumber(numberForm(column, from)), integerType, field),
  // Numbers with leading zeros and very long ones are codes, not quantities: as numbers they would lose digits.
  columnAttributes: ({ isIdentifier }) => (isIdentifier() ? { grouping: 'off' } : {}),
  guess: (texts) => (allMatch(texts, (text) => /^[+-]?(0|[1-9]\d{0,14})$/.test(text)) ? 0.9 : 0),
});
