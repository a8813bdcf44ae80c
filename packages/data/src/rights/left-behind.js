import { accessLevel } from './access-level.js';
import { grantOf, isUnlimited, ownerField } from './grants.js';
import { predicate } from './predicate.js';
import { USER_PARAM } from './user-param.js';
import { ident, param, sql } from '../sql/index.js';

/** @import { Actor, Table } from '@plinth/plugin' */
/** @import { Image } from '../expressions/visible-rows.js' */
/** @import { Fragment } from '../sql/index.js' */

/**
 * What a row must be like after an actor created or updated it: what a rule lets him do must be so of the new row as
 * well, and whoever reaches only his own rows must not give one away, nor make one for somebody else. The condition is
 * on the row's new image, the pairs of its many-to-many fields included.
 *
 * @param {Actor} actor @param {Table} table @param {'create' | 'update'} operation @param {string} alias of the new image
 * @param {Image} [image] what the statement that writes the row can't see yet
 * @returns {Fragment | 'all'}
 */
export function leftBehind(actor, table, operation, alias, image) {
  const owner = reachesOwnOnly(actor, table) ? ownerField(table) : null;
  const mine = owner ? sql`${ident(alias, owner.name)} = ${param(USER_PARAM)}::uuid` : null;
  const ruled = hasRules(actor, table, operation) ? predicate(actor, table, operation, alias, 'direct', image) : 'all';
  if (typeof ruled === 'string') return mine ?? 'all';
  return mine && operation === 'create' ? sql`(${mine} and ${ruled})` : ruled;
}

/** @param {Actor} actor @param {Table} table @param {'create' | 'update'} operation */
function hasRules(actor, table, operation) {
  const grant = grantOf(actor, table, operation);
  return typeof grant === 'object' && grant.rules.length > 0;
}

/**
 * Whether being the owner is what gives an actor any right on a row; whatever a token is limited to, for it takes rights
 * and must not give one.
 *
 * @param {Actor} asker @param {Table} table
 */
export function reachesOwnOnly(asker, table) {
  const actor = asker.scope ? { ...asker, scope: undefined } : asker;
  if (isUnlimited(actor) || accessLevel(actor, table, 'update') === 'all') return false;
  const levels = /** @type {const} */ (['read', 'update', 'delete']).map((operation) =>
    accessLevel(actor, table, operation),
  );
  return levels.includes('own');
}
