import { phrase } from '@plinth/plugin';
import { ident, join, sql } from '../../../postgres/sql/index.js';
import { queryInvalid } from '../../../postgres/errors/row-errors.js';
import { fieldValue } from './field-value.js';
import { compileLabel } from './label.js';
import { related } from './relation.js';
import { orderBy, sortKeys } from './sort.js';
import { jsonValue } from './values.js';
import { LIMITS } from '../../../catalog/limits/limits.js';

/** @import { Select } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Scope } from './scope.js' */
/** @typedef {Extract<Select, { rows: any }>} NestedRows */

/**
 * Rows that belong to a row, with their own columns, as a list of objects: a subselect, so that a page remains one
 * statement. Only rows that the actor may read are included.
 *
 * @param {Scope} outer @param {NestedRows} select
 * @returns {Fragment}
 */
export function compileNestedRows(outer, { rows: relation, of, select, sort, limit = LIMITS.nestedRows }) {
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMITS.nestedRows)
    throw queryInvalid(phrase`A nested list can have 1 to ${LIMITS.nestedRows} rows`);
  const { scope, tie } = related(of === undefined ? outer : rowAt(outer, of), relation);
  const columns = select
    .filter(({ as }) => as !== 'id')
    .map((column) => sql`${jsonColumn(scope, column)} as ${ident(column.as)}`);
  const key = sql`${jsonValue(scope.c, scope.table.field('id'), scope.id)} as id`;
  const order = orderBy(sortKeys(scope, sort));
  const rows = sql`select ${join([key, ...columns])}, row_number() over (order by ${order}) as ${ident('$n')}
    from ${scope.from()} where ${tie} order by ${order} limit ${limit}::int`;
  return sql`(select coalesce(jsonb_agg(to_jsonb(a) - '$n' order by a.${ident('$n')}), '[]'::jsonb) from (${rows}) a)`;
}

/** The row that a relation leads to. @param {Scope} scope @param {string} path */
function rowAt(scope, path) {
  const found = scope.resolve(path);
  const target = found.type.storage === 'column' ? scope.c.targetOf(found.field) : null;
  if (!target || !scope.c.isVisible(target)) throw queryInvalid(phrase`Field "${path}" does not point to a row`);
  const { alias } = scope.follow(path, found, target);
  return { c: scope.c, table: target, id: ident(alias, 'id') };
}

/** A column in the form that rows have as JSON. @param {Scope} scope @param {Select} select @returns {Fragment} */
function jsonColumn(scope, select) {
  if ('rows' in select) return compileNestedRows(scope, select);
  if (!('field' in select) || 'aggregate' in select) throw queryInvalid('A nested list can only have fields and lists');
  const found = scope.resolve(select.field);
  if (select.label) return sql`to_jsonb(${compileLabel(scope, select.field, found)})`;
  return found.type.storage === 'column' ? jsonValue(scope.c, found.field, found.column) : fieldValue(scope, found);
}
