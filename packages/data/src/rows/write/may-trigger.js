/** @import { Catalog, Table } from '@plinth/plugin' */
import { memoize } from '@plinth/plugin';

const tablesOf = memoize((/** @type {Catalog} */ catalog) => triggering(catalog));

/**
 * Whether a write to a table can start a trigger: directly, or because rows that refer to its rows change with them.
 *
 * @param {Catalog} catalog @param {Table} table
 */
export const mayTrigger = (catalog, table) => tablesOf(catalog).has(table.name);

/** @param {Catalog} catalog */
function triggering(catalog) {
  const names = new Set(catalog.triggers.filter(({ enabled }) => enabled).map(({ table }) => table));
  // Deleting a row can delete or change those that refer to it, and these others in turn.
  for (const name of names) {
    const table = catalog.hasTable(name) ? catalog.table(name) : null;
    for (const { target } of table?.fields ?? []) if (target && catalog.hasTable(target)) names.add(target);
  }
  return names;
}
