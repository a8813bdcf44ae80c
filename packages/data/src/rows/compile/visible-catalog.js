import { readableField } from '../../rights/index.js';

/** @import { Catalog, Table } from '@plinth/plugin' */
/** @import { Compilation } from './compilation.js' */
/** @typedef {Pick<Catalog, 'table' | 'hasTable' | 'children'>} Tables */

/**
 * The tables as the actor knows them: fields that he may not read are not there. For expressions that he wrote, so that
 * a hidden name is answered like a wrong one, and no list of known names tells it.
 *
 * @param {Compilation} c @returns {Tables}
 */
export function visibleCatalog({ catalog, actor }) {
  /** @type {Map<string, Table>} */
  const made = new Map();
  /** @param {Table} table */
  function visible(table) {
    const fields = table.fields.filter((field) => readableField(actor, table, field));
    const hasField = (/** @type {string} */ name) => fields.some((field) => field.name === name);
    return { ...table, fields, hasField };
  }
  return {
    hasTable: catalog.hasTable,
    table(name) {
      const known = made.get(name) ?? visible(catalog.table(name));
      made.set(name, known);
      return known;
    },
    children: (name) => catalog.children(name).filter(({ table, field }) => readableField(actor, table, field)),
  };
}
