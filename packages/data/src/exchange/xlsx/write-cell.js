/** @import { SheetCell } from '@plinth/plugin' */
import { escapeXml } from './xml-text.js';

/** Excel refuses longer texts. */
const LONGEST = 32_767;
/** The digits that a double can hold; longer numbers are written as text, so that no digit changes. */
const DIGITS = 15;
/** Texts that Excel would evaluate once somebody edits the cell. */
const FORMULA = /^\s*[=+\-@]/;
/** Days from 1899-12-30, the start of Excel's calendar, to 1970-01-01. */
const EPOCH = 25_569;
/** Excel treats 1900 as a leap year, so its day numbers differ before March of that year. */
const FIRST_DAY = 61;
const DAY_MS = 86_400_000;

export const TEXT_STYLE = 'text';
export const QUOTED_STYLE = 'quoted';

/**
 * A cell as XML: its value and the number format that its style needs.
 *
 * @param {SheetCell | null} cell @param {string} at such as B7
 * @param {{ styleOf: (format: string) => number, wallClock: (iso: string) => number }} context `styleOf`: the style of a
 *   number format; `wallClock`: ms since 1970 in the reader's time zone
 */
export function writeCell(cell, at, context) {
  if (cell === null) return '';
  const { text, number, format } = contentOf(cell, context.wallClock);
  if (cell.kind === 'boolean') return `<c r="${at}" t="b"><v>${cell.value ? 1 : 0}</v></c>`;
  const style = context.styleOf(format);
  if (number !== undefined) return `<c r="${at}" s="${style}"><v>${number}</v></c>`;
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
  const space = /^\s|\s$|\n/.test(short) ? ' xml:space="preserve"' : '';
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t${space}>${escapeXml(short)}</t></is></c>`;
}

/**
 * @param {SheetCell} cell @param {(iso: string) => number} wallClock
 * @returns {{ text: string, number?: string, format: string }}
 */
function contentOf(cell, wallClock) {
  const text = String(cell.value);
  const asText = { text, format: FORMULA.test(text) ? QUOTED_STYLE : TEXT_STYLE };
  const as = (/** @type {string | null} */ number, /** @type {string} */ format) =>
    number === null ? asText : { text, number, format };
  switch (cell.kind) {
    case 'number':
      return as(isExact(text) ? text : null, numberFormat(cell));
    case 'percent':
      return as(isExact(text) ? hundredth(text) : null, '0.##%');
    case 'date':
      return as(serial(Date.parse(`${text}T00:00:00Z`)), 'yyyy\\-mm\\-dd');
    case 'dateTime':
      return as(serial(wallClock(text)), 'yyyy\\-mm\\-dd hh:mm');
    case 'duration':
      return as(cell.value < 0 ? null : String(cell.value / 86_400), '[h]:mm:ss');
    default:
      return asText;
  }
}

/** Excel supports dates from 1900 to 9999. @param {number} ms @returns {string | null} */
function serial(ms) {
  const days = ms / DAY_MS + EPOCH;
  return days >= FIRST_DAY && days < 2_958_466 ? String(days) : null;
}

/** @param {string} value */
const isExact = (value) =>
  /^-?\d+(\.\d+)?$/.test(value) && value.replace(/[-.]/g, '').replace(/^0+/, '').length <= DIGITS;

/** Exact decimal arithmetic: 12.5 is 0.125. @param {string} value */
function hundredth(value) {
  const [, sign, whole, part = ''] = /** @type {RegExpExecArray} */ (/^(-?)(\d+)(?:\.(\d+))?$/.exec(value));
  const digits = whole.padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}${part}`;
}

/** @param {Extract<SheetCell, { kind: 'number' }>} cell */
function numberFormat({ decimals, isGrouped, currency }) {
  const whole = isGrouped ? '#,##0' : '0';
  const number = decimals ? `${whole}.${'0'.repeat(decimals)}` : decimals === 0 ? whole : 'General';
  return currency ? `${number === 'General' ? '#,##0.00' : number} [$${currency}]` : number;
}
