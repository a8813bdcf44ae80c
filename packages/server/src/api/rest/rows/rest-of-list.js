/** @import { App, Request } from '../../../types.d.ts' */
/** @import { Many } from './expand.js' */
import { cursorsByKey } from '@plinth/data';
import { OPTIONS } from './read-query.js';

/** @typedef {string | number} Key */

/**
 * Where a nested list continues that did not fit into the response: a list of its own, after its last row.
 *
 * @param {App} app @param {Pick<Request['ctx'], 'catalog' | 'actor'>} ctx @param {Many} step
 * @param {readonly string[]} expand how its rows are expanded
 * @returns {(key: Key, last: Key) => string | null} an address on this server, from the key of the list's row and that
 *   of its last row; null if the caller sees rows of that table only through relations, such as people
 */
export function restOfList({ registry, data }, { catalog, actor }, { table, where }, expand) {
  if (data.rows.right(actor, table, 'read') === 'none') return () => null;
  const path = `/api/v1/tables/${table.name}/rows`;
  const cursor = cursorsByKey({ registry, catalog }, table);
  return (key, last) => {
    const query = new URLSearchParams({ [where]: String(key) });
    if (expand.length > 0) query.set('expand', expand.join(','));
    query.set('after', cursor(last));
    return `${path}?${query}`;
  };
}

/** A comparison of a field, also if it has the name of an option. @param {string} field */
export const comparisonOf = (field) => (OPTIONS.includes(field) ? `${field}.eq` : field);
