import { accessLevel, isUnlimited, ownerField } from './access-level.js';
import { USER_PARAM } from './predicate.js';
import { ident, param, sql } from '../sql/index.js';

/** @import { Actor, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../sql/index.js' */

/**
 * What a row must be like after an actor created or updated it: whoever reaches only his own rows must not give one
 * away, nor make one for somebody else. The condition is on the row's new image.
 *
 * @param {Actor} actor @param {Table} table @param {string} alias of the new image
 * @returns {Fragment | 'all'}
 */
export function leftBehind(actor, table, alias) {
  const owner = reachesOwnOnly(actor, table) ? ownerField(table) : null;
  return owner ? sql`${ident(alias, owner.name)} = ${param(USER_PARAM)}::uuid` : 'all';
}

/** Whether being the owner is what gives an actor any right on a row. @param {Actor} actor @param {Table} table */
export function reachesOwnOnly(actor, table) {
  if (isUnlimited(actor) || accessLevel(actor, table, 'update') === 'all') return false;
  const levels = /** @type {const} */ (['read', 'update', 'delete']).map((operation) =>
    accessLevel(actor, table, operation),
  );
  return levels.includes('own');
}
