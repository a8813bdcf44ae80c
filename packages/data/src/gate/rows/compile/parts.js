import { fixed, ident, join, sql, whole } from '../../../postgres/sql/index.js';
import { orderBy } from './sort.js';

/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Scope } from './scope.js' */
/** @import { SortKey } from './sort.js' */
/** @typedef {{ scope: Scope, by: Fragment[], totals: Fragment[], conditions: Fragment[] }} PartReader */
/**
 * rows: what is read of the rows found; ranked: all rows, to find the first of each part; summed: all rows again, for
 * count and totals of each part
 *
 * @typedef {{ rows: { scope: Scope, columns: Fragment[] }, ranked: PartReader & { order: readonly SortKey[] },
 *   summed: PartReader }} Parts
 */

/**
 * The first rows of each part of a list, in the order of their places: all first rows, then all second ones. Which rows
 * they are is found with their keys alone; columns, labels and counts of other tables are read for those few.
 *
 * @param {Parts} read
 * @param {{ perPart: number, limit: number }} limits rows of each part, and in all
 */
export function partsSql({ rows, ranked, summed }, { perPart, limit }) {
  const by = join(ranked.by);
  const keys = ranked.by.map((column, i) => sql`${column} as ${ident(`$p${i}`)}`);
  const places = fixed(ranked.by.map((_, i) => i + 1).join(', '));
  const same = ranked.by.map((_, i) => {
    const key = ident(`$p${i}`);
    return sql`${ident('s')}.${key} is not distinct from ${ident('k')}.${key}`;
  });
  return sql`with ranked as (
  select ${ranked.scope.id} as id, ${join(keys)},
    row_number() over (partition by ${by} order by ${orderBy(ranked.order)}) as ${ident('$n')}
  from ${ranked.scope.from()}
  ${whereAll(ranked.conditions)}
), picked as (
  select * from ranked where ${ident('$n')} <= ${whole(perPart + 1)} order by ${ident('$n')} limit ${whole(limit + 1)}
), summed as (
  select ${join([
    ...summed.by.map((column, i) => sql`${column} as ${ident(`$p${i}`)}`),
    sql`count(*) as ${ident('$count')}`,
    ...summed.totals.map((total, i) => sql`${total} as ${ident(`$t${i}`)}`),
  ])}
  from ${summed.scope.from()}
  ${whereAll(summed.conditions)}
  group by ${places}
)
select ${join(rows.columns, ',\n  ')}, k.${ident('$n')}, s.*
from picked k join summed s on ${join(same, ' and ')},
  ${rows.scope.from()}
where ${rows.scope.id} = k.id
order by k.${ident('$n')}, k.id`;
}

/** @param {Fragment[]} conditions */
function whereAll(conditions) {
  return conditions.length > 0 ? sql`where ${join(conditions, '\n    and ')}` : sql``;
}
