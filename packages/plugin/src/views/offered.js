/** @import { Actor, Catalog, Field, Table, View } from '../index.d.ts' */
import { hasFullAccess, isSignedIn } from './roles.js';

// Decides what is offered, not what is allowed: rows are protected where they are read and written. Here only buttons
// that would end in a refusal are left out.

/**
 * Whether the actor may open a page or view with these roles. No role means admins only.
 *
 * @param {readonly string[]} roles @param {Actor} actor
 */
export function mayOpen(roles, actor) {
  return hasFullAccess(actor) || roles.some((role) => actor.roles.includes(role));
}

/**
 * Whether the actor may do this to any row of the table.
 *
 * @param {Table} table @param {'read' | 'create' | 'update' | 'delete'} right @param {Actor} actor
 */
export function mayDo(table, right, actor) {
  if (hasFullAccess(actor)) return true;
  const mayOwn = isSignedIn(actor) && ownerOf(table) !== null;
  return actor.roles.some((role) => {
    const level = table.access[role]?.[right] ?? 'none';
    return level === 'own' ? mayOwn : level !== 'none';
  });
}

/**
 * Whether a control of the field offers to add choices to it.
 *
 * @param {Table} table @param {Field} field @param {Actor} actor
 */
export function mayAddChoices(table, field, actor) {
  if (table.system || field.formula || !Array.isArray(field.attributes.options)) return false;
  return hasFullAccess(actor) || actor.roles.some((role) => table.access[role]?.choices === 'all');
}

/**
 * Whether a link without a row is useful for the actor: a form requires the right to add rows.
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
