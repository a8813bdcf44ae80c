import { ident, join, param, sql } from '../../postgres/sql/index.js';
import { grantOf, inScope, isUnlimited, ownerField } from './grants.js';
import { USER_PARAM } from './user-param.js';

/** @import { Actor, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../postgres/sql/index.js' */
/** @import { Image } from '../expressions/visible-rows.js' */
/** @import { Operation } from './grants.js' */
/** @import { Rules } from './rules.js' */

/**
 * How a row is reached: read directly, pointed at by a readable row, or offered as a choice. This matters for users only,
 * because their names are shown wherever a row points at them.
 *
 * @typedef {'direct' | 'pointed' | 'choice'} Via
 */

/**
 * Which rows of a table an actor may read, update or delete, or may leave behind after creating or updating. This is the
 * one place where rights become SQL; every statement on a table includes it.
 *
 * @param {Actor} actor @param {Table} table @param {Operation} operation
 * @param {string} alias of the table in the statement @param {Via} [via] @param {Image} [image] of a row that is being written
 * @returns {Fragment | 'all' | 'none'}
 */
export function predicate(actor, table, operation, alias, via = 'direct', image = undefined) {
  if (table.system && !isUnlimited(actor)) return systemPredicate(actor, table, operation, alias, via);
  const grant = grantOf(actor, table, operation);
  if (typeof grant === 'string') return grant;
  const owner = grant.own ? ownerField(table) : null;
  const rules = /** @type {Table & { rules: Rules }} */ (table).rules;
  const parts = [
    ...(owner ? [ownRow(alias, owner.name)] : []),
    ...grant.rules.map((source) => rules.condition(table, source, alias, actor, image)),
  ];
  return parts.length === 1 ? parts[0] : sql`(${join(parts, ' or ')})`;
}

/** The predicate as SQL, where a condition is required. @param {Fragment | 'all' | 'none'} rows */
export function asCondition(rows) {
  if (rows === 'all') return sql`true`;
  return rows === 'none' ? sql`false` : rows;
}

/** @param {Actor} actor @param {Table} table @param {Operation} operation @param {string} alias @param {Via} via */
function systemPredicate(actor, table, operation, alias, via) {
  if (operation !== 'read' || table.name !== 'users') return 'none';
  if (actor.reach && (via === 'choice' || inScope(actor, table, operation))) return 'all';
  if (via === 'pointed') return 'all';
  if (actor.userId === null) return 'none';
  if (via === 'choice') return 'all';
  return inScope(actor, table, operation) ? ownRow(alias, 'id') : 'none';
}

/** @param {string} alias @param {string} column */
function ownRow(alias, column) {
  return sql`${ident(alias, column)} = ${param(USER_PARAM)}::uuid`;
}
