/** @import { Actor, Table } from '@plinth/plugin' */
/** @import { Operation } from './grants.js' */
import { grantOf } from './grants.js';

/**
 * An actor's grant in one word.
 *
 * @param {Actor} actor @param {Table} table @param {Operation | 'choices'} operation
 * @returns {'none' | 'own' | 'some' | 'all'} `some`: the rows of a rule
 */
export function accessLevel(actor, table, operation) {
  const grant = grantOf(actor, table, operation);
  if (typeof grant === 'string') return grant;
  return grant.rules.length > 0 ? 'some' : 'own';
}
