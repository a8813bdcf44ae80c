/** @import { Catalog, Field, Registry, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../postgres/sql/index.js' */
/** @import { Visibility } from '../types.d.ts' */
/** @import { Each, Tree, Type } from '@plinth/expressions' */
import { childOf } from '@plinth/expressions';
import { columnSql, joinTable, tableSql } from '../../postgres/sql/physical.js';
import { fixed, ident, sql } from '../../postgres/sql/index.js';

/**
 * What a variable of an expression is in a statement: a row of a table under an alias, or the value of a list entry.
 *
 * @typedef {{ table: Table, alias: string } | { value: Fragment }} Variable
 * @typedef {{ catalog: Pick<Catalog, 'table' | 'hasTable' | 'children'>, registry: Registry, alias: () => string,
 *   visible?: Visibility, image?: Image }} Names `visible`: which rows of other tables count; none: all of them
 *
 * What stands in place of a table, or of the pairs of a many-to-many field, while a row is being written; null: itself.
 * @typedef {{ rows: (table: Table) => Fragment | null, pairs: (table: Table, field: Field) => Fragment | null }} Image
 */

/**
 * A column as an expression value of its type.
 *
 * @param {Fragment} column @param {Field} field @param {Type} type @param {Names} names
 */
function valueOfColumn(column, field, type, { registry }) {
  if (type.name === 'duration') return sql`(extract(epoch from ${column}) * 1000000)`;
  if (type.name !== 'decimal') return column;
  const sqlType = registry.fieldType(field.type).sqlType(field, {});
  const scale = /^numeric\(\d+,\s*(\d+)\)$/.exec(sqlType);
  if (scale && Number(scale[1]) <= 12) return column;
  return sqlType.startsWith('numeric') ? sql`trunc(${column}, 12)` : sql`trunc(${column}::numeric, 12)`;
}

/**
 * The value at the end of a path: a column of the row, or one of a row that relations lead to.
 *
 * @param {Variable} row @param {string[]} path @param {Type} type @param {Names} names
 * @returns {Fragment}
 */
export function valueAt(row, path, type, names) {
  if ('value' in row) return row.value;
  const [step, ...rest] = path;
  const field = row.table.field(step);
  const column = columnSql(row.table, field, row.alias);
  if (rest.length === 0) return valueOfColumn(column, field, type, names);
  const next = { table: names.catalog.table(/** @type {string} */ (field.target)), alias: names.alias() };
  return sql`(select ${valueAt(next, rest, type, names)} from ${rowsOf(next.table, names)} ${ident(next.alias)}
    where ${ident(next.alias, 'id')} = ${column}${andVisible(next, 'pointed', names)})`;
}

/**
 * A condition on what relations lead to, as an exists() so that PostgreSQL can start at either end. Right for
 * conditions that an empty value never meets.
 *
 * @param {Variable} row @param {string[]} path of two steps or more @param {Names} names
 * @param {(last: { table: Table, alias: string }) => Fragment} condition on the row before the last step
 * @returns {Fragment}
 */
export function existsAt(row, path, names, condition) {
  if ('value' in row || path.length === 1) return condition(/** @type {any} */ (row));
  const [step, ...rest] = path;
  const field = row.table.field(step);
  const next = { table: names.catalog.table(/** @type {string} */ (field.target)), alias: names.alias() };
  return sql`exists (select from ${rowsOf(next.table, names)} ${ident(next.alias)}
    where ${ident(next.alias, 'id')} = ${columnSql(row.table, field, row.alias)}
      and ${existsAt(next, rest, names, condition)}${andVisible(next, 'pointed', names)})`;
}

/**
 * The rows of an `each`: a from clause, what ties them to the outer row, and the entry itself.
 *
 * @param {Variable} row @param {string[]} path @param {Names} names
 * @returns {{ from: Fragment, tie: Fragment, entry: Variable }}
 */
export function relatedAt(row, path, names) {
  if ('value' in row) throw new TypeError('An entry of a list has no rows');
  const owner = ownerAt(row, path.slice(0, -1), names);
  const last = path[path.length - 1];
  const child = childOf(owner.table, last, names.catalog);
  const alias = names.alias();
  if (child) {
    const entry = { table: child.table, alias };
    const tie = sql`${columnSql(child.table, child.field, alias)} = ${owner.key}${andVisible(entry, 'direct', names)}`;
    return { from: sql`${rowsOf(child.table, names)} ${ident(alias)}`, tie, entry };
  }
  const field = owner.table.field(last);
  const target = names.catalog.table(/** @type {string} */ (field.target));
  const link = names.alias();
  const entry = { table: target, alias };
  return {
    from: sql`${pairsOf(owner.table, field, names)} ${ident(link)}
      join ${rowsOf(target, names)} ${ident(alias)} on ${ident(alias, 'id')} = ${ident(link, 'target')}`,
    tie: sql`${ident(link, 'source')} = ${owner.key}${andVisible(entry, 'pointed', names)}`,
    entry,
  };
}

/** @param {Table} table @param {Names} names */
const rowsOf = (table, { image }) => image?.rows(table) ?? tableSql(table);

/** @param {Table} table @param {Field} field @param {Names} names */
const pairsOf = (table, field, { image }) => image?.pairs(table, field) ?? joinTable(table, field).name;

/** @param {{ table: Table, alias: string }} row @param {'direct' | 'pointed'} via @param {Names} names */
function andVisible({ table, alias }, via, { visible }) {
  return visible ? sql` and ${visible(table, alias, via)}` : sql``;
}

/**
 * The row at the end of a path of relations, by its key.
 *
 * @param {Extract<Variable, { alias: string }>} row @param {string[]} path @param {Names} names
 */
function ownerAt(row, path, names) {
  let { table } = row;
  for (const step of path) table = names.catalog.table(/** @type {string} */ (table.field(step).target));
  const key = path.length === 0 ? ident(row.alias, 'id') : valueAt(row, path, { name: 'id' }, names);
  return { table, key };
}

/** Entries of a list in one column. @param {Fragment} list @param {Names} names */
export function entriesOf(list, names) {
  const alias = names.alias();
  return {
    from: sql`unnest(${list}) as ${ident(alias)} (entry)`,
    tie: fixed('true'),
    entry: { value: ident(alias, 'entry') },
  };
}
