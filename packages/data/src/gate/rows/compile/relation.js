import { columnSql, joinTable, tableSql } from '../../../postgres/sql/physical.js';
import { asCondition } from '../../../rules/rights/index.js';
import { ident, sql } from '../../../postgres/sql/index.js';
import { HiddenField, asText, relationNotFound } from '../../../postgres/errors/row-errors.js';
import { createScope, readable } from './scope.js';

/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Scope } from './scope.js' */

/**
 * The rows that belong to a row: those of a child relation ("replies.thread": rows of replies whose field thread refers
 * to this row) or the targets of a many-to-many field. Returns a scope over the table of those rows and the condition
 * that ties it to the outer row, with the rights of that table.
 *
 * @param {Pick<Scope, 'c' | 'table' | 'id'>} outer @param {string} relation
 * @returns {{ scope: Scope, tie: Fragment }}
 */
export function related(outer, relation) {
  const { c, table } = outer;
  const [first, second, ...rest] = asText(relation).split('.');
  const own = second === undefined ? readable(c, table, first) : null;
  if (own && c.type(own).storage === 'join') {
    const target = c.targetOf(own);
    if (!target) throw relationNotFound(table.name, relation);
    const scope = createScope(c, target, { via: 'pointed', under: `${table.name}.${first}` });
    const link = ident(c.alias('l'));
    return tied(
      scope,
      sql`exists (select from ${joinTable(table, own).name} ${link}
      where ${link}.source = ${outer.id} and ${link}.target = ${scope.id})`,
    );
  }
  const child = rest.length === 0 && second !== undefined && c.catalog.hasTable(first) ? c.catalog.table(first) : null;
  const field = child && c.isVisible(child) ? readable(c, child, second) : null;
  if (c.leaveOut && isHidden(c, child ?? table, child ? second : first)) throw new HiddenField(table.name, relation);
  if (!child || !field || field.target !== table.name) throw relationNotFound(table.name, relation);
  const scope = createScope(c, child);
  if (c.type(field).storage === 'column')
    return tied(scope, sql`${columnSql(child, field, scope.alias)} = ${outer.id}`);
  const link = ident(c.alias('l'));
  return tied(
    scope,
    sql`exists (select from ${joinTable(child, field).name} ${link}
      where ${link}.target = ${outer.id} and ${link}.source = ${scope.id})`,
  );
}

/** @param {import('./compilation.js').Compilation} c @param {import('@plinth/plugin').Table} table @param {string} name */
const isHidden = (c, table, name) => table.hasField(name) && !readable(c, table, name);

/**
 * Keys in a many-to-many field whose rows the actor may read, as a table expression with the column `target`.
 *
 * @param {Scope} outer @param {import('./scope.js').Found} found @param {Fragment} [condition] on the alias `l`
 */
export function links(outer, found, condition) {
  const { c } = outer;
  const target = c.targetOf(found.field);
  const from = sql`select l.target from ${joinTable(found.table, found.field).name} l`;
  const where = condition ? sql`l.source = ${found.column} and ${condition}` : sql`l.source = ${found.column}`;
  if (!target) return sql`${from} where false`;
  const scope = createScope(c, target, { via: 'pointed' });
  if (scope.rights === 'all') return sql`${from} where ${where}`;
  return sql`${from} join ${tableSql(target)} ${ident(scope.alias)} on ${scope.id} = l.target
    where ${where} and ${asCondition(scope.rights)}`;
}

/** @param {Scope} scope @param {Fragment} tie */
function tied(scope, tie) {
  return { scope, tie: scope.rights === 'all' ? tie : sql`${tie} and ${asCondition(scope.rights)}` };
}
