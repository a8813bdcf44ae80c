/** @import { CellKind, Formats } from '@plinth/plugin' */
import { readFormat } from '@plinth/data';

const HAS_ZONE = /(Z|UTC|[+-]\d{2}:?\d{2}|\])$/i;

/**
 * Turns what was typed or pasted into a cell into what the field type reads: numbers and dates as the reader's language
 * writes them. What is not written so is left to the field type, which also names what it expected.
 *
 * @param {Pick<Formats, 'locale' | 'timeZone'>} formats
 * @returns {(kind: CellKind, text: string) => string}
 */
export function createTextReader({ locale, timeZone }) {
  const numberFormat = decimalSign(locale) === ',' ? '1.234,5' : '1,234.5';
  const dateFormat = isDayFirst(locale) ? '31/12/2026' : '12/31/2026';
  const day = (/** @type {string} */ text) => readFormat(text, dateFormat) ?? readFormat(text, '31 Dec 2026') ?? text;
  return (kind, text) => {
    if (kind === 'number') {
      const plain = text.replaceAll('−', '-');
      return readFormat(plain, numberFormat) ?? plain;
    }
    if (kind === 'date') return day(text);
    if (kind !== 'date_time' || text.trim() === '') return text;
    const local = day(text).trim();
    return HAS_ZONE.test(local.slice(8)) ? local : `${local}[${timeZone}]`;
  };
}

/** @param {string} locale */
const decimalSign = (locale) =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/** @param {string} locale */
function isDayFirst(locale) {
  const order = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type);
  return order.indexOf('day') < order.indexOf('month');
}
