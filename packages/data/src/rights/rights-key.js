import { isUnlimited } from './grants.js';

/** @import { Actor } from '@plinth/plugin' */

/**
 * Two actors with equal keys get the same SQL; what differs between them (the user's id) is bound when it runs.
 *
 * @param {Actor & { rowSecurity?: true }} actor
 */
export function rightsKey(actor) {
  if (isUnlimited(actor)) return '*';
  const roles = [...new Set(actor.roles)].sort().join(' ');
  const signs = `${actor.userId === null ? '' : ' +'}${actor.rowSecurity ? ' |' : ''}${actor.asked ? ` in ${actor.asked.join()}` : ''}`;
  const key = `${roles}${signs}`;
  return actor.scope ? `${key} ${scopeKey(actor.scope)}` : key;
}

/** @param {NonNullable<Actor['scope']>} scope */
function scopeKey({ tables, operations }) {
  return `only ${tables?.toSorted().join() ?? '*'} ${operations?.toSorted().join() ?? '*'}`;
}

/** Whether somebody is who he was, with the rights that he had. @param {Actor} a @param {Actor} b */
export function sameRights(a, b) {
  return a.userId === b.userId && rightsKey(a) === rightsKey(b) && String(a.groups) === String(b.groups);
}
