import { LIMITS } from '../../catalog/limits/limits.js';
import { WorkbookError } from './workbook-error.js';

/** What an entry costs beside its characters. */
const ENTRY = 64;

/** Counts what is kept of a workbook. @typedef {(...texts: readonly string[]) => void} Hold */

/**
 * Files are small when they are packed, so it is counted what they become before it is kept.
 *
 * @param {number} [most] in bytes, of all parts together @returns {Hold} @throws {WorkbookError}
 */
export function createHold(most = LIMITS.workbookHeldBytes) {
  let held = 0;
  return (...texts) => {
    held += ENTRY;
    for (const { length } of texts) held += length;
    if (held > most) throw new WorkbookError('too-large', { limit: 'workbookHeldBytes' });
  };
}
