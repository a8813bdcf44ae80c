const MILLISECONDS = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const MICROSECONDS = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;

/**
 * SQL of an instant's JSON-safe text, as rows are read: 2026-11-21T15:30:00.000Z, and with microseconds where it has
 * some, so that the same instant comes back from a history, a copy or a file.
 *
 * @param {string} column of type timestamptz
 */
export const instantText = (column) =>
  `to_char(${column} at time zone 'UTC', case when date_trunc('milliseconds', ${column}) = ${column} then ${MILLISECONDS} else ${MICROSECONDS} end)`;

/**
 * The text of an instant with what milliseconds can't hold of it.
 *
 * @param {number} instant milliseconds since 1970 @param {string} fraction digits of a second, as they were written
 * @returns {string} empty if it is no instant
 */
export function exactInstant(instant, fraction) {
  if (!Number.isFinite(instant)) return '';
  const rest = fraction.slice(3, 6).padEnd(3, '0');
  const text = new Date(instant).toISOString();
  return rest === '000' ? text : text.replace('Z', `${rest}Z`);
}
