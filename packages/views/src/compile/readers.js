/** @import { Actor, Catalog, Field, Table } from '@plinth/plugin' */

/** Lists of roles: who may has one of each. @typedef {(readonly string[])[]} RoleLists */

/**
 * Who may read the field at the end of a path, and all on the way to it.
 *
 * @param {Pick<Catalog, 'path'>} catalog @param {Table} table @param {string} path @returns {RoleLists}
 */
export function readersAt(catalog, table, path) {
  const found = catalog.path(table, path);
  if (!found) return [];
  return [...new Set([...found.steps, found.field])].flatMap((field) => rolesOf(field.access?.read));
}

/** Who may change a field of those who may read it. @param {Field} field @returns {RoleLists} */
export const writersOf = (field) => rolesOf(field.access?.write);

/** A list that names nobody leaves admins. @param {readonly string[] | null | undefined} roles @returns {RoleLists} */
function rolesOf(roles) {
  if (!roles) return [];
  return [roles.length > 0 ? roles : ['admin']];
}

/** @param {Pick<Actor, 'roles' | 'system'>} actor @param {RoleLists} lists */
export function isAmong({ roles, system }, lists) {
  return system || roles.includes('admin') || lists.every((list) => list.some((role) => roles.includes(role)));
}
