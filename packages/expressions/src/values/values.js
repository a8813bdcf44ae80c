/** @import { Type } from '../types.d.ts' */
import { dayOf, dayText, momentOf, momentText, clockText, SECOND, timeOf } from './calendar.js';
import { decimalOf, decimalText } from './decimal.js';

/**
 * The evaluator's form of a JSON-safe value, as rows are read: dates and moments are ISO texts, decimals texts,
 * durations seconds. Null for values of another type.
 *
 * @param {unknown} value @param {Type} type
 * @returns {unknown}
 */
export function fromJson(value, type) {
  if (value === null || value === undefined) return null;
  switch (type.name) {
    case 'int':
      return wholeOf(value);
    case 'decimal':
      return decimalOf(String(value));
    case 'date':
      return dayOf(String(value));
    case 'moment':
      return momentOf(String(value));
    case 'time':
      return timeOf(String(value));
    case 'duration':
      return BigInt(Math.round(Number(value) * 1_000_000));
    case 'bool':
      return typeof value === 'boolean' ? value : null;
    case 'text':
    case 'id':
      return typeof value === 'string' ? value : null;
    case 'list':
      return Array.isArray(value) ? value.map((entry) => fromJson(entry, type.of)) : null;
    default:
      return value;
  }
}

/** The JSON-safe value of the evaluator's form. @param {any} value @param {Type} type @returns {unknown} */
export function toJson(value, type) {
  if (value === null || value === undefined) return null;
  switch (type.name) {
    case 'int':
      return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
        ? Number(value)
        : String(value);
    case 'decimal':
      return decimalText(value);
    case 'date':
      return dayText(value);
    case 'moment':
      return momentText(value);
    case 'time':
      return clockText(value / SECOND);
    case 'duration':
      return Number(value) / 1_000_000;
    case 'list':
      return value.map((/** @type {unknown} */ entry) => toJson(entry, type.of));
    default:
      return value;
  }
}

/** @param {unknown} value */
function wholeOf(value) {
  if (typeof value === 'bigint') return value;
  const text = String(value);
  return /^[+-]?\d{1,400}$/.test(text) ? BigInt(text.replace('+', '')) : null;
}
