import { phrase } from '@plinth/plugin';
import { join, sql } from '../../../postgres/sql/index.js';
import { queryInvalid, shown } from '../../../postgres/errors/row-errors.js';
import { leavingOut } from './leaving-out.js';
import { orderIn, sorted } from './sorted.js';
import { sqlTypeOf } from './values.js';
import { LIMITS } from '../../../catalog/limits/limits.js';

/** @import { Sort } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Found, Scope } from './scope.js' */

/**
 * One column that rows are ordered by. Empty values come last in both directions.
 *
 * @typedef {{ column: Fragment, descending: boolean, nullable: boolean, sqlType: string, order: string, found: Found }} SortKey
 *   order: of texts
 */

/**
 * The sort columns, always ending in the row's key so that no two rows are equal.
 *
 * @param {Scope} scope @param {readonly Sort[]} [sort]
 * @returns {SortKey[]}
 */
export function sortKeys(scope, sort = []) {
  if (!Array.isArray(sort) || sort.length > LIMITS.sortFields)
    throw queryInvalid(phrase`Rows can be sorted by at most ${LIMITS.sortFields} fields`, 'Leave out the last ones');
  /** @type {SortKey[]} */
  const keys = [];
  for (const entry of sort) {
    const found = leavingOut(scope.c, () => scope.resolve(entry?.field), null);
    if (!found) continue;
    const key = sortKey(scope, found, entry.descending === true);
    keys.push(key);
    if (isKey(found)) return keys;
  }
  return [...keys, sortKey(scope, scope.resolve('id'), keys.at(-1)?.descending ?? false)];
}

/** @param {readonly SortKey[]} keys @param {boolean} [reversed] for reading the page before a row */
export function orderBy(keys, reversed = false) {
  return join(keys.map((key) => term(key, reversed)));
}

/** @param {Scope} scope @param {Found} found @param {boolean} descending @returns {SortKey} */
function sortKey(scope, found, descending) {
  const sortable = found.type.sortable || isKey(found);
  if (!sortable || found.type.storage === 'join') {
    throw queryInvalid(
      phrase`Rows can't be sorted by field "${shown(found.field.name)}"`,
      'Sort by a field of the row it points to, such as author.name',
    );
  }
  const nullable = !found.own || !(found.field.required || found.field.auto === 'id');
  const sqlType = sqlTypeOf(scope.c, found.field);
  const column = sorted(scope.c, found.column, sqlType);
  return { column, descending, nullable, sqlType, order: orderIn(scope.c), found };
}

/** @param {Found} found */
const isKey = ({ own, field }) => own && field.name === 'id';

/**
 * Leaves out PostgreSQL's defaults, so that an index with the same order is recognized.
 *
 * @param {SortKey} key @param {boolean} reversed
 */
function term({ column, descending, nullable }, reversed) {
  if (descending !== reversed) return nullable && !reversed ? sql`${column} desc nulls last` : sql`${column} desc`;
  return nullable && reversed ? sql`${column} asc nulls first` : sql`${column} asc`;
}
