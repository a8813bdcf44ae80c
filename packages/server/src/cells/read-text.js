/** @import { CellKind, Formats } from '@plinth/plugin' */
import { createLocalReader } from '@plinth/data';

const HAS_ZONE = /(Z|UTC|[+-]\d{2}:?\d{2}|\])$/i;

/**
 * Turns what was typed or pasted into a cell into what the field type reads: numbers and dates as the reader's language
 * writes them. What is not written so is left to the field type, which also names what it expected.
 *
 * @param {Pick<Formats, 'locale' | 'timeZone'>} formats
 * @returns {(kind: CellKind, text: string) => string}
 */
export function createTextReader({ locale, timeZone }) {
  const { number, day } = createLocalReader(locale);
  return (kind, text) => {
    if (kind === 'number') return number(text) ?? text;
    if (kind === 'date') return day(text) ?? text;
    if (kind !== 'date_time' || text.trim() === '') return text;
    const local = (day(text) ?? text).trim();
    return HAS_ZONE.test(local.slice(8)) ? local : `${local}[${timeZone}]`;
  };
}
