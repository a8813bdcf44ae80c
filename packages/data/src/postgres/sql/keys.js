/** @import { Table } from '@plinth/plugin' */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const LARGEST = 2n ** 63n - 1n;

/**
 * Ids from outside are compared as what their column is, so that its index serves: the parameter is cast, never the
 * column. What can't be an id becomes null, which equals no row, where Postgres would fail.
 *
 * @param {unknown} value @returns {string | null}
 * @example sql`select name from plinth.users where id = ${asUuid(id)}::uuid`
 */
export function asUuid(value) {
  return typeof value === 'string' && UUID.test(value) ? value : null;
}

/** A whole number that fits a bigint, as text. @param {unknown} value @returns {string | null} */
export function asBigint(value) {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  if (typeof text !== 'string' || !/^-?\d{1,19}$/.test(text)) return null;
  const number = BigInt(text);
  return number <= LARGEST && number >= -LARGEST ? text : null;
}

/** The same for the key of a row. @param {Pick<Table, 'key'>} table @param {unknown} value */
export function asKey(table, value) {
  return table.key === 'uuid' ? asUuid(value) : asBigint(value);
}
