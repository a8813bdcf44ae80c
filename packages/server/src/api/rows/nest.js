/** @import { Shape } from './shapes.js' */

/**
 * A row as it came from one statement, with each expanded relation as an object: null where there is none, its key alone
 * where the caller may not read the row that it leads to.
 *
 * @param {Record<string, any>} flat @param {Pick<Shape, 'fields' | 'expansions'>} shape
 */
export function nest(flat, { fields, expansions }) {
  /** @type {Record<string, any>} */
  const row = { id: flat.id };
  for (const name of fields) put(row, name, flat[name]);
  for (const { path, fields: list } of expansions) {
    const steps = path.split('.');
    const holder = steps.slice(0, -1).reduce((at, step) => at?.[step], row);
    const name = steps[steps.length - 1];
    if (!holder || holder[name] === null || holder[name] === undefined) continue;
    const isSeen = flat[`${path}.id`] !== null;
    holder[name] = isSeen
      ? Object.fromEntries(list.map((field) => [field, flat[`${path}.${field}`]]))
      : { id: holder[name] };
  }
  return row;
}

/** Fields of related rows that were asked for by path stand in objects, too. @param {Record<string, any>} row @param {string} path @param {unknown} value */
function put(row, path, value) {
  const steps = path.split('.');
  const last = /** @type {string} */ (steps.pop());
  let at = row;
  for (const step of steps) at = typeof at[step] === 'object' && at[step] !== null ? at[step] : (at[step] = {});
  at[last] = value;
}
