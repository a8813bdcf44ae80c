/** @import { FieldLike } from '@plinth/plugin' */
import { defineFieldType } from '@plinth/plugin';
import { checkAttributes } from './base/check-attributes.js';
import { dateOfText, isTextual, withinChecks } from './base/conversion.js';
import { allMatch } from './base/decimal.js';
import { fieldInvalid } from './base/invalid.js';
import { operators } from './base/operators.js';
import { dateExpected, orderOf, readOrder } from './base/read-date.js';
import { readTrimmed } from './base/read-text.js';
import { readDay } from './base/spelling/read-day.js';
import { readMoment } from './base/spelling/read-moment.js';
import { localOfMoment } from './base/zone-sql.js';

const MESSAGE = 'must be a date such as 2026-11-21';
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LIKELY = /^(\d{4}-\d{1,2}-\d{1,2}|\d{4}\/\d{1,2}\/\d{1,2}|\d{1,2}\.\d{1,2}\.\d{4})$/;

/** A day without time or zone. */
export const dateType = defineFieldType({
  name: 'date',
  order: 100,
  label: 'ft.date.label',
  icon: 'calendar',
  group: 'time',
  traits: { value: 'date', hasDay: true, isLive: true, groups: true, cleans: false, calculates: true },
  example: '2026-11-21',
  storage: 'column',
  attributes: [
    {
      name: 'min',
      type: 'text',
      label: 'ft.date.min',
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      patternMessage: 'Use a date such as 2026-11-21',
    },
    {
      name: 'max',
      type: 'text',
      label: 'ft.date.max',
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      patternMessage: 'Use a date such as 2026-11-21',
    },
  ],
  operators: operators.ordered,
  sortable: true,
  searchable: false,
  views: { show: 'date', edit: 'date_input', filter: 'filter_date' },
  cell: 'date',
  sqlType: () => 'date',
  parse(input, field) {
    const written = readOrder(input);
    if (written) return readWritten(written, field);
    return dayOf(input, field);
  },
  validate(value, field) {
    const { min, max } = field.attributes ?? {};
    if (DAY.test(min) && value < min) throw fieldInvalid(field, 'must not be before {min}', { min });
    if (DAY.test(max) && value > max) throw fieldInvalid(field, 'must not be after {max}', { max });
  },
  format: (value, field, format) => (value ? format.date(value) : ''),
  serialize: (value) => value ?? '',
  checkAttributes,
  checks: (column, field, literal) => [{ name: 'range', sql: dayRange(column, field, literal) }],
  convertSql(column, from, field) {
    if (from.type === 'date') return withinChecks(column, dateType, field);
    if (from.type === 'date_time') return withinChecks(`${localOfMoment(column, field)}::date`, dateType, field);
    if (!isTextual(from.type)) return null;
    // What follows a day would be lost; whether it says only midnight, the reader of texts knows.
    const day = `case when char_length(btrim(${column})) = 10 then (${dateOfText(column)}) end`;
    return withinChecks(day, dateType, field);
  },
  guess: (texts) => (allMatch(texts, (text) => LIKELY.test(text) && readDay(text) !== null) ? 0.95 : 0),
});

/** @param {NonNullable<ReturnType<typeof readOrder>>} written @param {FieldLike} field */
function readWritten({ order, rest: [text] }, field) {
  try {
    return dayOf(typeof text === 'string' ? text : NaN, field, orderOf(order));
  } catch {
    throw dateExpected(field, order);
  }
}

/**
 * The start of a day is the day, as programs write days that have only moments.
 *
 * @param {unknown} input @param {FieldLike} field @param {ReturnType<typeof orderOf>} [order] @returns {string | null}
 */
function dayOf(input, field, order = null) {
  if (typeof input === 'number') throw fieldInvalid(field, MESSAGE);
  const text = readTrimmed(input, field, MESSAGE);
  if (text === null) return null;
  const day = readDay(text, order);
  if (day) return day;
  const { local = '', fraction = '', offset, zone } = readMoment(text, order) ?? {};
  if (!local.endsWith('T00:00:00.000') || /[1-9]/.test(fraction) || offset || zone) throw fieldInvalid(field, MESSAGE);
  return local.slice(0, 10);
}

/** @param {string} column @param {FieldLike} field @param {(value: string) => string} literal */
function dayRange(column, field, literal) {
  const { min, max } = field.attributes ?? {};
  const from = DAY.test(min) ? min : '0001-01-01';
  const to = DAY.test(max) ? max : '9999-12-31';
  return `${column} >= ${literal(from)}::date and ${column} <= ${literal(to)}::date`;
}
