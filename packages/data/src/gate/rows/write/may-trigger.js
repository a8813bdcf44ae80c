/** @import { Catalog, Field, Table, Trigger } from '@plinth/plugin' */
import { memoize } from '@plinth/plugin';
import { asksWho } from '../../../rules/expressions/before/script.js';
import { formulaTree } from '../../../rules/expressions/formula-value.js';
import { watchesOf } from '../../../rules/expressions/stored/watches.js';

const tablesOf = memoize((/** @type {Catalog} */ catalog) => reaching(catalog, ({ timing }) => timing === 'after'));

const askingOf = memoize((/** @type {Catalog} */ catalog) =>
  reaching(catalog, (one, table) => one.timing === 'after' || asksWho(catalog, table, one)),
);

/**
 * Whether a write to a table can start a trigger: directly, or because other rows change with its rows.
 *
 * @param {Catalog} catalog @param {Table} table
 */
export const mayTrigger = (catalog, table) => tablesOf(catalog).has(table.name);

/**
 * Whether the transaction of a write to a table must be told who writes, for triggers.
 *
 * @param {Catalog} catalog @param {Table} table
 */
export const asksForWriter = (catalog, table) => askingOf(catalog).has(table.name);

/** Tables whose writes reach triggers. @param {Catalog} catalog @param {(trigger: Trigger, table: Table) => boolean} counts */
function reaching(catalog, counts) {
  const names = new Set(
    catalog.triggers.flatMap((one) => {
      const { enabled, source, table } = one;
      const isOn = enabled && source === 'rows' && table !== null && catalog.hasTable(table);
      return isOn && counts(one, catalog.table(table)) ? [table] : [];
    }),
  );
  // Grows while it is walked.
  for (const name of names) {
    const table = catalog.hasTable(name) ? catalog.table(name) : null;
    for (const field of table?.fields ?? []) {
      // Deleting a row can delete or change those that refer to it.
      if (field.target && catalog.hasTable(field.target)) names.add(field.target);
      for (const other of watchedBy(catalog, /** @type {Table} */ (table), field)) names.add(other);
    }
  }
  return names;
}

/** Tables whose rows a stored formula follows. @param {Catalog} catalog @param {Table} table @param {Field} field */
function watchedBy(catalog, table, field) {
  const tree = field.formula && field.stored ? formulaTree(catalog, table, field) : null;
  return tree ? watchesOf(tree, table, catalog).flatMap(({ steps }) => steps.map(({ to }) => to.name)) : [];
}
