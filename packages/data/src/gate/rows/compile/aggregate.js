import { phrase } from '@plinth/plugin';
import { fixed, sql } from '../../../postgres/sql/index.js';
import { queryInvalid, shown } from '../../../postgres/errors/row-errors.js';
import { compileFilter } from './filter.js';
import { related } from './relation.js';
import { orderBy, sortKeys } from './sort.js';
import { sorted } from './sorted.js';
import { jsonValue, readValue, sqlTypeOf } from './values.js';
import { LIMITS } from '../../../catalog/limits/limits.js';

/** @import { Select, Sort } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Found, Scope } from './scope.js' */
/** @typedef {Extract<Select, { aggregate: unknown }>} Aggregate */

const KNOWN = ['count', 'sum', 'avg', 'min', 'max', 'latest', 'array'];

/**
 * An aggregate over the related rows that the actor may read.
 *
 * @param {Scope} outer @param {Aggregate} select
 * @returns {Fragment}
 */
export function compileAggregate(outer, { aggregate, relation, field, where, sort, limit }) {
  if (!KNOWN.includes(aggregate))
    throw queryInvalid(phrase`There is no aggregate "${shown(aggregate)}"`, phrase`Available: ${KNOWN.join(', ')}`);
  const { scope, tie } = related(outer, relation);
  const matching = where === undefined ? tie : sql`${tie} and (${compileFilter(scope, where)})`;
  const found = field === undefined && aggregate === 'count' ? null : scope.resolve(/** @type {string} */ (field));
  if (aggregate === 'latest' || aggregate === 'array') {
    return inOrder(scope, matching, /** @type {Found} */ (found), { aggregate, sort, limit });
  }
  const value = aggregateValue(scope, aggregate, found);
  return sql`(select ${value} from ${scope.from()} where ${matching})`;
}

/**
 * count, sum, avg, min or max as an expression, JSON-safe.
 *
 * @param {Scope} scope @param {'count' | 'sum' | 'avg' | 'min' | 'max'} aggregate @param {Found | null} found
 * @returns {Fragment}
 */
export function aggregateValue({ c }, aggregate, found) {
  if (aggregate === 'count') return found ? sql`count(${found.column})` : sql`count(*)`;
  if (!found) throw queryInvalid(phrase`"${aggregate}" needs a field`);
  const { type, field, column } = found;
  const { traits } = type;
  const summable = traits.value === 'number';
  const comparable = summable || traits.orders;
  if (type.storage === 'join' || !(aggregate === 'min' || aggregate === 'max' ? comparable : summable)) {
    throw queryInvalid(phrase`Field "${field.name}" has no ${shown(aggregate)}`);
  }
  if (aggregate === 'min' || aggregate === 'max')
    return readValue(c.registry, field, sql`${fixed(aggregate)}(${sorted(c, column, sqlTypeOf(c, field))})`);
  const over = sql`${fixed(aggregate)}(${column})`;
  if (traits.hasTime) return readValue(c.registry, field, over);
  if (aggregate === 'avg') return sql`trim_scale(round(${over}::numeric, 6))`;
  const whole = /^(bigint|integer|smallint)$/.test(type.sqlType(field, {}));
  // A sum of integers beyond bigint stays exact as text.
  return whole
    ? sql`(case when abs(${over}) <= 9007199254740991 then to_jsonb(${over}) else to_jsonb(${over}::text) end)`
    : over;
}

/**
 * The value of the first row in an order (the newest, unless another order is given), or a list of them.
 *
 * @param {Scope} scope @param {Fragment} matching @param {Found} found
 * @param {{ aggregate: 'latest' | 'array', sort?: Sort[], limit?: number }} options
 */
function inOrder(scope, matching, found, { aggregate, sort, limit = LIMITS.arrayValues }) {
  if (!found) throw queryInvalid(phrase`"${aggregate}" needs a field`);
  if (found.type.storage === 'join') throw queryInvalid(phrase`Field "${found.field.name}" already holds a list`);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMITS.arrayValues) {
    throw queryInvalid(phrase`An array can have 1 to ${LIMITS.arrayValues} values`);
  }
  const order = orderBy(sortKeys(scope, sort?.length ? sort : newestFirst(scope)));
  if (aggregate === 'latest') {
    const value = readValue(scope.c.registry, found.field, found.column);
    return sql`(select ${value} from ${scope.from()} where ${matching} order by ${order} limit 1)`;
  }
  const value = jsonValue(scope.c, found.field, found.column);
  const rows = sql`select ${value} as value, row_number() over (order by ${order}) as place
    from ${scope.from()} where ${matching} order by ${order} limit ${limit}::int`;
  return sql`(select coalesce(jsonb_agg(a.value order by a.place), '[]'::jsonb) from (${rows}) a)`;
}

/** @param {Scope} scope @returns {Sort[]} */
function newestFirst({ table }) {
  const created = table.fields.find((field) => field.auto === 'created_at');
  return [...(created ? [{ field: created.name, descending: true }] : []), { field: 'id', descending: true }];
}
