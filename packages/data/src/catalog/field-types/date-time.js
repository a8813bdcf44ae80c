/** @import { FieldLike } from '@plinth/plugin' */
import { defineFieldType, instantOfLocal, wallClock } from '@plinth/plugin';
import { instantOfText, isTextual, withinChecks } from './base/conversion.js';
import { allMatch } from './base/decimal.js';
import { exactInstant } from './base/instant-text.js';
import { fieldInvalid } from './base/invalid.js';
import { momentOfLocal } from './base/zone-sql.js';
import { operators } from './base/operators.js';
import { dateExpected, orderOf, readOrder } from './base/read-date.js';
import { readTrimmed } from './base/read-text.js';
import { readMoment } from './base/spelling/read-moment.js';

const MESSAGE = 'must be a date and time such as 2026-11-21T15:30:00Z';
/** What `checks` allow. */
const LAST = '9999-12-31T23:59:59.999';

/** An instant, stored in UTC with microseconds, shown in the reader's time zone. */
export const dateTimeType = defineFieldType({
  name: 'date_time',
  order: 110,
  label: 'ft.date_time.label',
  icon: 'calendar-time',
  group: 'time',
  traits: { value: 'date', hasDay: true, hasTime: true, isLive: true, groups: true, cleans: false, calculates: true },
  example: '2026-11-21T09:30:00.000Z',
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
    if (from.type === 'date') return withinChecks(momentOfLocal(column, field), dateTimeType, field);
    return isTextual(from.type) ? withinChecks(instantOfText(column, field), dateTimeType, field) : null;
  },
  guess: (texts) => (allMatch(texts, (text) => /\d:\d\d/.test(text) && readMoment(text) !== null) ? 0.96 : 0),
});

/**
 * Reads a moment. Without a zone it is in that of the site, unless a zone's name follows in brackets
 * (2026-11-21T15:30[Europe/Berlin]) or precedes it in a list, as the form control sends it: ['[Europe/Berlin]',
 * '2026-11-21T15:30']. The zone may come with the instant that the form showed, which stays to the microsecond if nobody
 * changed its time.
 *
 * @param {unknown} input @param {FieldLike} field @param {ReturnType<typeof orderOf>} [order] of figures
 * @returns {string | null}
 */
function readInstant(input, field, order = null) {
  const written = readOrder(input);
  if (written) return readWritten(written, field);
  if (Array.isArray(input)) return readLocal(input, field, order);
  if (typeof input === 'number') throw fieldInvalid(field, MESSAGE);
  const text = readTrimmed(input, field, MESSAGE);
  if (text === null) return null;
  const moment = readMoment(text, order);
  if (!moment) throw fieldInvalid(field, MESSAGE);
  return inRange(exactInstant(instantOf(moment, field), moment.fraction), field);
}

/** @param {unknown[]} input @param {FieldLike} field @param {ReturnType<typeof orderOf>} order @returns {string | null} */
function readLocal([zone, local, ...more], field, order) {
  const [, name, before = null] = (typeof zone === 'string' && ZONE_AND_BEFORE.exec(zone)) || [];
  if (!name || typeof local !== 'string' || more.length > 0) throw fieldInvalid(field, MESSAGE);
  const text = local.trim();
  const said = text === '' ? null : readMoment(text, order);
  if (!said || said.offset !== null || said.zone !== null) return readInstant(text, field, order);
  return unchanged(readInstant(`${text}[${name}]`, field, order), before, name);
}

/** [Europe/Berlin], perhaps with the instant that the form showed. */
const ZONE_AND_BEFORE = /^\[([^\]]{1,64})\]([\d:.TZ-]{20,30})?$/;

/**
 * The instant that a control showed, unless its local time was changed: controls know no microseconds, and not which one
 * is meant of an hour that autumn repeats.
 *
 * @param {string | null} read @param {string | null} before @param {string} timeZone
 */
function unchanged(read, before, timeZone) {
  if (read === null || before === null || readMoment(before) === null) return read;
  return wallClock(read, timeZone) === wallClock(before, timeZone) ? before : read;
}

/**
 * @param {NonNullable<ReturnType<typeof readMoment>>} moment @param {FieldLike} field
 * @returns {number}
 */
function instantOf({ local, offset, zone }, field) {
  if (offset !== null) return Date.parse(`${local}Z`) - offset * 60_000;
  const instant = instantOfLocal(local, zone ?? field.timeZone ?? 'UTC');
  if (instant === null) throw fieldInvalid(field, 'has the unknown time zone {zone}', { zone: zone ?? '' });
  return instant;
}

/** @param {NonNullable<ReturnType<typeof readOrder>>} written @param {FieldLike} field @returns {string | null} */
function readWritten({ order, rest }, field) {
  try {
    return readInstant(rest.length === 1 ? rest[0] : rest, field, orderOf(order));
  } catch {
    throw dateExpected(field, order);
  }
}

/** @param {string} iso @param {FieldLike} field */
function inRange(iso, field) {
  if (!/^(?!0000)\d{4}-/.test(iso) || iso.slice(0, -1) > LAST) throw fieldInvalid(field, MESSAGE);
  return iso;
}
