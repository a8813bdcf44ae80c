import { keyType } from '../../../postgres/sql/physical.js';
import { fixed, ident, join, sql, whole } from '../../../postgres/sql/index.js';
import { compileLabel } from './label.js';
import { leavingOut } from './leaving-out.js';
import { orderBy } from './sort.js';
import { sorted } from './sorted.js';
import { sqlTypeOf } from './values.js';

/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Parts } from './parts.js' */
/** @import { Found, Scope } from './scope.js' */

/**
 * The first parts of a list, in the order of their values (options as they are listed, related rows by label, no value
 * last), with the first rows of each while there is room. Labels are read once for each part, not for each row.
 *
 * @param {Parts & { labelled: { scope: Scope, field: string } }} read labelled: one row of each part, for its label
 * @param {{ perPart: number, limit: number, most: number }} limits rows of each part and in all; parts
 */
export function firstPartsSql({ rows, ranked, summed, labelled }, { perPart, limit, most }) {
  const key = ident('$p0');
  const { c } = summed.scope;
  const found = leavingOut(c, () => summed.scope.resolve(labelled.field), null);
  const least = found?.type.traits.orders;
  const { label, order } = labelOf(labelled, found, least ? leastOf(c, found) : sql`g.${key}`);
  const first = sql`g.${ident('$first')}::${fixed(keyType(labelled.scope.table))}`;
  return sql`with grouped as (
  select ${join([
    sql`${summed.by[0]} as ${key}`,
    sql`min(${summed.scope.id}::text) as ${ident('$first')}`,
    ...(least ? [sql`min(${sorted(c, found.column, sqlTypeOf(c, found.field))}) as ${ident('$o')}`] : []),
    sql`count(*) as ${ident('$count')}`,
    ...summed.totals.map((total, i) => sql`${total} as ${ident(`$t${i}`)}`),
  ])}
  from ${summed.scope.from()}
  ${whereAll(summed.conditions)}
  group by 1
), parts as (
  select g.*, ${label} as ${ident('$label')}, row_number() over (order by ${order} nulls last) as ${ident('$g')}
  from grouped g, ${labelled.scope.from()}
  where ${labelled.scope.id} = ${first}
  order by ${ident('$g')} limit ${whole(most + 1)}
), ranked as (
  select ${ranked.scope.id} as id, ${ranked.by[0]} as ${key},
    row_number() over (partition by ${ranked.by[0]} order by ${orderBy(ranked.order)}) as ${ident('$n')}
  from ${ranked.scope.from()}
  ${whereAll(ranked.conditions)}
), picked as (
  select r.id, r.${ident('$n')}, p.${ident('$g')}
  from (select * from ranked where ${ident('$n')} <= ${whole(perPart)}) r
    join parts p on p.${key} is not distinct from r.${key}
  where p.${ident('$g')} <= ${whole(most)}
  order by p.${ident('$g')}, r.${ident('$n')} limit ${whole(limit)}
), cells as (
  select ${join(rows.columns, ',\n    ')}, k.${ident('$n')}, k.${ident('$g')} as ${ident('$in')}
  from picked k, ${rows.scope.from()}
  where ${rows.scope.id} = k.id
)
select c.*, p.* from parts p left join cells c on c.${ident('$in')} = p.${ident('$g')}
order by p.${ident('$g')}, c.${ident('$n')}`;
}

/** @param {Scope['c']} c @param {Found} found */
const leastOf = (c, { field }) => sorted(c, sql`g.${ident('$o')}`, sqlTypeOf(c, field));

/** @param {{ scope: Scope, field: string }} labelled @param {Found | null} found @param {Fragment} value */
function labelOf({ scope, field }, found, value) {
  const none = fixed('null::text');
  if (!found) return { label: none, order: value };
  if (found.field.target) {
    const label = leavingOut(scope.c, () => compileLabel(scope, field, scope.resolve(field)), none);
    return { label, order: found.field.target === 'files' ? label : sorted(scope.c, label) };
  }
  const options = found.field.attributes.options;
  if (!Array.isArray(options)) return { label: none, order: value };
  const values = options.map((option) => String(option.value));
  return { label: none, order: sql`array_position(${values}::text[], ${value}::text)` };
}

/** @param {Fragment[]} conditions */
function whereAll(conditions) {
  return conditions.length > 0 ? sql`where ${join(conditions, '\n    and ')}` : sql``;
}
