/** @import { CellKind, Formats } from '@plinth/plugin' */
import { createLocalReader } from '@plinth/data';
import { dateOrder, readTypedDate } from '@plinth/plugin';

/** As cells carry it. */
const INSTANT = /^[\d:.TZ-]{20,30}$/;

/**
 * Turns what was typed or pasted into a cell into what the field type reads: numbers and dates as the reader's language
 * writes them. What is not written so is left to the field type, which also names what it expected: of dates, in the order
 * that the reader is used to.
 *
 * @param {Formats} formats
 * @returns {(kind: CellKind, text: string, key?: unknown) => string | string[]} key: the instant of a local time that comes
 *   twice, which counts as long as the text still says that time
 */
export function createTextReader(formats) {
  const { locale, timeZone } = formats;
  const { number, day } = createLocalReader(locale);
  const order = `[${dateOrder(formats)}]`;
  // Months may be named in another language; figures are read in one order only.
  const named = (/** @type {string} */ text) => (/\p{L}/u.test(text) && day(text)) || text;
  return (kind, text, key = null) => {
    if (kind === 'number') return number(text) ?? text;
    if ((kind !== 'date' && kind !== 'date_time') || text.trim() === '') return text;
    const withTime = kind === 'date_time';
    const local = readTypedDate(text, formats, { withTime }) ?? named(text).trim();
    const instant = typeof key === 'string' && INSTANT.test(key) ? key : '';
    return withTime ? [order, `[${timeZone}]${instant}`, local] : [order, local];
  };
}
