/** @import { Catalog, Field, Registry, Table } from '@plinth/plugin' */
import { onDelete } from '../../../catalog/schema/on-delete.js';

/**
 * A field that points at rows of a table, and what becomes of its row when the one it points at is deleted: it goes too,
 * the field is emptied, the key leaves its list, or the deletion is refused.
 *
 * @typedef {{ table: Table, field: Field, rule: 'cascade' | 'empty' | 'unlink' | 'restrict' }} Dependent
 */

const RULE = /** @type {const} */ ({ cascade: 'cascade', 'set null': 'empty', 'no action': 'restrict' });

/** @param {{ catalog: Catalog, registry: Registry }} names @param {Table} table @returns {Dependent[]} */
export function dependentsOf({ catalog, registry }, table) {
  return catalog.tables.flatMap((other) =>
    other.system
      ? []
      : other.fields
          .filter((field) => field.target === table.name && !field.formula && registry.has('fieldType', field.type))
          .map((field) => ({ table: other, field, rule: ruleOf(registry, field) })),
  );
}

/** @param {Registry} registry @param {Field} field @returns {Dependent['rule']} */
const ruleOf = (registry, field) =>
  registry.fieldType(field.type).storage === 'join' ? 'unlink' : RULE[onDelete(field)];

/**
 * The tables whose rows may go with rows of a table, that table first.
 *
 * @param {{ catalog: Catalog, registry: Registry }} names @param {Table} table
 * @returns {{ table: Table, dependents: Dependent[] }[]}
 */
export function cascadeFrom(names, table) {
  const found = [{ table, dependents: dependentsOf(names, table) }];
  // Grows while it is walked.
  for (const { dependents } of found) {
    for (const { table: other, rule } of dependents) {
      if (rule === 'cascade' && !found.some((one) => one.table.id === other.id))
        found.push({ table: other, dependents: dependentsOf(names, other) });
    }
  }
  return found;
}
