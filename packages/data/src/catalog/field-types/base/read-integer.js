/** @import { FieldLike } from '@plinth/plugin' */
import { readSureNumber } from '@plinth/plugin';
import { fieldInvalid } from './invalid.js';
import { readTrimmed } from './read-text.js';

/** Programs that know no whole numbers write 7.0. */
const WHOLE = /^([+-]?\d+)(?:\.0*)?$/;

/** @param {unknown} input @param {FieldLike} field @returns {number | null} */
export function readInteger(input, field) {
  if (typeof input === 'number') return inSafeRange(input, field);
  const text = readTrimmed(input, field, 'must be a whole number');
  if (text === null) return null;
  const plain = WHOLE.test(text) ? text : readSureNumber(text);
  const [, whole] = WHOLE.exec(plain ?? '') ?? [];
  if (whole === undefined) throw fieldInvalid(field, 'must be a whole number');
  return inSafeRange(Number(whole), field);
}

/** @param {number} value @param {FieldLike} field */
function inSafeRange(value, field) {
  if (Number.isNaN(value) || (Number.isFinite(value) && !Number.isInteger(value))) {
    throw fieldInvalid(field, 'must be a whole number');
  }
  if (!Number.isSafeInteger(value)) {
    throw fieldInvalid(field, 'must be between {min} and {max}', {
      min: Number.MIN_SAFE_INTEGER,
      max: Number.MAX_SAFE_INTEGER,
    });
  }
  return value === 0 ? 0 : value;
}
