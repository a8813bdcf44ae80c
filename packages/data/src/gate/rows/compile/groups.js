import { phrase } from '@plinth/plugin';
import { fixed, ident, join, localOf, sql, whole } from '../../../postgres/sql/index.js';
import { queryInvalid, shown } from '../../../postgres/errors/row-errors.js';
import { compileLabel } from './label.js';
import { leavingOut } from './leaving-out.js';
import { sorted } from './sorted.js';
import { readValue, sqlTypeOf } from './values.js';

/** @import { Group } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Scope } from './scope.js' */

const STEPS = ['day', 'week', 'month', 'quarter', 'year'];

/**
 * Group keys as expressions. Moments are cut to days of the reader's time zone.
 *
 * @param {Scope} scope @param {readonly Group[]} groups
 * @param {{ firstDay?: number }} [options] firstDay: of a week, 1 is Monday (default), 7 Sunday
 * @returns {Fragment[]}
 */
export function groupColumns(scope, groups, { firstDay = 1 } = {}) {
  return groups.map(({ field, label, step }) => {
    const found = leavingOut(scope.c, () => scope.resolve(field), null);
    if (!found) return fixed('null::text');
    if (found.type.storage === 'join') throw queryInvalid(phrase`Rows can't be grouped by "${field}"`);
    if (step !== undefined) return stepOf(scope, found, step, firstDay);
    if (label && found.field.target === 'files') return compileLabel(scope, field, found);
    if (label) return sorted(scope.c, compileLabel(scope, field, found));
    const value = readValue(scope.c.registry, found.field, found.column);
    return sorted(scope.c, value, sqlTypeOf(scope.c, found.field));
  });
}

/**
 * Groups instead of rows: one record for each existing combination.
 *
 * @param {Scope} scope
 * @param {{ groups: readonly Group[], columns: Fragment[], totals: Fragment[], conditions: Fragment[], limit: number }}
 *   parts
 *   columns: of groups; totals: expressions over the rows of a group, by position
 */
export function groupsSql(scope, { groups, columns, totals, conditions, limit }) {
  const places = fixed(groups.map((_, i) => i + 2).join(', '));
  return sql`select null as id, ${join([
    ...columns.map((column, i) => sql`${column} as ${ident(groups[i].as)}`),
    ...totals.map((total, i) => sql`${total} as ${ident(`$t${i}`)}`),
  ])}
from ${scope.from()}
${conditions.length ? sql`where ${join(conditions, '\n  and ')}` : sql``}
group by ${places}
order by ${places}
limit ${whole(limit + 1)}`;
}

/** @param {Scope} scope @param {import('./scope.js').Found} found @param {string} step @param {number} firstDay */
function stepOf({ c }, { field, column }, step, firstDay) {
  if (!STEPS.includes(step)) throw queryInvalid(phrase`There is no step "${shown(step)}"`);
  if (!field.traits.hasDay) {
    throw queryInvalid(phrase`Field "${field.name}" is not a date`);
  }
  const zone = c.slot((run) => run.timeZone);
  const day = !field.traits.hasTime ? column : localOf(column, zone);
  // Weeks of PostgreSQL begin on Monday.
  const shift = step === 'week' && firstDay > 1 ? fixed(`interval '${firstDay - 1} days'`) : null;
  const first = shift ? sql`date_trunc('week', ${day} - ${shift}) + ${shift}` : sql`date_trunc(${step}::text, ${day})`;
  return sql`to_char(${first}, 'YYYY-MM-DD')`;
}
