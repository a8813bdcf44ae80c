/** @import { Actor, Table } from '@plinth/plugin' */
import { isAdmin, isSignedIn } from '@plinth/plugin';

/** @typedef {'read' | 'create' | 'update' | 'delete'} Operation */

/**
 * What all roles of an actor allow together: everything, nothing, or some rows (their own and those of rules).
 *
 * @typedef {'all' | 'none' | { own: boolean, rules: readonly string[] }} Grant
 */

/**
 * Whether an actor passes every check: admins and system code do, unless a token limits them to some tables or
 * operations, or their app to its own tables.
 *
 * @param {Actor} actor
 */
export function isUnlimited(actor) {
  if (actor.reach) return false;
  return actor.system === true || (!actor.scope && isAdmin(actor));
}

/** Whether rights within a table don't count for an actor, who may still be limited to some tables. @param {Actor} actor */
export const seesAllRows = (actor) => isUnlimited(actor) || actor.reach !== undefined;

/**
 * What a table's access list allows an actor. The most generous role wins, and partial grants add up. `own` counts as
 * `none` for visitors and on tables without an owner field.
 *
 * @param {Actor} actor @param {Table} table @param {Operation | 'choices'} operation
 * @returns {Grant}
 */
export function grantOf(actor, table, operation) {
  if (isUnlimited(actor)) return 'all';
  if (!inScope(actor, table, operation)) return 'none';
  if (actor.reach) return 'all';
  if (isAdmin(actor)) return 'all';
  let own = false;
  /** @type {Set<string>} */
  const rules = new Set();
  for (const role of actor.roles) {
    const access = Object.hasOwn(table.access, role) ? table.access[role] : null;
    const level = access?.[operation] ?? 'none';
    if (level === 'all') return 'all';
    if (level === 'own') own = true;
    else if (typeof level === 'object' && typeof level.rule === 'string') rules.add(level.rule);
  }
  own &&= isSignedIn(actor) && ownerField(table) !== null;
  return own || rules.size > 0 ? { own, rules: [...rules].sort() } : 'none';
}

/**
 * Whether the actor's API token, or the app whose system code it is, covers this. Without these there is no such limit.
 *
 * @param {Actor} actor @param {Table} table @param {Operation | 'choices'} operation
 */
export function inScope({ scope, reach }, table, operation) {
  if (reach) return reach.tables.includes(table.name);
  if (!scope) return true;
  const { tables, operations } = scope;
  return (tables?.includes(table.name) ?? true) && (operations?.some((one) => one === operation) ?? true);
}

/** The owner field, if it still exists and points at a user. @param {Table} table */
export function ownerField(table) {
  if (!table.owner || !table.hasField(table.owner)) return null;
  const field = table.field(table.owner);
  return field.target === 'users' ? field : null;
}
