/** @import { AccessLevel, Actor, Table } from '@plinth/plugin' */

/** @typedef {'read' | 'create' | 'update' | 'delete'} Operation */

/** @type {AccessLevel[]} */
const GENEROSITY = ['none', 'own', 'all'];

/**
 * Whoever passes every check: admins, and code that says `system`.
 *
 * @param {Actor} actor
 */
export function isUnlimited(actor) {
  return actor.system === true || actor.roles.includes('admin');
}

/**
 * What a table's access list gives an actor; of several roles the most generous wins. What nobody granted is `none`,
 * and so is `own` for visitors without a user and on tables without an owner field.
 *
 * @param {Actor} actor @param {Table} table @param {Operation} operation
 * @returns {AccessLevel}
 */
export function accessLevel(actor, table, operation) {
  if (isUnlimited(actor)) return 'all';
  let level = 0;
  for (const role of actor.roles) {
    const access = Object.hasOwn(table.access, role) ? table.access[role] : null;
    level = Math.max(level, GENEROSITY.indexOf(/** @type {AccessLevel} */ (access?.[operation] ?? 'none')));
  }
  if (GENEROSITY[level] !== 'own') return GENEROSITY[Math.max(level, 0)];
  return actor.userId !== null && ownerField(table) !== null ? 'own' : 'none';
}

/** The owner field, if it names a user field that still exists. @param {Table} table */
export function ownerField(table) {
  if (!table.owner || !table.hasField(table.owner)) return null;
  const field = table.field(table.owner);
  return field.target === 'users' ? field : null;
}
