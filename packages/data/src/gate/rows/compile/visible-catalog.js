import { formulaTree } from '../../../rules/expressions/formula-value.js';
import { readableField } from '../../../rules/rights/index.js';

/** @import { Catalog, Field, Table } from '@plinth/plugin' */
/** @import { Compilation } from './compilation.js' */
/** @typedef {Pick<Catalog, 'table' | 'hasTable' | 'children'>} Tables */

/**
 * The tables as the actor knows them: without unreadable fields and, if strict, with only the keys of unreadable tables.
 * Used for expressions that the actor wrote, so that a hidden name is answered like a wrong one and is never suggested.
 * Formulas are still read with the whole Catalog.
 *
 * @param {Compilation} c @returns {Tables}
 */
export function visibleCatalog(c) {
  const { catalog, actor } = c;
  /** @type {Map<string, Table>} */
  const made = new Map();
  /** @param {Table} table */
  function visible(table) {
    const isThere = c.isVisible(table)
      ? (/** @type {Field} */ field) => readableField(actor, table, field) && isSound(table, field)
      : (/** @type {Field} */ field) => field.name === 'id';
    const fields = table.fields.filter(isThere);
    const hasField = (/** @type {string} */ name) => fields.some((field) => field.name === name);
    return { ...table, fields, hasField };
  }
  // An error in a formula would reveal its text.
  const isSound = (/** @type {Table} */ table, /** @type {Field} */ field) =>
    !field.formula || formulaTree(catalog, table, field) !== null;

  const table = (/** @type {string} */ name) => {
    const known = made.get(name) ?? visible(catalog.table(name));
    made.set(name, known);
    return known;
  };
  return {
    hasTable: catalog.hasTable,
    table,
    children(name) {
      if (!c.isVisible(catalog.table(name))) return [];
      return catalog.children(name).flatMap(({ table: child, field }) => {
        const isThere = c.isVisible(child) && readableField(actor, child, field);
        return isThere ? [{ table: table(child.name), field }] : [];
      });
    },
  };
}
