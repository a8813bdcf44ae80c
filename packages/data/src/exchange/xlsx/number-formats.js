/**
 * How a cell's number format displays its number.
 *
 * @typedef {{ kind: 'number' | 'percent' | 'date' | 'dateTime' | 'time' | 'elapsed', currency: string }} CellFormat
 *   `currency`: its sign or code, '' without one
 */

/** @type {CellFormat} */
const PLAIN = Object.freeze({ kind: 'number', currency: '' });
/** Excel's built-in formats, which workbooks refer to by number only. */
const DAYS = new Set([14, 15, 16, 17, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);
const TIMES = new Set([18, 19, 20, 21, 32, 33, 45, 47]);

/** @param {number} id @param {string | undefined} code of a format that the workbook spells out @returns {CellFormat} */
export function readNumberFormat(id, code) {
  if (code !== undefined) return readCode(code);
  if (id === 9 || id === 10) return { kind: 'percent', currency: '' };
  if (DAYS.has(id)) return { kind: 'date', currency: '' };
  if (TIMES.has(id)) return { kind: 'time', currency: '' };
  if (id === 22) return { kind: 'dateTime', currency: '' };
  return id === 46 ? { kind: 'elapsed', currency: '' } : PLAIN;
}

/** @param {string} code @returns {CellFormat} */
function readCode(code) {
  const [positive] = code.split(';');
  // "[$€-407]" and "[$USD]" name a currency; other brackets are colours, conditions and languages.
  const bracket = /\[\$([^\]-]*)/.exec(positive)?.[1] ?? '';
  const bare = positive
    .replace(/\\.|_.|\*./g, '')
    .replace(/"[^"]*"/g, (text) => (/^"[\p{Sc}]|^"[A-Z]{3}"$/u.test(text) ? text.slice(1, -1) : ''));
  const letters = bare.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  if (/\[(h+|m+|s+)\]/i.test(letters)) return { kind: 'elapsed', currency: '' };
  const isDay = /[yd]/i.test(letters.replace(/General/gi, '')) || /mmm/i.test(letters);
  const isTime = /[hs]/i.test(letters);
  if (isDay) return { kind: isTime ? 'dateTime' : 'date', currency: '' };
  if (isTime) return { kind: 'time', currency: '' };
  if (letters.includes('%')) return { kind: 'percent', currency: '' };
  const currency = bracket || (/\p{Sc}|\b[A-Z]{3}\b/u.exec(letters)?.[0] ?? '');
  return currency ? { kind: 'number', currency: currency.trim() } : PLAIN;
}
