import { USER_PARAM } from '../rights/user-param.js';
import { fixed, param, quoteLiteral, sql } from '../sql/index.js';

/** @import { Table } from '@plinth/plugin' */
/** @import { Fragment } from '../sql/index.js' */

/**
 * The part of a writing statement that records the change, so that both are atomic.
 *
 * @param {Table} table @param {'insert' | 'update' | 'delete'} operation
 * @param {{ key: Fragment, before: Fragment | null, after: Fragment | null, from: Fragment }} entry
 */
export function logEntry(table, operation, { key, before, after, from }) {
  const none = fixed('null::jsonb');
  const select = sql`select ${fixed(quoteLiteral(table.id))}::uuid, ${key}::text, ${fixed(quoteLiteral(operation))},
      ${param(USER_PARAM)}::uuid, ${before ?? none} as before, ${after ?? none} as after
    from ${from}`;
  const columns = fixed('table_id, row_key, operation, user_id, before, after');
  if (operation !== 'update') return sql`insert into plinth.row_history (${columns}) ${select}`;
  // Records only changed fields, and nothing if nothing changed.
  const changed = (/** @type {Fragment} */ one, /** @type {Fragment} */ other) =>
    sql`(select jsonb_object_agg(v.key, v.value) from jsonb_each(${one}) v where v.value is distinct from ${other}->v.key)`;
  return sql`insert into plinth.row_history (${columns})
    select e.table_id, e.row_key, e.operation, e.user_id,
      ${changed(fixed('e.before'), fixed('e.after'))}, ${changed(fixed('e.after'), fixed('e.before'))}
    from (${select}) e(table_id, row_key, operation, user_id, before, after)
    where e.before is distinct from e.after`;
}
