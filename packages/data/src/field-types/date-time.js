/** @import { FieldLike } from '@plinth/plugin' */
import { defineFieldType } from '@plinth/plugin';
import { instantOfText, isTextual, withinChecks } from './base/conversion.js';
import { allMatch } from './base/decimal.js';
import { exactInstant } from './base/instant-text.js';
import { fieldInvalid } from './base/invalid.js';
import { instantOfLocal, localOfInstant } from './base/local-time.js';
import { operators } from './base/operators.js';
import { dateExpected, readDay, readOrder } from './base/read-date.js';
import { readTrimmed } from './base/read-text.js';

const MESSAGE = 'must be a date and time such as 2026-11-21T15:30:00Z';
/** What `checks` allow. */
const LAST = '9999-12-31T23:59:59.999';
const FORM =
  /^(\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}\.\d{1,2}\.\d{4})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s*(Z|z|UTC|[+-]\d{2}:?\d{2})?(?:\[([A-Za-z0-9_+/-]{1,64})\])?$/;

/** An instant, stored in UTC with microseconds, shown in the reader's time zone. */
export const dateTimeType = defineFieldType({
  name: 'date_time',
  order: 110,
  label: 'Date and time',
  icon: 'calendar-time',
  group: 'time',
  storage: 'column',
  attributes: [],
  operators: operators.ordered,
  sortable: true,
  searchable: false,
  views: { show: 'date_time', edit: 'date_time_input', filter: 'filter_date' },
  cell: 'date_time',
  sqlType: () => 'timestamptz',
  parse: readInstant,
  validate() {},
  format: (value, field, format) => (value ? format.dateTime(value) : ''),
  serialize: (value) => value ?? '',
  // Infinity and years beyond 9999 have no ISO text of the usual length.
  checks: (column) => [
    {
      name: 'range',
      sql: `${column} >= '0001-01-01T00:00:00Z'::timestamptz and ${column} <= '9999-12-31T23:59:59.999Z'::timestamptz`,
    },
  ],
  convertSql(column, from, field) {
    if (from.type === 'date_time') return column;
    if (from.type === 'date') return `${column}::timestamp at time zone 'UTC'`;
    return isTextual(from.type) ? withinChecks(instantOfText(column), dateTimeType, field) : null;
  },
  guess: (texts) => (allMatch(texts, (text) => /\d:\d\d/.test(text) && isInstant(text)) ? 0.96 : 0),
});

/**
 * Reads ISO 8601. Without a zone it is UTC, unless the zone's name follows in brackets
 * (2026-11-21T15:30[Europe/Berlin]) or precedes it in a list, as the form control sends it: ['[Europe/Berlin]',
 * '2026-11-21T15:30']. The zone may come with the instant that the form showed, which stays to the microsecond if
 * nobody changed its time.
 *
 * @param {unknown} input @param {FieldLike} field @returns {string | null}
 */
function readInstant(input, field) {
  const written = readOrder(input);
  if (written) return readWritten(written, field);
  if (Array.isArray(input)) {
    const [zone, local] = input;
    if (input.length !== 2 || typeof zone !== 'string' || typeof local !== 'string') throw fieldInvalid(field, MESSAGE);
    if (local.trim() === '') return null;
    if (/[zZ]$|[+-]\d{2}:?\d{2}$/.test(local)) return readInstant(local, field);
    const [, name = zone, before = null] = /^(\[[^\]]*\])([\d:.TZ-]{20,30})$/.exec(zone) ?? [];
    return unchanged(readInstant(local + name, field), before, name.slice(1, -1));
  }
  if (typeof input === 'number') throw fieldInvalid(field, MESSAGE);
  const text = readTrimmed(input, field, MESSAGE);
  if (text === null) return null;
  const match = text.length <= 120 ? FORM.exec(text) : null;
  if (!match) throw fieldInvalid(field, MESSAGE);
  const [, day, hour = '0', minute = '0', second = '0', part = '', offset, zone] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) throw fieldInvalid(field, MESSAGE);
  const clock = [hour, minute, second].map((digits) => digits.padStart(2, '0')).join(':');
  const local = `${readDay(day, field)}T${clock}.${part.slice(0, 3).padEnd(3, '0')}`;
  const instant = offset || !zone ? withOffset(local, offset) : instantOfLocal(local, zone);
  if (instant === null) throw fieldInvalid(field, 'has the unknown time zone {zone}', { zone: zone ?? '' });
  return inRange(exactInstant(instant, part), field);
}

/**
 * The instant that a control showed, unless its local time was changed: controls know no microseconds, and not which one
 * is meant of an hour that autumn repeats.
 *
 * @param {string | null} read @param {string | null} before @param {string} timeZone
 */
function unchanged(read, before, timeZone) {
  if (read === null || before === null || !isInstant(before)) return read;
  return localOfInstant(read, timeZone) === localOfInstant(before, timeZone) ? before : read;
}

/** @param {NonNullable<ReturnType<typeof readOrder>>} written @param {FieldLike} field @returns {string | null} */
function readWritten({ order, rest }, field) {
  try {
    return readInstant(rest.length === 1 ? rest[0] : rest, field);
  } catch {
    throw dateExpected(field, order);
  }
}

/** @param {string} local @param {string | undefined} offset */
function withOffset(local, offset) {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(offset ?? '');
  const minutes = match ? (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) : 0;
  return Math.abs(minutes) > 15 * 60 ? NaN : Date.parse(`${local}Z`) - minutes * 60_000;
}

/** @param {string} iso @param {FieldLike} field */
function inRange(iso, field) {
  if (!/^(?!0000)\d{4}-/.test(iso) || iso.slice(0, -1) > LAST) throw fieldInvalid(field, MESSAGE);
  return iso;
}

/** @param {string} text */
function isInstant(text) {
  try {
    return readInstant(text, { name: 'at', label: 'At', type: 'date_time', attributes: {}, required: false }) !== null;
  } catch {
    return false;
  }
}
