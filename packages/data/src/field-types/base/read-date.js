/** @import { FieldLike } from '@plinth/plugin' */
import { fieldInvalid } from './invalid.js';

/**
 * A calendar day, years 0001 to 9999, as YYYY-MM-DD; null if there is no such day.
 *
 * @param {number} year @param {number} month @param {number} day
 */
export function calendarDay(year, month, day) {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}

/**
 * Reads 2026-11-21, 2026/11/21 and 21.11.2026. Dates with slashes that begin with a day or a month are refused, because
 * 03/04/2026 is ambiguous.
 *
 * @param {string} text @param {FieldLike} field
 */
export function readDay(text, field) {
  const match = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/.exec(text);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  const day = match
    ? calendarDay(Number(match[1]), Number(match[3]), Number(match[4]))
    : dotted
      ? calendarDay(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]))
      : null;
  if (day === null) throw fieldInvalid(field, 'must be a date such as 2026-11-21');
  return day;
}
