import { ident, sql } from '../../postgres/sql/index.js';
import { asCondition, predicate } from './predicate.js';

/** @import { Actor, Table } from '@plinth/plugin' */

/**
 * Which rows are offered as choices: those that the actor may choose, without disabled users. Rows that already point at
 * a disabled user keep that value.
 *
 * @param {Actor} actor @param {Table} table @param {string} alias
 */
export function offered(actor, table, alias) {
  const rows = predicate(actor, table, 'read', alias, 'choice');
  if (!table.system || table.name !== 'users' || rows === 'none') return rows;
  return sql`${asCondition(rows)} and ${ident(alias, 'disabled_at')} is null`;
}
