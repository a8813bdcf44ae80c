/** @import { Catalog, Role, Table } from '@plinth/plugin' */
import { RIGHTS } from './access-form.js';

/** From the least to the most generous. */
const ORDER = ['none', 'own', 'rule', 'all'];

/** @typedef {{ right: string, level: string, inherited: boolean }} Cell */

/**
 * What each role has on each table, with what it has from the roles that it includes.
 *
 * @param {Catalog} catalog
 * @returns {{ table: Table, roles: Cell[][] }[]} cells by role, in the order of `rolesShown`
 */
export function tableMatrix(catalog) {
  const roles = rolesShown(catalog);
  return catalog.tables
    .filter(({ system }) => !system)
    .map((table) => ({
      table,
      roles: roles.map((role) => RIGHTS.map((right) => cell(catalog, table, role, right))),
    }));
}

/** Admin passes every check. @param {Catalog} catalog */
export const rolesShown = (catalog) => catalog.roles.filter(({ name }) => name !== 'admin');

/**
 * Views and pages by the roles that open them.
 *
 * @param {Catalog} catalog
 * @returns {{ kind: 'view' | 'page', name: string, label: string, url: string, roles: boolean[] }[]}
 */
export function openingMatrix(catalog) {
  const roles = rolesShown(catalog).map((role) => included(catalog, role));
  const opens = (/** @type {readonly string[]} */ wanted) =>
    roles.map((mine) => wanted.some((name) => mine.includes(name)));
  return [
    ...catalog.pages.map(({ name, title, roles: wanted }) => ({
      ...{ kind: /** @type {const} */ ('page'), name, label: title, url: `/admin/pages/${name}` },
      roles: opens(wanted),
    })),
    ...catalog.views.map(({ name, label, roles: wanted }) => ({
      ...{ kind: /** @type {const} */ ('view'), name, label, url: `/admin/views/${name}` },
      roles: opens(wanted),
    })),
  ];
}

/** @param {Catalog} catalog @param {Table} table @param {Role} role @param {typeof RIGHTS[number]} right @returns {Cell} */
function cell(catalog, table, role, right) {
  const own = levelOf(table, role.name, right);
  const all = included(catalog, role).map((name) => levelOf(table, name, right));
  const level = all.reduce((most, one) => (ORDER.indexOf(one) > ORDER.indexOf(most) ? one : most), 'none');
  return { right, level, inherited: level !== own };
}

/** @param {Table} table @param {string} role @param {typeof RIGHTS[number]} right */
function levelOf(table, role, right) {
  const level = (Object.hasOwn(table.access, role) ? table.access[role] : null)?.[right] ?? 'none';
  return typeof level === 'object' ? 'rule' : level;
}

/** A role and those that it includes; who logs in has what everybody has. @param {Catalog} catalog @param {Role} role */
function included({ roles }, role) {
  const found = new Set([role.name]);
  for (const name of found) {
    const inherits = roles.find((one) => one.name === name)?.inherits;
    if (inherits) found.add(inherits);
  }
  if (role.name !== 'public') found.add('user');
  return [...found, 'public'];
}
