/** @import { PayloadRow } from './payload.js' */

/** What an element needs quotation marks for. NULL in any case would be no text. */
const SPECIAL = /["\\{},\s]|^$|^null$/i;
const QUOTED = /["\\]/g;

/**
 * One value of each row as PostgreSQL's text of an array of texts.
 *
 * @param {readonly PayloadRow[]} rows @param {string} name
 * @returns {string | null | undefined} null: no row has a value; undefined: one has no plain text, or none that can be stored
 */
export function textArray(rows, name) {
  let text = '{';
  let isEmpty = true;
  for (let i = 0; i < rows.length; i++) {
    const value = rows[i].v?.[name] ?? null;
    if (i > 0) text += ',';
    if (value === null) text += 'NULL';
    else if (typeof value === 'string') text += SPECIAL.test(value) ? `"${value.replace(QUOTED, '\\$&')}"` : value;
    else if (typeof value === 'boolean' || isPlainNumber(value)) text += String(value);
    else return undefined;
    isEmpty &&= value === null;
  }
  if (isEmpty) return null;
  // Checked once for all: PostgreSQL tells which row it is that can't be stored, if they come as JSON.
  return text.includes('\0') || !text.isWellFormed() ? undefined : `${text}}`;
}

/** Neither NaN nor one with an exponent, which PostgreSQL's JSON would write out. @param {unknown} value */
const isPlainNumber = (value) =>
  Number.isSafeInteger(value) || (typeof value === 'number' && /^-?\d+\.\d+$/.test(`${value}`));
