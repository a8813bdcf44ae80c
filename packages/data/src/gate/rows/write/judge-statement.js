import { tableSql } from '../../../postgres/sql/physical.js';
import { asCondition, leftBehind, reachOfRights } from '../../../rules/rights/index.js';
import { ident, join, prepare, sql } from '../../../postgres/sql/index.js';
import { GIVEN_USER, byRow } from './row-user.js';
import { payloadRows } from './shape.js';
import { validations } from './validations.js';

/** @import { Table } from '@plinth/plugin' */
/** @import { Compilation } from '../compile/compilation.js' */

/**
 * Checks rows at the end of a transaction against rules over child rows, which were not complete when each row was written
 * (`newImage`, later).
 *
 * @param {Compilation} c @param {Table} table @param {'create' | 'update'} operation
 */
export function judgeStatement(c, table, operation) {
  const refs = validations(c, table, 't').filter(({ reach }) => reach.children);
  const allowed = reachOfRights(c.actor, table, operation).children
    ? asCondition(leftBehind(c.actor, table, operation, 't'))
    : sql`true`;
  const flags = [
    sql`t.id is not null as ${ident('$found')}`,
    sql`(${allowed}) is true as ${ident('$image')}`,
    ...refs.map(({ flag, check }) => sql`${check} as ${ident(flag)}`),
  ];
  const all = sql`with input as materialized (
  ${payloadRows(c, table)}
)
select i.${ident('$n')}, ${join(flags)}
from input i
left join ${tableSql(table)} t on t.id = i.${ident('$key')}
order by i.${ident('$n')}`;
  return { statement: prepare(byRow(all, GIVEN_USER)), resolvers: c.resolvers, refs };
}
