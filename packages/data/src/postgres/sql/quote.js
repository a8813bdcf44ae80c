import { AppError } from '@plinth/plugin';

/** Postgres cuts longer names silently, which would let two names meet. */
const MAX_BYTES = 63;

/**
 * Quotes a name of a table, column, constraint or schema. The one place where a name becomes SQL.
 *
 * @param {string} name
 * @throws {AppError} NAME_INVALID for what Postgres can't hold
 */
export function quoteIdentifier(name) {
  if (typeof name !== 'string' || name === '' || name.includes('\0') || Buffer.byteLength(name) > MAX_BYTES) {
    throw new AppError('NAME_INVALID', `"${String(name).slice(0, 80)}" can't be a name in the database`, {
      status: 422,
      hint: `A name has 1 to ${MAX_BYTES} bytes and no NUL character`,
    });
  }
  return `"${name.replaceAll('"', '""')}"`;
}

export { quoteLiteral } from '@plinth/plugin';
