/** @import { Actor, Table } from '@plinth/plugin' */

/** @typedef {'read' | 'create' | 'update' | 'delete'} Operation */

/**
 * What an actor's roles give him together: everything, nothing, or some rows: his own and those of rules.
 *
 * @typedef {'all' | 'none' | { own: boolean, rules: readonly string[] }} Grant
 */

/**
 * Whoever passes every check: admins, and code that says `system`.
 *
 * @param {Actor} actor
 */
export function isUnlimited(actor) {
  return actor.system === true || actor.roles.includes('admin');
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

/** The owner field, if it names a user field that still exists. @param {Table} table */
export function ownerField(table) {
  if (!table.owner || !table.hasField(table.owner)) return null;
  const field = table.field(table.owner);
  return field.target === 'users' ? field : null;
}
