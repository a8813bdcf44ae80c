/** @import { Actor, Catalog, RowModel, Table, View } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
import { noteVaries } from './scope.js';
import { fieldAt } from './field-at.js';

// What is offered, not what is allowed: rows are guarded where they are read and written. A button that would end in a
// refusal is only left out here.

/** @typedef {'read' | 'create' | 'update' | 'delete'} Right */

/**
 * Whether a page or view with these roles opens for the actor. No role means admins only: nothing is granted unasked.
 * @param {readonly string[]} roles @param {Actor} actor
 */
export function mayOpen(roles, actor) {
  return isUnlimited(actor) || roles.some((role) => actor.roles.includes(role));
}

/**
 * Whether the actor may do this to any row of the table at all.
 *
 * @param {Table} table @param {Right} right @param {Actor} actor
 */
export function mayDo(table, right, actor) {
  if (isUnlimited(actor)) return true;
  const mayOwn = actor.userId !== null && ownerOf(table) !== null;
  return actor.roles.some((role) => {
    const level = table.access[role]?.[right] ?? 'none';
    return level === 'own' ? mayOwn : level !== 'none';
  });
}

/**
 * Whether a link that names no row leads the actor to something he can use: a form needs the right to add rows.
 *
 * @param {Pick<Catalog, 'hasTable' | 'table'>} catalog @param {View} view @param {Actor} actor
 */
export function mayUseView(catalog, { roles, template, table }, actor) {
  if (!mayOpen(roles, actor)) return false;
  return (
    template !== 'edit' || table === null || !catalog.hasTable(table) || mayDo(catalog.table(table), 'create', actor)
  );
}

/**
 * Whether the actor may do this to the row at hand. Where that depends on the row (its owner, a rule), the same
 * statement that gives the row tells.
 *
 * @param {Scope} scope @param {Table} table of the row
 * @param {'update' | 'delete'} right @param {string} [path] of a relation that leads to the row from the row at hand
 * @returns {(m: RowModel) => boolean}
 */
export function mayDoToRow(scope, table, right, path) {
  const depends = Object.values(table.access).some(({ [right]: level }) => level !== 'none' && level !== 'all');
  if (!depends) return ({ env }) => mayDo(table, right, env.actor);
  if (path) fieldAt(scope, path);
  const column = scope.selects.add({ may: right, ...(path && { of: path }) });
  noteVaries(scope, { user: true });
  // Without a row there is nobody to ask: the form says it when it is opened.
  return ({ row, env }) => (row ? row[column] === true : mayDo(table, right, env.actor));
}

/** @param {Actor} actor */
function isUnlimited(actor) {
  return actor.system || actor.roles.includes('admin');
}

/** Name of the field that says whose row it is. @param {Table} table */
function ownerOf(table) {
  return table.owner && table.hasField(table.owner) && table.field(table.owner).target === 'users' ? table.owner : null;
}
