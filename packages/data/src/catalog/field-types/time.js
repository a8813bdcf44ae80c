/** @import { FieldLike } from '@plinth/plugin' */
import { defineFieldType } from '@plinth/plugin';
import { isTextual, timeOfText } from './base/conversion.js';
import { allMatch } from './base/decimal.js';
import { fieldInvalid } from './base/invalid.js';
import { operators } from './base/operators.js';
import { readTrimmed } from './base/read-text.js';
import { readClock } from './base/spelling/read-clock.js';
import { localOfMoment } from './base/zone-sql.js';

const MESSAGE = 'must be a time such as 15:30';

/** A time of day without zone; seconds are only written if there are any. */
export const timeType = defineFieldType({
  name: 'time',
  order: 120,
  label: 'ft.time.label',
  icon: 'clock',
  group: 'time',
  traits: { value: 'date', hasTime: true, isLive: true, cleans: false, calculates: true },
  example: '09:30',
  storage: 'column',
  attributes: [],
  operators: operators.ordered,
  sortable: true,
  searchable: false,
  views: { show: 'time', edit: 'time_input', filter: 'filter_time' },
  cell: 'time',
  sqlType: () => 'time(0)',
  parse(input, field) {
    if (typeof input === 'number') throw fieldInvalid(field, MESSAGE);
    const text = readTrimmed(input, field, MESSAGE);
    return text === null ? null : clockOf(text, field);
  },
  validate() {},
  format: (value, field, format) => (value ? format.time(value) : ''),
  serialize: (value) => value ?? '',
  readSql: (column) =>
    `to_char(${column}, case when extract(second from ${column}) = 0 then 'HH24:MI' else 'HH24:MI:SS' end)`,
  // PostgreSQL also has 24:00, which no control can show.
  checks: (column) => [{ name: 'range', sql: `${column} < '24:00'::time` }],
  convertSql(column, from, field) {
    if (from.type === 'time') return column;
    if (from.type === 'date_time') return `date_trunc('second', ${localOfMoment(column, field)})::time(0)`;
    return isTextual(from.type) ? timeOfText(column) : null;
  },
  guess: (texts) => (allMatch(texts, (text) => text.includes(':') && readClock(text) !== null) ? 0.9 : 0),
});

/** @param {string} text @param {FieldLike} field */
function clockOf(text, field) {
  const read = readClock(text);
  // A column of times holds no part of a second.
  if (!read || /[1-9]/.test(read.fraction)) throw fieldInvalid(field, MESSAGE);
  return read.clock.endsWith(':00') ? read.clock.slice(0, 5) : read.clock;
}
