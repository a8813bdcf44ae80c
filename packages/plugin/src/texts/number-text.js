/** @import { FieldLike } from '../index.d.ts' */

/** What an auto-number begins with. @param {FieldLike} field */
export const numberPrefix = ({ attributes }) => String(attributes?.prefix ?? '').trimStart();

/** How many digits it has at least. @param {FieldLike} field */
export const numberDigits = ({ attributes }) => Number(attributes?.digits ?? 5);

/** An auto-number as people read it: INV-00042. @param {unknown} value @param {FieldLike} field */
export function numberText(value, field) {
  if (value === null || value === undefined) return '';
  return `${numberPrefix(field)}${String(value).padStart(numberDigits(field), '0')}`;
}
