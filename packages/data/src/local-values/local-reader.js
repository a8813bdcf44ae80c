/** @import { ValueFormat } from './value-formats.js' */
import { latinDigits } from '@plinth/plugin';
import { calendarDay } from '../field-types/base/read-date.js';
import { readFormat } from './value-formats.js';

const PLAIN = /^[+-]?\d+(\.\d+)?$/;
const YEAR_FIRST = /^(\d{4})(?:年(\d{1,2})月(\d{1,2})日(.*)|\/(\d{1,2})\/(\d{1,2}))$/;

/**
 * Reads numbers and dates as a language writes them.
 *
 * @param {string} locale
 */
export function createLocalReader(locale) {
  const { number, date } = formatsOf(locale);
  return {
    /**
     * "1.234,56 €" becomes "1234.56 €" in German; null if it is not written so. @param {string} text
     *
     * @returns {string | null}
     */
    number(text) {
      const read = readFormat(text, number);
      if (read !== null) return read;
      const plain = latinDigits(text).trim();
      return PLAIN.test(plain) ? plain : null;
    },
    /**
     * "31.12.2026" and "31. Dez. 2026" become "2026-12-31"; what follows, such as a time, stays. @param {string} text
     *
     * @returns {string | null}
     */
    day: (text) => readFormat(text, date) ?? readFormat(text, '31 Dec 2026') ?? yearFirst(latinDigits(text).trim()),
  };
}

/** 2026年12月31日 and 2026/12/31. @param {string} text */
function yearFirst(text) {
  const found = YEAR_FIRST.exec(text);
  if (!found) return null;
  const [, year, month = found[5], number = found[6], rest = ''] = found;
  const day = calendarDay(Number(year), Number(month), Number(number));
  return day && `${day} ${rest.trim()}`.trim();
}

/** By which formats a language writes numbers and dates. @param {string} locale @returns {{ number: ValueFormat, date: ValueFormat }} */
function formatsOf(locale) {
  const number = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5);
  const decimal = number.find(({ type }) => type === 'decimal')?.value;
  const order = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type);
  return {
    number: decimal === ',' ? '1.234,5' : '1,234.5',
    date: order.indexOf('day') < order.indexOf('month') ? '31/12/2026' : '12/31/2026',
  };
}
