/** @import { FieldLike, FieldType, Values } from '@plinth/plugin' */
/** @import { ValueFormat } from '../../catalog/local-values/value-formats.js' */
import { readDay } from '../../catalog/field-types/base/spelling/read-day.js';
import { formatsOf, isNumber, isPlain, readFormat, splitDay } from '../../catalog/local-values/value-formats.js';
import { createExceptions } from './exceptions.js';
import { saysNothing } from './says-nothing.js';

/** Of a hundred cells so many may be something else, and of the first cells so many. */
const ODD_SHARE = 0.1;
const ODD_AHEAD = 50;

/** The same in every format. */
const DIGITS = /^[+-]?\d{1,40}$/;

const NO_FIELD = { name: 'value', label: 'Value', required: false };

/**
 * A way to read a column: a type, and the format that its texts are written in.
 *
 * @typedef {{ type: FieldType, format: ValueFormat | null, field: FieldLike, fitting: number, own: number, oddSaid: number,
 *   exceptions: ReturnType<typeof createExceptions>, scales: Set<number>, least: number, most: number, isDropped: boolean }} Candidate
 *   `own`: fitting cells that are written in the format; `oddSaid`: of the others,
 *   those that say something;
 *   `scales`, `least`, `most`: of its numbers; `isDropped`: too many do not fit for it to be of interest
 */

/** @param {FieldType} type @param {ValueFormat | null} format @param {FieldLike} [field] @returns {Candidate} */
export const newCandidate = (type, format, field = fieldOf(type)) => ({
  type,
  format,
  field,
  fitting: 0,
  own: 0,
  oddSaid: 0,
  exceptions: createExceptions(),
  scales: new Set(),
  least: Infinity,
  most: -Infinity,
  isDropped: false,
});

/** @param {FieldType} type @param {Values} [attributes] @returns {FieldLike} */
export const fieldOf = (type, attributes = {}) => ({ ...NO_FIELD, type: type.name, attributes });

/** @param {FieldType} type @param {FieldLike} [field] */
export const candidatesOf = (type, field) =>
  [null, ...formatsOf(type)].map((format) => newCandidate(type, format, field));

/** Whether so many cells do not fit that nobody would call it the type of the column. @param {number} odd @param {number} cells */
export const isTooOdd = (odd, cells) => odd > Math.floor(cells * ODD_SHARE);

/**
 * What a candidate makes of a text, null if it does not fit.
 *
 * @typedef {{ own: boolean, text: string, value: string } | null} Read `own`: it is written in the format, rather than in another way
 *   that can only be read so; `text`: as types read it without a format
 * @param {Candidate} candidate @param {string} text @param {Map<string, string | null>} [values] of texts that were read before
 * @returns {Read}
 */
export function readCell(candidate, text, values = new Map()) {
  const { type, format } = candidate;
  const valueOf = (/** @type {string} */ written) => {
    const known = values.get(written);
    const value = known === undefined ? parsed(candidate, written) : known;
    values.set(written, value);
    return value;
  };
  const isWritten = format === null && isPlain(text, type);
  const written = format !== null && !(isNumber(type) && DIGITS.test(text)) ? readFormat(text, format) : text;
  const own = written === null ? null : valueOf(written);
  if (own !== null && (isWritten || format !== null)) return { own: true, text: written ?? text, value: own };
  // What is written in another way may say one thing only, such as a date that begins with its year.
  const value = own ?? valueOf(text);
  if (value === null) return null;
  return { own: false, text: format === null ? text : withoutFormat(type, text, value), value };
}

/** A text that is in another format, as the types read it by themselves. @param {FieldType} type @param {string} text @param {string} value */
const withoutFormat = (type, text, value) => (type.traits.value === 'date' ? splitDay(text, readDay) : value) ?? text;

/**
 * @param {Candidate} candidate @param {Read} read @param {{ text: string, line: number }} cell
 * @param {number | null} filled cells so far; null: it is kept however many do not fit
 */
export function noteCell(candidate, read, { text, line }, filled) {
  if (read) {
    candidate.fitting++;
    if (read.own) candidate.own++;
    if (isNumber(candidate.type)) noteNumber(candidate, read.text, Number(read.value));
    return;
  }
  candidate.exceptions.add(text, line);
  if (!saysNothing(text)) candidate.oddSaid++;
  candidate.isDropped = filled !== null && isTooOdd(candidate.oddSaid - ODD_AHEAD, filled);
}

/** @param {Candidate} candidate @param {string} text as its format reads it @param {number} number */
function noteNumber(candidate, text, number) {
  candidate.scales.add(text.trim().split('.')[1]?.length ?? 0);
  candidate.least = Math.min(candidate.least, number);
  candidate.most = Math.max(candidate.most, number);
}

/** @param {Candidate} candidate @param {string} text @returns {string | null} */
function parsed({ type, field }, text) {
  try {
    const value = type.parse(text, field);
    type.validate(value, field);
    return String(value);
  } catch {
    return null;
  }
}

/**
 * A type that takes every text, so that nothing can be an exception. Asked of the type, since plugins have some too.
 *
 * @param {FieldType} type
 */
export function readsAnyText(type) {
  const probe = '¿ any text, "1" ?';
  try {
    const field = fieldOf(type);
    const value = type.parse(probe, field);
    type.validate(value, field);
    return value === probe;
  } catch {
    return false;
  }
}
