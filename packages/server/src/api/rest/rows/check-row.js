/** @import { Values } from '@plinth/plugin' */
import { LIMITS } from '@plinth/data';
import { AppError } from '@plinth/plugin';

/** For a body with rows. */
export const MAX_BYTES = LIMITS.rowsBodyBytes;

/**
 * The values of one row from a body.
 *
 * @param {unknown} body @returns {Record<string, unknown>}
 * @throws {AppError} ROW_EXPECTED (422)
 */
export function checkRow(body) {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return /** @type {Values} */ (body);
  throw new AppError('ROW_EXPECTED', 'A row must be an object with values by field name', {
    status: 422,
    hint: 'For example {"title": "Hello"}',
  });
}
