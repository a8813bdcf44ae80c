/** @import { Request } from '@plinth/server/types' */

/** A role's label; a removed one keeps its name. @param {Request} req @param {string} name */
export const roleLabel = ({ ctx: { t, catalog } }, name) =>
  t(catalog.roles.find((role) => role.name === name)?.label ?? name);

/**
 * The labels of somebody's roles, or just user.
 *
 * @param {Request} req @param {readonly string[]} names
 * @returns {string[]}
 */
export function roleLabels(req, names) {
  const held = names.length ? names : ['user'];
  return held.map((name) => roleLabel(req, name));
}

/** Roles that nobody is given: everybody with a login has user, and everybody has public. */
export const EVERYBODYS = Object.freeze(['public', 'user']);
