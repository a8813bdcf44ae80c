/** @import { RowShape } from './expand.js' */

/**
 * A row as it came from one statement, in the shape of the answer: a relation leads to null where there is no row, to its
 * key alone where the caller may not read the row.
 *
 * @param {Record<string, any>} flat @param {RowShape} shape
 */
export function nest(flat, { cells, ones, lists }) {
  /** @type {Record<string, any>} */
  const row = {};
  for (const { as, place } of cells) {
    if (place.length === 1) row[place[0]] = flat[as];
    else put(row, place, flat[as]);
  }
  for (const { name, key, id, shape } of ones) {
    if (flat[key] === null) row[name] = null;
    else row[name] = flat[id] === null ? { id: flat[key] } : nest(flat, shape);
  }
  for (const { as, name, shape } of lists)
    row[name] = flat[as].map((/** @type {Record<string, any>} */ one) => nest(one, shape));
  return row;
}

/** Fields of related rows that were asked for by path stand in objects, too. @param {Record<string, any>} row @param {readonly string[]} place @param {unknown} value */
function put(row, place, value) {
  let at = row;
  for (const step of place.slice(0, -1))
    at = typeof at[step] === 'object' && at[step] !== null ? at[step] : (at[step] = {});
  at[place[place.length - 1]] = value;
}
