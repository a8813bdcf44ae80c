import { DOER, doerOr } from '../../rules/rights/doer.js';
import { empty, fixed, quoteLiteral, sql } from '../../postgres/sql/index.js';

/** @import { Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../postgres/sql/index.js' */

const DELETION_COLUMNS = ', id, deletion';

/**
 * The part of a writing statement that records the change, so that both are atomic.
 *
 * @param {Table} table @param {'insert' | 'update' | 'delete'} operation
 * @param {{ key: Fragment, change: Fragment, before: Fragment | null, after: Fragment | null, from: Fragment, more?: Fragment }} entry
 *   change: what it is part of, for undo; more: of a deletion: the values of DELETION_COLUMNS
 */
export function logEntry(table, operation, { key, change, before, after, from, more }) {
  const none = fixed('null::jsonb');
  const select = sql`select ${fixed(quoteLiteral(table.id))}::uuid, ${key}::text, ${fixed(quoteLiteral(operation))},
      ${DOER}, ${change} as change, ${before ?? none} as before, ${after ?? none} as after${more ? sql`, ${more}` : empty}
    from ${from}`;
  const columns = fixed(`table_id, row_key, operation, user_id, change, before, after${more ? DELETION_COLUMNS : ''}`);
  if (operation !== 'update') return sql`insert into plinth.row_history (${columns}) ${select}`;
  // Records only changed fields, and nothing if nothing changed. Without "offset 0" both rows would be made anew for each field.
  const changed = (/** @type {Fragment} */ one, /** @type {Fragment} */ other) =>
    sql`(select jsonb_object_agg(v.key, v.value) from jsonb_each(${one}) v where v.value is distinct from ${other}->v.key)`;
  return sql`insert into plinth.row_history (${columns})
    select e.table_id, e.row_key, e.operation, e.user_id, e.change,
      ${changed(fixed('e.before'), fixed('e.after'))}, ${changed(fixed('e.after'), fixed('e.before'))}
    from (${select} offset 0) e(table_id, row_key, operation, user_id, change, before, after)
    where e.before is distinct from e.after`;
}

/**
 * The same for rows deleted or changed along with another row: `from` has the user, the deletion and that row's entry
 * as r.u, r.d and r.h.
 *
 * @param {Table} table @param {'update' | 'delete'} operation
 * @param {{ key: Fragment, before: Fragment, after?: Fragment, from: Fragment }} entry
 */
export function logTaken(table, operation, { key, before, after = fixed('null::jsonb'), from }) {
  return sql`insert into plinth.row_history (table_id, row_key, operation, user_id, deletion, taken_by, before, after)
    select ${fixed(quoteLiteral(table.id))}::uuid, ${key}::text, ${fixed(quoteLiteral(operation))}, ${doerOr(sql`r.u`)}, r.d, r.h, ${before}, ${after}
    from ${from}`;
}
