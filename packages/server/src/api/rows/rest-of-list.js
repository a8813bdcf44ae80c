/** @import { App, Request } from '../../types.d.ts' */
/** @import { Many } from './expand.js' */
import { cursorsByKey } from '@plinth/data';
import { OPTIONS } from './read-query.js';

/** @typedef {string | number} Key */

/**
 * Where a list within a row goes on that did not fit into the answer: a list of its own, behind the last row of it.
 *
 * @param {App} app @param {Pick<Request['ctx'], 'catalog' | 'actor'>} ctx @param {Many} step
 * @param {readonly string[]} expand what its rows are shown with
 * @returns {(key: Key, last: Key) => string | null} an address on this server, by the key of the row that the list is of and
 *   that of the last row in it; null: the caller may see rows of that table only where they are pointed at, as people
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

/** A comparison of a field, also where it is named like an option of lists. @param {string} field */
export const comparisonOf = (field) => (OPTIONS.includes(field) ? `${field}.eq` : field);
