/** @import { Actor, Table } from '@plinth/plugin' */
import { isAdmin } from '@plinth/plugin';

/** @typedef {'read' | 'create' | 'update' | 'delete'} Operation */

/**
 * What an actor's roles give him together: everything, nothing, or some rows: his own and those of rules.
 *
 * @typedef {'all' | 'none' | { own: boolean, rules: readonly string[] }} Grant
 */

/**
 * Whoever passes every check: admins, and code that says `system`; not who came with a token that is limited to some
 * tables or operations.
 *
 * @param {Actor} actor
 */
export function isUnlimited(actor) {
  return actor.system === true || (!actor.scope && isAdmin(actor));
}

/**
 * What a table's access list gives an actor; of several roles the most generous wins, and what each gives in part adds
 * up. What nobody granted is `none`, and so is `own` for visitors without a user and on tables without an owner field.
 *
 * @param {Actor} actor @param {Table} table @param {Operation} operation
 * @returns {Grant}
 */
export function grantOf(actor, table, operation) {
  if (isUnlimited(actor)) return 'all';
  if (!inScope(actor, table, operation)) return 'none';
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
  own &&= actor.userId !== null && ownerField(table) !== null;
  return own || rules.size > 0 ? { own, rules: [...rules].sort() } : 'none';
}

/**
 * Whether the token that the actor came with is good for this; who came without one has no such limits.
 *
 * @param {Actor} actor @param {Table} table @param {Operation} operation
 */
export function inScope({ scope }, table, operation) {
  if (!scope) return true;
  const { tables, operations } = scope;
  return (tables?.includes(table.name) ?? true) && (operations?.includes(operation) ?? true);
}

/** The owner field, if it names a user field that still exists. @param {Table} table */
export function ownerField(table) {
  if (!table.owner || !table.hasField(table.owner)) return null;
  const field = table.field(table.owner);
  return field.target === 'users' ? field : null;
}
