/** @import { FieldType } from '@plinth/plugin' */
import { latinDigits } from '@plinth/plugin';
import { clockIn } from '../field-types/base/spelling/read-clock.js';
import { readDay } from '../field-types/base/spelling/read-day.js';

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
 * @param {Pick<FieldType, 'traits'>} type @returns {readonly ValueFormat[]}
 */
export function formatsOf(type) {
  if (isNumber(type)) return NUMBER_FORMATS;
  return type.traits.hasDay ? DATE_FORMATS : [];
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
  if (isDateFormat(format)) return readDate(text, format);
  return readNumber(text, format === '1.234,5' ? ',' : '.');
}

/** @param {ValueFormat} format @returns {format is (typeof DATE_FORMATS)[number]} */
const isDateFormat = (format) => DATE_FORMATS.some((one) => one === format);

/**
 * Whether a text is written so that it needs no format: 1234.5, 2026-12-31, 31.12.2026.
 *
 * @param {string} text @param {Pick<FieldType, 'traits'>} type
 */
export const isPlain = (text, type) => (isNumber(type) ? PLAIN_NUMBER : PLAIN_DATE).test(text.trim());

/** Lengths of time are written in ways of their own. @param {Pick<FieldType, 'traits'>} type */
export const isNumber = ({ traits }) => traits.value === 'number' && !traits.hasTime;

/** Amounts with their currency may have commas between thousands. */
const PLAIN_NUMBER = /^(\D*?[+-]?\d*\.?\d+\D*|(?=.*(\p{Sc}|[A-Z]{3}))\D*?\d{1,3}(,\d{3})+(\.\d+)?\D*)$/u;
const PLAIN_DATE = /^(\d{4}([-/])\d{1,2}\2\d{1,2}|\d{1,2}\.\d{1,2}\.\d{4})(?!\d)/;

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

/** Which texts a format is about: dates in figures, with the day or the month first, or dates with a name. */
const WRITTEN = {
  '31/12/2026': /^\d{1,2}([/.-])\d{1,2}\1\d{2}/,
  '12/31/2026': /^\d{1,2}([/-])\d{1,2}\1\d{2}/,
  '31 Dec 2026': /\p{L}{3}/u,
};
const ORDERS = Object.freeze({ '31/12/2026': 'dmy', '12/31/2026': 'mdy', '31 Dec 2026': null });
const BETWEEN = /[,T\s]+/g;

/** @param {string} written @param {(typeof DATE_FORMATS)[number]} format @returns {string | null} */
function readDate(written, format) {
  const text = written.trim();
  if (text.length > 100 || !WRITTEN[format].test(text)) return null;
  const order = /** @type {import('../field-types/base/spelling/read-day.js').Order | null} */ (ORDERS[format]);
  return splitDay(text, (part) => readDay(part, order, true));
}

/**
 * A text that begins with a day, with the day as 2026-12-31 and a time of day as 14:30; what follows, such as a time zone,
 * stays.
 *
 * @param {string} text @param {(part: string) => string | null} dayOf
 * @returns {string | null}
 */
export function splitDay(text, dayOf) {
  const day = dayOf(text);
  if (day) return day;
  for (const { index, 0: sign } of text.matchAll(BETWEEN)) {
    const before = dayOf(text.slice(0, index));
    if (before) return `${before} ${clockIn(text.slice(index + sign.length))}`;
  }
  return null;
}
