import { readExpression } from '@plinth/expressions';
import { AppError } from '@plinth/plugin';
import { columnSql } from '../../catalog/physical.js';
import { compileValue } from '../../expressions/compile-sql.js';
import { fixed, sql } from '../../sql/index.js';
import { placeOf } from './expression.js';

/** @import { Field, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../sql/index.js' */
/** @import { Compilation } from './compilation.js' */

/**
 * The value of a field in a row under an alias: its column, or what its formula gives, in the SQL type of the field, so
 * that whatever can be done with a column can be done with a formula.
 *
 * @param {Compilation} c @param {Table} table @param {Field} field @param {string} alias
 * @returns {Fragment}
 */
export function fieldSql(c, table, field, alias) {
  if (!field.formula) return columnSql(table, field, alias);
  const sqlType = c.registry.fieldType(field.type).sqlType(field, {});
  const tree = treeOf(c, table, field);
  if (!tree) return fixed(`null::${sqlType}`);
  return asColumn(compileValue(tree, placeOf(c, table, alias)), sqlType);
}

/** A formula that names something that is gone gives nothing, and everything else goes on. @param {Compilation} c @param {Table} table @param {Field} field */
function treeOf({ catalog }, table, field) {
  try {
    return readExpression(`row.${field.name}`, { catalog, table, allowUser: false }).tree;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** What a column of the type can't hold is empty. @param {Fragment} value @param {string} sqlType */
function asColumn(value, sqlType) {
  if (sqlType === 'text') return sql`((${value}) collate plinth.text_order)`;
  if (sqlType === 'bigint') return within(value, '9007199254740991', sql`v.n::bigint`);
  if (sqlType === 'interval') return within(value, '1e18', sql`make_interval(secs => (v.n / 1000000)::float8)`);
  const digits = /^numeric\((\d+),\s*(\d+)\)$/.exec(sqlType);
  if (digits) return within(value, `1e${Number(digits[1]) - Number(digits[2])} - 1`, sql`v.n::${fixed(sqlType)}`);
  return sqlType === 'boolean' ? sql`(${value})` : sql`(${value})::${fixed(sqlType)}`;
}

/** @param {Fragment} value @param {string} most @param {Fragment} result over v.n */
function within(value, most, result) {
  return sql`(select case when abs(v.n) <= ${fixed(most)} then ${result} end from (select (${value})::numeric as n) v)`;
}
