import { ident, sql } from '../sql/index.js';
import { asCondition, predicate } from './predicate.js';

/** @import { Actor, Table } from '@plinth/plugin' */

/**
 * Which rows are offered as choices: what the actor may choose, without people who can't log in any more. A row that
 * points at one of those keeps him.
 *
 * @param {Actor} actor @param {Table} table @param {string} alias
 */
export function offered(actor, table, alias) {
  const rows = predicate(actor, table, 'read', alias, 'choice');
  if (!table.system || table.name !== 'users' || rows === 'none') return rows;
  return sql`${asCondition(rows)} and ${ident(alias, 'disabled_at')} is null`;
}
