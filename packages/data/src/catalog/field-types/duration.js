/** @import { FieldLike } from '@plinth/plugin' */
import { defineFieldType } from '@plinth/plugin';
import { isNumeric, isTextual, numberForm, withinChecks } from './base/conversion.js';
import { allMatch } from './base/decimal.js';
import { fieldInvalid } from './base/invalid.js';
import { operators } from './base/operators.js';
import { readTrimmed } from './base/read-text.js';
import { readLength } from './base/spelling/read-length.js';

const MESSAGE = 'must be a duration such as 1:30 or 2h 15m';
/** A thousand years. */
const LONGEST = 31_557_600_000;
/** Of longer ones a number has no exact microseconds. */
const EXACT = 1_000_000_000;
const CLOCK = /^([+-]?)(\d{1,8}):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,6}))?)?$/;
const WORDS = /^([+-]?)((?:\d{1,9}(?:\.\d{1,6})?\s*(?:w|d|h|min|m|s)\s*){1,6})$/i;

const HOURS = /\d\s*(?:h|min)(?![a-z])/i;

const ISO = /^[+-]?P(?=\d|T\d)/;

/** A length of time, in seconds with microseconds. */
export const durationType = defineFieldType({
  name: 'duration',
  order: 130,
  label: 'ft.duration.label',
  icon: 'hourglass',
  group: 'time',
  traits: {
    value: 'number',
    hasTime: true,
    hasUnit: true,
    isLive: true,
    searches: false,
    cleans: false,
    calculates: true,
  },
  example: 3600,
  storage: 'column',
  attributes: [],
  operators: operators.ordered,
  sortable: true,
  searchable: false,
  views: { show: 'duration', edit: 'duration_input', filter: 'filter_number' },
  cell: 'duration',
  sqlType: () => 'interval',
  parse(input, field) {
    if (typeof input === 'number') return bounded(input, field);
    const text = readTrimmed(input, field, MESSAGE);
    return text === null ? null : bounded(readLength(text) ?? NaN, field);
  },
  validate() {},
  format: (value) => (typeof value === 'number' ? clockText(value) : ''),
  serialize: (value) => (value === null || value === undefined ? '' : String(value)),
  readSql: (column) => `extract(epoch from ${column})::float8`,
  writeSql: (placeholder) => `make_interval(secs => ${placeholder}::float8)`,
  checks: (column) => [
    {
      name: 'range',
      sql: `extract(epoch from ${column}) >= -${LONGEST} and extract(epoch from ${column}) <= ${LONGEST}`,
    },
  ],
  convertSql(column, from, field) {
    if (from.type === 'duration') return withinChecks(column, durationType, field);
    if (!isNumeric(from.type) && !isTextual(from.type)) return null;
    const seconds = numberForm(column, from);
    return `case when abs(${seconds}) <= ${LONGEST} then make_interval(secs => (${seconds})::float8) end`;
  },
  guess(texts) {
    if (allMatch(texts, (text) => ISO.test(text) && readLength(text) !== null)) return 0.9;
    if (!allMatch(texts, (text) => WORDS.test(text) || CLOCK.test(text))) return 0;
    // 36:00 is no time of day. 9m may be nine metres or millions; nothing but time is counted in hours.
    return texts.some((text) => HOURS.test(text) || Number(text.split(':')[0]) >= 24) ? 0.7 : 0;
  },
});

/** @param {number} seconds @param {FieldLike} field */
function bounded(seconds, field) {
  if (!Number.isFinite(seconds) || Math.abs(seconds) > LONGEST) throw fieldInvalid(field, MESSAGE);
  const parts = Math.abs(seconds) < EXACT ? 1_000_000 : 1000;
  const rounded = Math.round(seconds * parts) / parts;
  return rounded === 0 ? 0 : rounded;
}

/** 5400 as 1:30, 5405 as 1:30:05: texts that parse reads. @param {number} value */
function clockText(value) {
  const milliseconds = Math.round(Math.abs(value) * 1000);
  const whole = Math.floor(milliseconds / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const part = milliseconds % 1000 ? `.${String(milliseconds % 1000).padStart(3, '0')}` : '';
  const seconds = whole % 60 || part ? `:${two(whole % 60)}${part}` : '';
  return `${value < 0 ? '-' : ''}${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}${seconds}`;
}
