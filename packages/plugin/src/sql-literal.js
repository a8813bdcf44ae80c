import { AppError } from './app-error.js';

/**
 * A literal for DDL, which takes no bound values (defaults, check constraints).
 *
 * @param {string | number | boolean | null} value
 */
export function quoteLiteral(value) {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} has no SQL literal`);
    return value < 0 ? `(${value})` : String(value);
  }
  const text = String(value);
  if (text.includes('\0')) {
    throw new AppError('TEXT_INVALID', "Text can't contain the NUL character", { status: 422 });
  }
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}
