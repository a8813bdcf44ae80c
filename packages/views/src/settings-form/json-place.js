/** @import { Catalog, Table } from '@plinth/plugin' */

/** A number as JSON writes it. */
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/;

/**
 * The JSON field in a path such as "data.address.city", and the path inside it; null for any other path. The field
 * alone has an empty inner path.
 *
 * @param {string} path @param {Table | null} table @param {{ catalog?: Catalog | null }} context
 * @returns {{ field: string, inside: string } | null}
 */
export function jsonPlace(path, table, { catalog }) {
  if (!table || !catalog) return null;
  const steps = path.split('.');
  for (let n = 1; n <= steps.length; n++) {
    const field = steps.slice(0, n).join('.');
    const found = catalog.path(table, field)?.field;
    if (!found) return null;
    if (found.type === 'json') return { field, inside: steps.slice(n).join('.') };
  }
  return null;
}

/** What a text means where JSON determines the type: a number, yes or no, or a text. @param {string} text */
export function jsonValue(text) {
  if (NUMBER.test(text)) return Number(text);
  return text === 'true' || text === 'false' ? text === 'true' : text;
}
