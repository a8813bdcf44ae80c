/** @import { Actor, Catalog, Table } from '@plinth/plugin' */
/** @import { Names, PolicyRule } from './read-policy.js' */
import { memoize } from '@plinth/plugin';
import { seesAllRows } from '../grants.js';
import { policyRule } from './read-policy.js';

export { planPolicyRemoval, planPolicies } from './plan-policies.js';
export { endAsWriter, sendAsReader, writeAsWriter } from './send-as-role.js';
export { ensureRoles } from './roles.js';
export { SCHEMA } from './read-policy.js';

/** An actor whose statements are checked by row-level security, too. @typedef {Actor & { rowSecurity?: true }} SecuredActor */

/** Admins and system code are exempt. @param {Actor} actor @returns {SecuredActor} */
export const withRowSecurity = (actor) => (seesAllRows(actor) ? actor : { ...actor, rowSecurity: true });

/** Compiled rules of each Catalog, by table and source. */
const rulesOf = memoize((/** @type {Catalog} */ _catalog) => /** @type {Map<string, PolicyRule | null>} */ (new Map()));

/** @param {Names} names @param {Table} table @param {string} source */
export function policyRuleOf(names, table, source) {
  const rules = rulesOf(names.catalog);
  const key = `${table.name}\n${source}`;
  if (!rules.has(key)) rules.set(key, policyRule(names, table, source));
  return rules.get(key) ?? null;
}
