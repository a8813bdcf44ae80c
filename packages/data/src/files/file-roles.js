/** @import { Catalog } from '@plinth/plugin' */
import { inputInvalid, phrase } from '@plinth/plugin';
import { roleIds, roleNames } from '../people/actors.js';

/**
 * Roles of files and folders are kept by their ids and told by their names.
 *
 * @param {Catalog} catalog @param {readonly unknown[]} names @returns {string[]}
 * @throws {import('@plinth/plugin').AppError} INPUT_INVALID
 */
export function idsOfRoles(catalog, names) {
  const missing = names.find((name) => !catalog.roles.some((role) => role.name === name));
  if (missing !== undefined) throw inputInvalid({ roles: phrase`There is no role "${String(missing)}"` });
  return roleIds(catalog, names.map(String));
}

/** Names of roles (`roles`) instead of ids (`roleIds`). @param {Catalog} catalog @param {any} row @returns {any} */
export function withRoles(catalog, { roleIds: ids, ...row }) {
  return { ...row, roles: roleNames(catalog, ids) };
}
