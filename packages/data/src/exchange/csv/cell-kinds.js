/** @typedef {'empty' | 'text' | 'integer' | 'decimal' | 'date' | 'time' | 'boolean' | 'email' | 'value'} CellKind */

/** What programs write where there is nothing. */
const NOTHING = /^(n\/?a|null|nan|none|nil|-+|\?+|\\n|#n\/a|unknown)$/i;
const VALUE = /^[+-]?[€$£]?\s?\d[\d.,:/ T-]*(%|[€$£]|Z)?$/;

/** @type {readonly [CellKind, RegExp][]} */
const KINDS = Object.freeze([
  ['integer', /^[+-]?\d+$/],
  ['date', /^(\d{4}[-/.]\d{1,2}([-/.]\d{1,2})?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}[-/.]\d{4})([T ].*)?$/],
  ['time', /^\d{1,2}:\d\d(:\d\d)?( ?[ap]m)?$/i],
  ['decimal', /^[+-]?\d[\d.,' ]*[.,]\d+$/],
  ['boolean', /^(true|false)$/i],
  ['email', /^[^@\s]+@[^@\s]+\.[^@\s]+$/],
  ['value', VALUE],
]);

/** What a cell looks like, to compare it with those beside and below. @param {string} cell @returns {CellKind} */
export function kindOf(cell) {
  const text = cell.trim();
  if (text === '' || NOTHING.test(text)) return 'empty';
  return KINDS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'text';
}

/** A number, a date or an address, which seldom names a column. @param {string} cell */
export const isValue = (cell) => !['empty', 'text'].includes(kindOf(cell));

/** Numbers of either kind are alike. @param {CellKind} kind */
export const familyOf = (kind) => (kind === 'decimal' ? 'integer' : kind);

/** "A-17" is "A-9": letters and digits by their kind, runs as one. @param {string} cell */
export const shapeOf = (cell) =>
  cell
    .trim()
    .replace(/\p{L}+/gu, 'a')
    .replace(/\d+/g, '9');

/** @param {string} cell */
export const isYear = (cell) => /^(1[6-9]|20|21)\d\d$/.test(cell.trim());
