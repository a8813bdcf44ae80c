import { DOER } from '../../../rules/rights/index.js';
import { fixed, ident, join, quoteLiteral, sql } from '../../../postgres/sql/index.js';

/** @import { Field, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */

/**
 * The part of a writing statement that notifies people of rows assigned to them, for fields with that setting. As part
 * of the statement it covers every kind of write, and no row is reported twice. People are not notified of their own
 * changes, nor again before they have read the last notification.
 *
 * @param {Table} table
 * @param {{ from: Fragment, before: string | null }} rows from: with the written row as w; before: alias of the row before
 * @returns {Fragment[]} empty if no field notifies
 */
export function noteAssignments(table, { from, before }) {
  const fields = table.fields.filter(
    ({ traits, attributes, formula }) => traits.isPerson && attributes.notify === true && !formula,
  );
  if (fields.length === 0) return [];
  const tableId = sql`${fixed(quoteLiteral(table.id))}::uuid`;
  const notes = fields.map((field) => noteOf(field, { tableId, from, before }));
  return [
    sql`assigned as (
  insert into plinth.notifications (user_id, kind, actor_id, table_id, row_key, about_id)
  ${join(notes, '\n  union all\n  ')}
)`,
  ];
}

/** @param {Field} field @param {{ tableId: Fragment, from: Fragment, before: string | null }} rows */
function noteOf(field, { tableId, from, before }) {
  const [user, about] = [ident('w', field.name), sql`${fixed(quoteLiteral(field.id))}::uuid`];
  const isNew = before === null ? sql`${user} is not null` : sql`${user} is distinct from ${ident(before, field.name)}`;
  return sql`select p.id, 'assigned', ${DOER}, ${tableId}, w.id::text, ${about}
    from ${from} join plinth.users p on p.id = ${user} and p.disabled_at is null
    where ${isNew} and p.id is distinct from ${DOER}
      and not exists (select from plinth.notification_settings s where s.user_id = p.id and 'assigned' = any(s.muted))
      and not exists (select from plinth.notifications n where n.user_id = p.id and n.read_at is null
        and n.kind = 'assigned' and n.table_id = ${tableId} and n.row_key = w.id::text and n.about_id = ${about})`;
}
