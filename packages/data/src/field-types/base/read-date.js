/** @import { AppError as AppErrorType, FieldLike } from '@plinth/plugin' */
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
 * A text with the order of day, month and year that its writer is used to: ['[d/m/y]', '3/13/2026'], as forms send what they
 * can't read.
 *
 * @param {unknown} input
 * @returns {{ order: string, rest: unknown[] } | null}
 */
export function readOrder(input) {
  const [, order] = (Array.isArray(input) && /^\[([dmy]([./-])[dmy]\2[dmy])\]$/.exec(String(input[0]))) || [];
  return order ? { order, rest: /** @type {unknown[]} */ (input).slice(1) } : null;
}

/** @param {FieldLike} field @param {string} order "d/m/y" @returns {AppErrorType} what is expected, in the writer's order */
export function dateExpected(field, order) {
  const parts = /** @type {Record<string, string>} */ ({ d: '24', m: '12', y: '2026' });
  const example = order.replace(/[dmy]/g, (part) => parts[part]);
  const words = { d: 'must be day/month/year, such as {example}', m: 'must be month/day/year, such as {example}' };
  return fieldInvalid(field, words[/** @type {'d'} */ (order[0])] ?? 'must be year/month/day, such as {example}', {
    example,
  });
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
