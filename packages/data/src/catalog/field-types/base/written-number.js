/** @import { FieldLike } from '@plinth/plugin' */
import { numberDigits, numberPrefix, quoteLiteral } from '@plinth/plugin';

/** A column of auto-numbers as people read them: INV-00042. @param {string} column @param {FieldLike} field */
export function writtenNumber(column, field) {
  const digits = `lpad(${column}::text, greatest(${numberDigits(field)}, length(${column}::text)), '0')`;
  return `(${quoteLiteral(numberPrefix(field))} || ${digits})`;
}
