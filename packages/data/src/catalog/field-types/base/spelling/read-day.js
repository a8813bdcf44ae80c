import { latinDigits } from '@plinth/plugin';
import { calendarDay } from './calendar-day.js';
import { monthNumber } from './month-names.js';

/** @typedef {'dmy' | 'mdy' | 'ymd'} Order of day, month and year */

const LONGEST = 60;
/** 2026-12-31, 2026/12/31, 2026.12.31, 20261231, 2026年12月31日. */
const YEAR_FIRST = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|(\d{2})(\d{2})|[年년]\s*(\d{1,2})[月월]\s*(\d{1,2})[日일])$/;
/** Years with two digits only where the text can't be a version. */
const FIGURES =
  /^(?:(\d{1,2})([-/.])(\d{1,2})\2(\d{4})|(\d{1,2})([-/])(\d{1,2})\6(\d{2})|(\d{2})(\.)(\d{2})\.(\d{2}))$/;
/**
 * "31 Dec 2026", "31. Dezember 2026", "Dec 31st, 2026", "31-Dec-26", with or without a weekday, in any language listed
 * with the month names.
 */
const NAMED_MONTH =
  /^(?:[\p{L}-]+[.,]*\s+)?(?:(\d{1,2})(?:\.|st|nd|rd|th|er|º)?[\s/-]*(?:de\s+)?(\p{L}{3,})\.?,?[\s/-]*(?:del?\s+)?|(\p{L}{3,})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s+)(\d{4}|\d{2})$/u;

/**
 * The day that a text says; where it could be several, the one in the order given. Without an order, "11/28/2026" can only
 * be one day, and "03/04/2026" is none.
 *
 * @param {string} written @param {Order | null} [order] @param {boolean} [only] in this order or not at all
 * @returns {string | null} 2026-12-31
 */
export function readDay(written, order = null, only = false) {
  const text = latinDigits(written).trim();
  if (text.length < 6 || text.length > LONGEST) return null;
  const sorted = YEAR_FIRST.exec(text);
  if (sorted) {
    const [, year, , ...parts] = sorted;
    const [month, day] = parts.filter((part) => part !== undefined);
    return calendarDay(Number(year), Number(month), Number(day));
  }
  const figures = FIGURES.exec(text);
  return figures ? ofFigures(figures, order, only) : ofNamedMonth(text);
}

/** @param {RegExpExecArray} found @param {Order | null} order @param {boolean} only @returns {string | null} */
function ofFigures(found, order, only) {
  const [first, sign, second, third] = found.slice(1).filter((part) => part !== undefined);
  const inOrder = (/** @type {Order} */ one) => {
    if (one === 'ymd') return third.length === 2 ? calendarDay(fullYear(first), Number(second), Number(third)) : null;
    const [day, month] = one === 'dmy' ? [first, second] : [second, first];
    return calendarDay(fullYear(third), Number(month), Number(day));
  };
  // Dates with dots have the day first everywhere.
  if (sign === '.') return inOrder('dmy');
  const own = order && inOrder(order);
  if (own || (order && only)) return own;
  const days = new Set(/** @type {const} */ (['dmy', 'mdy', 'ymd']).map(inOrder).filter((day) => day !== null));
  return days.size === 1 ? [...days][0] : null;
}

/** @param {string} text */
function ofNamedMonth(text) {
  const found = NAMED_MONTH.exec(text);
  if (!found) return null;
  const [, day = found[4], name = found[3], , , year] = found;
  const month = monthNumber(name);
  return month === null ? null : calendarDay(fullYear(year), month, Number(day));
}

/** Two-digit years belong to the hundred years around now. @param {string} year */
function fullYear(year) {
  const number = Number(year);
  return year.length === 4 ? number : number + (number < 70 ? 2000 : 1900);
}
