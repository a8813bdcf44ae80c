/** @import { Actor, Catalog, Table, View } from '../index.d.ts' */
import { hasFullAccess } from './roles.js';

// What is offered, not what is allowed: rows are guarded where they are read and written. A button that would end in a
// refusal is only left out here.

/**
 * Whether a page or view with these roles opens for the actor. No role means admins only.
 *
 * @param {readonly string[]} roles @param {Actor} actor
 */
export function mayOpen(roles, actor) {
  return hasFullAccess(actor) || roles.some((role) => actor.roles.includes(role));
}

/**
 * Whether the actor may do this to any row of the table at all.
 *
 * @param {Table} table @param {'read' | 'create' | 'update' | 'delete'} right @param {Actor} actor
 */
export function mayDo(table, right, actor) {
  if (hasFullAccess(actor)) return true;
  const mayOwn = actor.userId !== null && ownerOf(table) !== null;
  return actor.roles.some((role) => {
    const level = table.access[role]?.[right] ?? 'none';
    return level === 'own' ? mayOwn : level !== 'none';
  });
}

/**
 * Whether a link that names no row leads the actor to something useful: a form needs the right to add rows.
 *
 * @param {Pick<Catalog, 'hasTable' | 'table'>} catalog @param {View} view @param {Actor} actor
 */
export function mayUseView(catalog, { roles, template, table }, actor) {
  if (!mayOpen(roles, actor)) return false;
  return (
    template !== 'edit' || table === null || !catalog.hasTable(table) || mayDo(catalog.table(table), 'create', actor)
  );
}

/** Name of the field that says whose row it is. @param {Table} table */
function ownerOf(table) {
  return table.owner && table.hasField(table.owner) && table.field(table.owner).target === 'users' ? table.owner : null;
}
