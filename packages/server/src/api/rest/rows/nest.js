/** @import { Row, Values } from '@plinth/plugin' */
/** @import { RowShape } from './expand.js' */

/**
 * Turns a flat row from one statement into the response's shape: a relation is null without a row, and only its key if
 * the caller may not read the row. `<name>.next` says where a list continues; no field has such a name.
 *
 * @param {Values} flat @param {RowShape} shape @param {string | number} [key] of the row
 */
export function nest(flat, { cells, ones, lists }, key = flat.id) {
  /** @type {Row} */
  const row = {};
  for (const { as, place } of cells) {
    if (place.length === 1) row[place[0]] = flat[as];
    else put(row, place, flat[as]);
  }
  for (const { name, key: value, id, shape } of ones) {
    if (flat[value] === null) row[name] = null;
    else row[name] = flat[id] === null ? { id: flat[value] } : nest(flat, shape, flat[id]);
  }
  for (const { as, name, most, rest, shape } of lists) {
    /** @type {Values[]} */
    const found = flat[as];
    row[name] = found.slice(0, most).map((one) => nest(one, shape));
    if (found.length > most) row[`${name}.next`] = rest(key, found[most - 1].id);
  }
  return row;
}

/**
 * Fields of related rows that were requested by path become nested objects.
 *
 * @param {Row} row @param {readonly string[]} place @param {unknown} value
 */
function put(row, place, value) {
  let at = row;
  for (const step of place.slice(0, -1))
    at = typeof at[step] === 'object' && at[step] !== null ? at[step] : (at[step] = {});
  at[place[place.length - 1]] = value;
}
