/** @import { FieldType } from '@plinth/plugin' */
import { latinDigits } from '@plinth/plugin';
import { calendarDay } from '../field-types/base/read-date.js';
import { monthNumber } from './month-names.js';

/**
 * How numbers and dates of a column are written, named by an example. Formats that the field types read by themselves
 * (1234.5, 2026-12-31, 31.12.2026) are not listed.
 *
 * @typedef {'1.234,5' | '1,234.5' | '31/12/2026' | '12/31/2026' | '31 Dec 2026'} ValueFormat
 */

const NUMBER_FORMATS = /** @type {const} */ (['1,234.5', '1.234,5']);
const DATE_FORMATS = /** @type {const} */ (['12/31/2026', '31/12/2026', '31 Dec 2026']);

/** @type {readonly ValueFormat[]} */
export const VALUE_FORMATS = [...NUMBER_FORMATS, ...DATE_FORMATS];

/**
 * The formats in which a type's texts may be written.
 *
 * @param {Pick<FieldType, 'name' | 'group'>} type @returns {readonly ValueFormat[]}
 */
export function formatsOf(type) {
  if (type.group === 'number') return NUMBER_FORMATS;
  return type.name === 'date' || type.name === 'date_time' ? DATE_FORMATS : [];
}

/**
 * Rewrites a text for the field type; null if it does not match the format. What surrounds a number (currency, percent)
 * stays, since it is up to the type.
 *
 * @param {string} written @param {ValueFormat} format
 * @returns {string | null}
 */
export function readFormat(written, format) {
  const text = latinDigits(written);
  if (format === '31/12/2026') return readDate(text, { dayFirst: true });
  if (format === '12/31/2026') return readDate(text, { dayFirst: false });
  if (format === '31 Dec 2026') return readNamedMonth(text);
  return readNumber(text, format === '1.234,5' ? ',' : '.');
}

/** Thousands separated by the other sign, an apostrophe or a space, including the narrow and the non-breaking one. */
const NUMBER = /\d(?:[\d.,'’\s]*\d)?/;

/** @param {string} text @param {',' | '.'} decimal */
function readNumber(text, decimal) {
  const found = text.length <= 100 ? NUMBER.exec(text) : null;
  if (!found) return null;
  const parts = found[0].split(decimal);
  if (parts.length > 2 || (parts.length === 2 && !/^\d+$/.test(parts[1]))) return null;
  const whole = joinThousands(parts[0], decimal === ',' ? '.' : ',');
  if (whole === null) return null;
  const number = parts.length === 2 ? `${whole}.${parts[1]}` : whole;
  return text.slice(0, found.index) + number + text.slice(found.index + found[0].length);
}

/** @param {string} whole @param {string} separator */
function joinThousands(whole, separator) {
  if (/^\d+$/.test(whole)) return whole;
  const groups = whole.split(/([.,'’\s])/);
  const [first, sign] = groups;
  const same = groups.every((group, at) => (at % 2 ? group === sign : at === 0 || /^\d{3}$/.test(group)));
  const known = sign === separator || /['’\s]/.test(sign);
  return known && same && /^[1-9]\d{0,2}$/.test(first) ? groups.filter((_, at) => at % 2 === 0).join('') : null;
}

/** Years with two digits only where the text can't be a version or a date that begins with the year. */
const DATE =
  /^(?:(\d{1,2})([/.-])(\d{1,2})\2(\d{4})|(\d{1,2})(\/)(\d{1,2})\/(\d{2})|(\d{2})(\.)(\d{2})\.(\d{2}))(?:[,T\s]+(.+))?$/;
const CLOCK = /^(\d{1,2}):(\d{2})(:\d{2}(?:\.\d+)?)?\s*([ap])\.?m\.?$/i;

/** @param {string} text @param {{ dayFirst: boolean }} order */
function readDate(text, { dayFirst }) {
  const found = text.length <= 100 ? DATE.exec(text.trim()) : null;
  // Dates with dots have the day first everywhere.
  if (!found || (!dayFirst && /^\s*\d+\./.test(text))) return null;
  const [one, , other, year, time] = found.slice(1).filter((part) => part !== undefined);
  const [day, month] = dayFirst ? [one, other] : [other, one];
  return withTime(calendarDay(fullYear(year), Number(month), Number(day)), time);
}

/**
 * "31 Dec 2026", "31. Dezember 2026", "Dec 31st, 2026", "31-Dec-26", with or without a weekday, in any language listed
 * here.
 */
const NAMED_MONTH =
  /^(?:[\p{L}-]+[.,]*\s+)?(?:(\d{1,2})(?:\.|st|nd|rd|th)?[\s/-]*(?:de\s+)?(\p{L}{3,})\.?,?[\s/-]*(?:de\s+)?|(\p{L}{3,})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s+)(\d{4}|\d{2})(?:[,T\s]+(.+))?$/u;

/** @param {string} text */
function readNamedMonth(text) {
  const found = text.length <= 100 ? NAMED_MONTH.exec(text.trim()) : null;
  if (!found) return null;
  const [, day = found[4], name = found[3], , , year, time] = found;
  const month = monthNumber(name);
  return month === null ? null : withTime(calendarDay(fullYear(year), month, Number(day)), time);
}

/** @param {string | null} date @param {string | undefined} time */
const withTime = (date, time) => (date === null || !time ? date : `${date} ${time.replace(CLOCK, toDayHours)}`);

/** Two-digit years belong to the hundred years around now. @param {string} year */
function fullYear(year) {
  const number = Number(year);
  return year.length === 4 ? number : number + (number < 70 ? 2000 : 1900);
}

/**
 * "2:30 PM" becomes 14:30.
 *
 * @param {string} whole @param {string} hour @param {string} minute @param {string | undefined} rest
 * @param {string} half
 */
function toDayHours(whole, hour, minute, rest, half) {
  const hours = Number(hour);
  if (hours < 1 || hours > 12) return whole;
  return `${(hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0)}:${minute}${rest ?? ''}`;
}
