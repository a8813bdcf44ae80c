/** @import { CellFormat } from './number-formats.js' */

const DAY_MS = 86_400_000;
/** Days from the start of Excel's calendar to 1970-01-01. */
const EPOCH = { 1900: 25_569, 1904: 24_107 };
/** A serial that was written with so few digits is too coarse for parts of a second. */
const FEW_DIGITS = /^\d+(?:\.\d{1,7})?$/;
/** The number of digits that a double represents exactly. */
const DIGITS = 15;

/**
 * The text that an import reads: a number in plain digits with the currency of its format, a day in ISO 8601, a time.
 *
 * @param {string} value as stored in the workbook @param {CellFormat} format
 * @param {1900 | 1904} system the workbook's date system
 */
export function numberText(value, { kind, currency }, system) {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  switch (kind) {
    case 'percent':
      return `${plainNumber(number * 100)}%`;
    case 'date':
    case 'dateTime':
      return dayText(number, kind, system) ?? plainNumber(number);
    case 'time':
      return number >= 0 && number < 1 ? clock(number) : (dayText(number, 'dateTime', system) ?? plainNumber(number));
    case 'elapsed':
      return number < 0 ? `-${clock(-number)}` : clock(number);
    default:
      return currency ? `${plainNumber(number)} ${currency}` : plainNumber(number);
  }
}

/** Without an exponent, and rounded to hide floating-point noise: 0.30000000000000004 is 0.3. @param {number} number */
function plainNumber(number) {
  if (Number.isSafeInteger(number)) return String(number);
  const [digits, exponent = '0'] = number.toExponential(DIGITS - 1).split('e');
  const [, sign, first, rest] = /** @type {RegExpExecArray} */ (/^(-?)(\d)(?:\.(\d+))?$/.exec(digits));
  const all = `${first}${(rest ?? '').replace(/0+$/, '')}`;
  const at = Number(exponent) + 1;
  if (at <= 0) return `${sign}0.${'0'.repeat(-at)}${all}`;
  if (all.length <= at) return sign + all.padEnd(at, '0');
  return `${sign}${all.slice(0, at)}.${all.slice(at)}`;
}

/** @param {number} serial @param {'date' | 'dateTime'} kind @param {1900 | 1904} system @returns {string | null} */
function dayText(serial, kind, system) {
  // 1900 was not a leap year, but Excel has February 29 in it as day 60, so all days before it are off by one.
  const days = system === 1900 && serial < 60 ? serial + 1 : serial;
  const exact = (days - EPOCH[system]) * DAY_MS;
  const date = new Date(FEW_DIGITS.test(String(serial)) ? Math.round(exact / 1000) * 1000 : Math.round(exact));
  if (serial < 0 || Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return null;
  const iso = date.toISOString();
  if (kind === 'date' && Number.isInteger(serial)) return iso.slice(0, 10);
  return `${iso.slice(0, 10)} ${iso.slice(11, -1).replace('.000', '')}`;
}

/** @param {number} days */
function clock(days) {
  const seconds = Math.round(days * 86_400);
  const two = (/** @type {number} */ part) => String(part).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/**
 * A day or an instant that the workbook has in ISO 8601, as strict ones do.
 *
 * @param {string} text @param {CellFormat} format
 */
export function isoText(text, { kind }) {
  const found = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d)?(?:\.\d+)?Z?)?$/.exec(text.trim());
  if (!found) return text;
  const [, day, minutes, seconds = ':00'] = found;
  const time = minutes ? minutes + seconds : '00:00:00';
  return time === '00:00:00' && kind !== 'dateTime' ? day : `${day} ${time}`;
}
