/** @import { Catalog, Role, Table } from '@plinth/plugin' */
import { limitedRoles } from '@plinth/plugin';
import { buildAddress } from '../objects/build-address.js';
import { RIGHTS } from './access-form.js';

/** Least generous first. */
export const ORDER = ['none', 'own', 'rule', 'all'];

/**
 * @typedef {{ right: string, level: string, inherited: boolean }} Cell
 * @typedef {{ name: string, label: string, roles: { read: boolean, write: boolean }[] }} LimitedField
 */

/**
 * The rights of each role on each table, including inherited ones.
 *
 * @param {Catalog} catalog
 * @returns {{ table: Table, roles: Cell[][], fields: LimitedField[] }[]} cells by role, in the order of `limitedRoles`
 */
export function tableMatrix(catalog) {
  const roles = limitedRoles(catalog);
  return catalog.tables
    .filter(({ system }) => !system)
    .map((table) => ({
      table,
      roles: roles.map((role) => RIGHTS.map((right) => cell(catalog, table, role, right))),
      fields: limitedFields(catalog, table, roles),
    }));
}

/**
 * Fields that not everybody who may read or change the row may read or change.
 *
 * @param {Catalog} catalog @param {Table} table @param {readonly Role[]} roles @returns {LimitedField[]}
 */
function limitedFields(catalog, table, roles) {
  const mine = roles.map((role) => includedRoles(catalog, role));
  const open = (/** @type {readonly string[] | null | undefined} */ list, /** @type {string[]} */ held) =>
    !list || list.some((name) => held.includes(name));
  return (table.fields ?? [])
    .filter(({ access }) => access?.read || access?.write)
    .map(({ name, label, access }) => ({
      name,
      label,
      roles: mine.map((held) => {
        const read = open(access?.read, held);
        return { read, write: read && open(access?.write, held) };
      }),
    }));
}

/**
 * Folders by the roles that may have their files.
 *
 * @param {Catalog} catalog @param {readonly { path: string, roles: readonly string[] }[]} folders
 */
export function folderMatrix(catalog, folders) {
  const roles = limitedRoles(catalog).map((role) => includedRoles(catalog, role));
  return folders.map(({ path, roles: wanted }) => ({
    kind: /** @type {const} */ ('folder'),
    name: path,
    label: path,
    url: `/admin/files?folder=${encodeURIComponent(path)}`,
    roles: roles.map((mine) => wanted.some((name) => mine.includes(name))),
  }));
}

/**
 * Views and pages by the roles that may open them.
 *
 * @param {Catalog} catalog
 * @returns {{ kind: 'view' | 'page', name: string, label: string, url: string, roles: boolean[], own: boolean[] }[]}
 *   own: named itself, not by a role that it includes
 */
export function openingMatrix(catalog) {
  const roles = limitedRoles(catalog);
  const opens = (/** @type {readonly string[]} */ wanted) => ({
    roles: roles.map((role) => includedRoles(catalog, role).some((name) => wanted.includes(name))),
    own: roles.map(({ name }) => wanted.includes(name)),
  });
  return [
    ...catalog.pages.map(({ name, title, roles: wanted }) => ({
      kind: /** @type {const} */ ('page'),
      name,
      label: title,
      url: buildAddress('page', name),
      ...opens(wanted),
    })),
    ...catalog.views.map(({ name, label, roles: wanted }) => ({
      kind: /** @type {const} */ ('view'),
      name,
      label,
      url: buildAddress('view', name),
      ...opens(wanted),
    })),
  ];
}

/** @param {Catalog} catalog @param {Table} table @param {Role} role @param {typeof RIGHTS[number]} right @returns {Cell} */
function cell(catalog, table, role, right) {
  const own = levelOf(table, role.name, right);
  const all = includedRoles(catalog, role).map((name) => levelOf(table, name, right));
  const level = all.reduce((most, one) => (ORDER.indexOf(one) > ORDER.indexOf(most) ? one : most), 'none');
  return { right, level, inherited: level !== own };
}

/** @param {Table} table @param {string} role @param {typeof RIGHTS[number]} right */
function levelOf(table, role, right) {
  const level = (Object.hasOwn(table.access, role) ? table.access[role] : null)?.[right] ?? 'none';
  return typeof level === 'object' ? 'rule' : level;
}

/**
 * A role and those that it inherits; everybody who logs in also has the public's rights.
 *
 * @param {Catalog} catalog @param {Role} role
 */
export function includedRoles({ roles }, role) {
  const found = new Set([role.name]);
  for (const name of found) {
    const inherits = roles.find((one) => one.name === name)?.inherits;
    if (inherits) found.add(inherits);
  }
  if (role.name !== 'public') found.add('user');
  return [...found, 'public'];
}
