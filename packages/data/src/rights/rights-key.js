import { isUnlimited } from './grants.js';

/** @import { Actor } from '@plinth/plugin' */

/**
 * Two actors with equal keys get the same SQL; what differs between them (the user's id) is bound when it runs.
 *
 * @param {Actor} actor
 */
export function rightsKey(actor) {
  if (isUnlimited(actor)) return '*';
  const roles = [...new Set(actor.roles)].sort().join(' ');
  return actor.userId === null ? roles : `${roles} +`;
}
