/** @import { ValueFormat } from './value-formats.js' */
import { readSureNumber } from '@plinth/plugin';
import { readDay } from '../field-types/base/spelling/read-day.js';
import { readFormat, splitDay } from './value-formats.js';

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
      return readFormat(text, number) ?? readSureNumber(text);
    },
    /**
     * "31.12.2026" and "31. Dez. 2026" become "2026-12-31"; what follows, such as a time, stays. @param {string} text
     *
     * @returns {string | null}
     */
    day: (text) => readFormat(text, date) ?? readFormat(text, '31 Dec 2026') ?? splitDay(text, readDay),
  };
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
