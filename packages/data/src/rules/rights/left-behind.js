import { accessLevel } from './access-level.js';
import { grantOf, isUnlimited, ownerField } from './grants.js';
import { predicate } from './predicate.js';
import { USER_PARAM } from './user-param.js';
import { ident, param, sql } from '../../postgres/sql/index.js';

/** @import { Actor, Table } from '@plinth/plugin' */
/** @import { Image } from '../expressions/visible-rows.js' */
/** @import { Fragment } from '../../postgres/sql/index.js' */

/**
 * The condition that a row must meet after an actor has created or updated it: the rule that allowed the write must hold
 * for the new row, too, and actors with rights on their own rows only can't give one away or create one for somebody
 * else. It is evaluated on the row's new image, including the pairs of its many-to-many fields.
 *
 * @param {Actor} actor @param {Table} table @param {'create' | 'update'} operation @param {string} alias of the new image
 * @param {Image} [image] what the writing statement can't see yet
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
 * Whether an actor's only rights on rows come from owning them. A token's limits are ignored here, because a token must
 * never add a right.
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
