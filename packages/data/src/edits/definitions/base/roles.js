/** @import { Catalog } from '@plinth/plugin' */
import { inputInvalid, phrase } from '@plinth/plugin';

/** Names of existing roles. @param {unknown} roles @param {Catalog} catalog @returns {string[]} */
export function checkRoles(roles, catalog) {
  if (roles === undefined || roles === null) return [];
  if (!Array.isArray(roles)) throw inputInvalid({ roles: 'must be a list of roles' });
  for (const name of roles) {
    if (!catalog.roles.some((role) => role.name === name))
      throw inputInvalid({ roles: phrase`There is no role "${name}"` });
  }
  return [...new Set(roles)];
}
