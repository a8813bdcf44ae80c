/**
 * A value as SQL literal, for DDL and conversions, which can't have bound values. Postgres runs with
 * standard_conforming_strings on, so that doubling the quote is all there is to escape.
 *
 * @param {string | number} value
 */
export function literal(value) {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} is no SQL number`);
    return value < 0 ? `(${value})` : String(value);
  }
  if (value.includes('\0')) throw new TypeError('SQL text must not hold NUL characters');
  return `'${value.replaceAll("'", "''")}'`;
}
