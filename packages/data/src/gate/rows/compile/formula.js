import { columnSql } from '../../../postgres/sql/physical.js';
import { compileValue } from '../../../rules/expressions/compile-sql.js';
import { asColumn, formulaTree } from '../../../rules/expressions/formula-value.js';
import { fixed } from '../../../postgres/sql/index.js';
import { contextOf } from './expression.js';

/** @import { Field, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Compilation } from './compilation.js' */

/**
 * The value of a field in a row under an alias: its column, or the result of its formula in the field's SQL type, so
 * that a formula can be used like a column. A stored formula includes all related rows; readers who may see only some
 * of them get it calculated from those, so that it reveals nothing about the others.
 *
 * @param {Compilation} c @param {Table} table @param {Field} field @param {string} alias
 * @returns {Fragment}
 */
export function fieldSql(c, table, field, alias) {
  if (!field.formula) return columnSql(table, field, alias);
  const tree = formulaTree(c.catalog, table, field);
  const sqlType = c.registry.fieldType(field.type).sqlType(field, {});
  if (!tree) return fixed(`null::${sqlType}`);
  const { value, seesAll } = calculate(c, table, tree, alias);
  return field.stored && seesAll ? columnSql(table, field, alias) : asColumn(value, sqlType);
}

/**
 * Whether a field's value comes from a column for this reader.
 *
 * @param {Compilation} c @param {Table} table @param {Field} field
 */
export function hasColumn(c, table, field) {
  if (!field.formula || !field.stored) return !field.formula;
  const tree = formulaTree(c.catalog, table, field);
  return tree !== null && calculate(c, table, tree, 't').seesAll;
}

/** @param {Compilation} c @param {Table} table @param {import('@plinth/expressions').Tree} tree @param {string} alias */
function calculate(c, table, tree, alias) {
  const context = contextOf(c, table, alias);
  const visible = /** @type {NonNullable<typeof context.visible>} */ (context.visible);
  let seesAll = true;
  /** @type {typeof visible} */
  const noting = (...related) => {
    const rows = visible(...related);
    seesAll &&= rows.texts.length === 1 && rows.texts[0] === 'true';
    return rows;
  };
  context.visible = noting;
  return { value: compileValue(tree, context), seesAll };
}
