import { tableSql } from '../../../postgres/sql/physical.js';
import { logEntry } from '../../history/log-entry.js';
import { reachOfRights } from '../../../rules/rights/index.js';
import { empty, ident, join, prepare, sql } from '../../../postgres/sql/index.js';
import { rowJson } from './row-json.js';
import { GIVEN_USER, byRow } from './row-user.js';
import { allLinks, payloadRows, tableShape } from './shape.js';
import { takenPlan } from './taken-plan.js';
import { holdStatement, lockedRows } from './update-statement.js';

/** @import { Table } from '@plinth/plugin' */
/** @import { Compilation } from '../compile/compilation.js' */

/** Deletes the payload's rows that the actor may delete. @param {Compilation} c @param {Table} table @param {{ rowSecurity: boolean }} options */
export function removeStatement(c, table, { rowSecurity }) {
  const shape = tableShape(c, table);
  const { pairs, siblings } = reachOfRights(c.actor, table, 'delete');
  const fields = shape.fields.filter((field) => shape.columns.includes(field) || shape.links.includes(field));
  const before = rowJson(
    c,
    fields,
    'o',
    (field) => field.id,
    (field) => allLinks(table, field, sql`o.id`),
  );
  const taken = takenPlan(c, table);
  // What is deleted with them was recorded before, for these rows only.
  const noted = taken ? sql` and o.${ident('$h')} is not null` : empty;
  const parts = [
    sql`input as materialized (
  ${payloadRows(c, table, { deleting: true })}
)`,
    lockedRows(c.actor, table, 'update', rowSecurity, sql`, i.${ident('$d')}, i.${ident('$h')}`),
    sql`gone as (
  delete from ${tableSql(table)} t using old o where t.id = o.id and o.${ident('$may')}${noted} returning t.id
)`,
  ];
  if (table.history) {
    const from = sql`gone g join old o using (id)`;
    const more = sql`coalesce(o.${ident('$h')}, plinth.uuid_v7()), o.${ident('$d')}`;
    parts.push(
      sql`logged as (${logEntry(table, 'delete', { key: sql`g.id`, change: ident('o', '$c'), before, after: null, from, more })})`,
    );
  }
  const all = sql`with ${join(parts, ',\n')}
select i.${ident('$n')}, o.id is not null as ${ident('$found')}, o.${ident('$may')}, g.id is not null as ${ident('$done')}
from input i
left join old o on o.${ident('$n')} = i.${ident('$n')}
left join gone g on g.id = o.id
order by i.${ident('$n')}`;
  return {
    statement: prepare(byRow(all, GIVEN_USER)),
    hold: rowSecurity || pairs ? holdStatement(c, table, 'update') : null,
    resolvers: c.resolvers,
    refs: /** @type {import('./references.js').Reference[]} */ ([]),
    alone: siblings,
    later: null,
    taken,
  };
}
