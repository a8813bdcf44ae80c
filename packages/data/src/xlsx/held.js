import { LIMITS } from '../limits/limits.js';

/** What an entry costs beside its characters. */
const ENTRY = 64;

/** Counts what is kept of a workbook. @typedef {(...texts: readonly string[]) => void} Hold */

/**
 * Files are small when they are packed, so it is counted what they become before it is kept.
 *
 * @param {number} [most] in bytes, of all parts together @returns {Hold} @throws {RangeError}
 */
export function createHold(most = LIMITS.workbookHeldBytes) {
  let held = 0;
  return (...texts) => {
    held += ENTRY;
    for (const { length } of texts) held += length;
    if (held > most) throw new RangeError('the parts of the workbook are too large');
  };
}
