/** @import { FieldLike } from '@plinth/plugin' */
import { VALUE_LIMITS, readSureNumber } from '@plinth/plugin';
import { fieldInvalid } from './invalid.js';
import { readTrimmed } from './read-text.js';

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/**
 * Reads an exact decimal number as canonical text: no plus, no leading zeros, no exponent, never -0. With `decimals` it
 * has exactly that many, as numeric(p,s) prints it.
 *
 * @param {unknown} input @param {FieldLike} field @param {number | null} [decimals]
 * @returns {string | null}
 */
export function readDecimal(input, field, decimals = null) {
  if (typeof input === 'number') {
    if (!Number.isFinite(input)) throw fieldInvalid(field, 'must be a number');
    return canonicalDecimal(plainNumber(input), field, decimals);
  }
  const text = readTrimmed(input, field, 'must be a number');
  return text === null ? null : canonicalDecimal(text, field, decimals);
}

/** @param {string} text @param {FieldLike} field @param {number | null} decimals */
function canonicalDecimal(text, field, decimals) {
  const match = DECIMAL.exec(text) ?? DECIMAL.exec(readSureNumber(text) ?? '');
  if (!match || (match[2] === '' && !match[3])) throw fieldInvalid(field, 'must be a number');
  const whole = match[2].replace(/^0+(?=\d)/, '') || '0';
  let part = (match[3] ?? '').replace(/0+$/, '');
  if (whole.length > VALUE_LIMITS.wholeDigits)
    throw fieldInvalid(field, 'must have at most {max} digits before the point', { max: VALUE_LIMITS.wholeDigits });
  const most = decimals ?? VALUE_LIMITS.decimals;
  if (part.length > most) throw fieldInvalid(field, 'must have at most {decimals} decimals', { decimals: most });
  if (decimals !== null) part = part.padEnd(decimals, '0');
  const digits = part ? `${whole}.${part}` : whole;
  return match[1] === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits;
}

/** A number without exponent: 1e-7 as 0.0000001. @param {number} value */
function plainNumber(value) {
  const text = String(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign, whole, part = '', exponent] = match;
  const shift = Number(exponent);
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - whole.length)}${whole}${part}`;
  return sign + whole + part.padEnd(shift, '0');
}

/**
 * Compares two decimal texts exactly, as numbers of any size.
 *
 * @param {string} left @param {string} right
 * @returns {number} negative, 0 or positive
 */
export function compareDecimals(left, right) {
  // Numbers this short are exact enough as doubles to be compared.
  if (left.length < 16 && right.length < 16) return Number(left) - Number(right);
  const places = Math.max(decimalsOf(left), decimalsOf(right));
  const difference = scaled(left, places) - scaled(right, places);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** @param {string} text */
const decimalsOf = (text) => text.split('.')[1]?.length ?? 0;

/** @param {string} text @param {number} places */
function scaled(text, places) {
  const [whole, part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(places, '0'));
}

/**
 * Refuses values outside min and max.
 *
 * @param {string | number} value @param {FieldLike} field
 */
export function checkRange(value, field) {
  const { min, max } = field.attributes ?? {};
  const text = plainText(value);
  if (isBound(min) && compareDecimals(text, plainText(min)) < 0)
    throw fieldInvalid(field, 'must be at least {min}', { min });
  if (isBound(max) && compareDecimals(text, plainText(max)) > 0)
    throw fieldInvalid(field, 'must be at most {max}', { max });
}

/** @param {string | number} value */
const plainText = (value) => (typeof value === 'number' ? plainNumber(value) : value);

/** @param {unknown} value @returns {value is number} */
export const isBound = (value) => typeof value === 'number' && Number.isFinite(value);

/**
 * The range as a check constraint.
 *
 * @param {string} column @param {FieldLike} field @param {(value: string | number) => string} literal
 * @param {{ min?: number, max?: number }} [limits] bounds of the type itself
 */
export function rangeChecks(column, field, literal, limits = {}) {
  const min = isBound(field.attributes?.min) ? field.attributes.min : limits.min;
  const max = isBound(field.attributes?.max) ? field.attributes.max : limits.max;
  const sql = [
    min === undefined ? null : `${column} >= ${literal(min)}`,
    max === undefined ? null : `${column} <= ${literal(max)}`,
  ].filter(Boolean);
  return sql.length ? [{ name: 'range', sql: sql.join(' and ') }] : [];
}

/** numeric also has NaN and Infinity, which no JSON number can hold. @param {string} column */
export const finiteCheck = (column) => ({ name: 'finite', sql: `${column} > '-Infinity' and ${column} < 'Infinity'` });

/** The share of texts that match. @param {readonly string[]} texts @param {(text: string) => boolean} test */
export const allMatch = (texts, test) => texts.length > 0 && texts.every((text) => test(text.trim()));
