import { isSignedIn } from '@plinth/plugin';
import { isUnlimited } from './grants.js';

/** @import { Actor } from '@plinth/plugin' */

/**
 * Actors with equal keys get the same SQL; the user's id is bound when it runs.
 *
 * @param {Actor & { rowSecurity?: true }} actor
 */
export function rightsKey(actor) {
  if (isUnlimited(actor)) return '*';
  if (actor.reach) return `* in ${actor.reach.tables.toSorted().join()}`;
  const roles = [...new Set(actor.roles)].sort().join(' ');
  const signs = `${isSignedIn(actor) ? ' +' : ''}${actor.rowSecurity ? ' |' : ''}${actor.asked ? ` in ${actor.asked.join()}` : ''}`;
  const key = `${roles}${signs}`;
  return actor.scope ? `${key} ${scopeKey(actor.scope)}` : key;
}

/** @param {NonNullable<Actor['scope']>} scope */
function scopeKey({ tables, operations }) {
  return `only ${tables?.toSorted().join() ?? '*'} ${operations?.toSorted().join() ?? '*'}`;
}

/** Whether two actors are the same user with the same rights. @param {Actor} a @param {Actor} b */
export function sameRights(a, b) {
  return a.userId === b.userId && rightsKey(a) === rightsKey(b) && String(a.groups) === String(b.groups);
}
