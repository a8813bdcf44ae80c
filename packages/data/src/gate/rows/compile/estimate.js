import { join, prepare, sql } from '../../../postgres/sql/index.js';
import { readable } from './scope.js';

/** @import { Filter, QuerySpec, Values } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Scope } from './scope.js' */

/** About 30,000 short rows, in the planner's cost units. */
const CHEAP = 500;

/**
 * Whether the planner may estimate the number of rows. It uses samples of all rows and must not reveal rows that the
 * actor may not read, so it is only for those who may read the whole table and for queries of nothing else.
 *
 * @param {Scope} scope @param {QuerySpec} spec
 */
export function mayBeGuessed(scope, { where, search }) {
  return !search && scope.rights === 'all' && (where === undefined || isOfOwnColumns(scope, where));
}

/** @param {Scope} scope @param {Values} filter @returns {boolean} */
function isOfOwnColumns(scope, filter) {
  const list = /** @type {Filter[] | undefined} */ (filter?.all ?? filter?.any ?? (filter?.not && [filter.not]));
  if (Array.isArray(list)) return list.every((one) => isOfOwnColumns(scope, one));
  const field = typeof filter?.field === 'string' ? readable(scope.c, scope.table, filter.field) : null;
  return field !== null && !field.formula && scope.c.type(field).storage === 'column' && !filter.value?.path;
}

/**
 * The planner's estimate, and the count itself, used if the planner expects counting to be cheap.
 *
 * @param {Scope} scope @param {readonly Fragment[]} conditions
 */
export function estimateOf(scope, conditions) {
  const rows = sql`from ${scope.from()} ${conditions.length ? sql`where ${join(conditions, ' and ')}` : sql``}`;
  return {
    guess: prepare(sql`explain (format json) select ${rows}`),
    count: prepare(sql`select count(*) as count ${rows}`),
  };
}

/**
 * The planner's answer: a number of rows, or null if counting is cheap.
 *
 * @param {readonly Record<string, unknown>[]} rows
 */
export function readEstimate([row]) {
  const plan = row['QUERY PLAN'];
  const { 'Plan Rows': count, 'Total Cost': cost } = (typeof plan === 'string' ? JSON.parse(plan) : plan)[0].Plan;
  return Number(cost) <= CHEAP ? null : Number(count);
}
