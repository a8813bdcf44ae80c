/** @import { FieldLike } from '@plinth/plugin' */
import { defineFieldType } from '@plinth/plugin';
import { integer } from '@plinth/plugin/settings';
import { checkAttributes } from './base/check-attributes.js';
import { numberForm, wholeNumber, withinChecks } from './base/conversion.js';
import { checkRange, rangeChecks } from './base/decimal.js';
import { operators } from './base/operators.js';
import { readInteger } from './base/read-integer.js';

/** @param {FieldLike} field @returns {FieldLike} the field with the limits of its stars */
const bounded = (field) => ({ ...field, attributes: { min: 0, max: field.attributes?.max ?? 5 } });

/** A number of stars. */
export const ratingType = defineFieldType({
  name: 'rating',
  order: 140,
  label: 'ft.rating.label',
  icon: 'star',
  group: 'number',
  traits: { value: 'number', isWhole: true, isLive: true, groups: true, aligns: false, sums: false, cleans: false },
  example: 4,
  storage: 'column',
  attributes: [integer('max', 'ft.rating.max', { min: 1, max: 10, default: 5 })],
  operators: operators.ordered,
  sortable: true,
  searchable: false,
  views: { show: 'stars', edit: 'rating_input', filter: 'filter_number' },
  sqlType: () => 'integer',
  parse: readInteger,
  validate: (value, field) => checkRange(value, bounded(field)),
  format: (value, field, format) => (value === null || value === undefined ? '' : format.number(value)),
  serialize: (value) => (value === null || value === undefined ? '' : String(value)),
  checkAttributes,
  checks: (column, field, literal) => rangeChecks(column, bounded(field), literal),
  convertSql(column, from, field) {
    const number = wholeNumber(numberForm(column, from), 'numeric');
    // The check comes before the cast, because ten billion stars don't fit into an integer.
    const checked = withinChecks(number, ratingType, field);
    return checked === null ? null : `(${checked})::integer`;
  },
});
