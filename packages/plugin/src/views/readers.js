/** @import { Actor, Catalog, Field, Table, View } from '../index.d.ts' */
import { ADMIN, hasFullAccess } from './roles.js';

/** Lists of roles; the actor needs one role from each. @typedef {(readonly string[])[]} RoleLists */

/**
 * Who may read the field at the end of a path, and all fields on the way.
 *
 * @param {Pick<Catalog, 'path'>} catalog @param {Table} table @param {string} path @returns {RoleLists}
 */
export function readersAt(catalog, table, path) {
  const found = catalog.path(table, path);
  if (!found) return [];
  const relations = found.steps.filter((step) => step !== found.field);
  return [...relations.flatMap((field) => rolesOf(field.access?.read)), ...readersOf(found.table, found.field)];
}

/** A formula reveals the fields that it uses, so its readers are those who may read all of them. @param {Table} table @param {Field} field @returns {RoleLists} */
function readersOf(table, field) {
  if (table.system && !['id', 'name'].includes(field.name)) return [[ADMIN]];
  const used = field.formula ? (table.usedBy?.(field) ?? []) : [];
  return [
    ...rolesOf(field.access?.read),
    ...used.flatMap(({ table: of, name }) => (of.hasField(name) ? readersOf(of, of.field(name)) : [])),
  ];
}

/** Who, of those who may read a field, may change it. @param {Field} field @returns {RoleLists} */
export const writersOf = (field) => rolesOf(field.access?.write);

/**
 * Who may do this to some row of the table; nobody else is offered it.
 *
 * @param {Table} table @param {'create' | 'update' | 'delete'} right @returns {RoleLists}
 */
export const doersOf = ({ access }, right) =>
  rolesOf(Object.keys(access).filter((role) => (access[role][right] ?? 'none') !== 'none'));

/**
 * Who could follow a link to a view from some row of a table.
 *
 * @param {Pick<Catalog, 'hasTable' | 'table'>} catalog @param {View} view @param {Table | null} from @returns
 *   {RoleLists}
 */
export function openersOf(catalog, { roles, template, table }, from) {
  const form = template === 'edit' && table !== null && catalog.hasTable(table) ? catalog.table(table) : null;
  return [...rolesOf(roles), ...(form ? doersOf(form, form.name === from?.name ? 'update' : 'create') : [])];
}

/** An empty list means admins only. @param {readonly string[] | null | undefined} roles @returns {RoleLists} */
function rolesOf(roles) {
  if (!roles) return [];
  return [roles.length > 0 ? roles : [ADMIN]];
}

/** @param {Pick<Actor, 'roles' | 'system'>} actor @param {RoleLists} lists */
export function isAmong(actor, lists) {
  return hasFullAccess(actor) || lists.every((list) => list.some((role) => actor.roles.includes(role)));
}
