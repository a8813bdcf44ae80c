/** @import { Request } from '../../types.d.ts' */

/** What a role is called; one that is gone keeps its name. @param {Request} req @param {string} name */
export const roleLabel = ({ ctx: { t, catalog } }, name) =>
  t(catalog.roles.find((role) => role.name === name)?.label ?? name);

/** What somebody is called by: his roles, or just user. @param {Request} req @param {readonly string[]} names @returns {string[]} */
export function roleLabels(req, names) {
  const held = names.length ? names : ['user'];
  return held.map((name) => roleLabel(req, name));
}

/** Roles that somebody can be given: everybody with a login is a user, and everybody at all is public. @param {Request} req */
export function roleChoices({ ctx: { t, catalog } }) {
  return catalog.roles
    .filter((role) => role.name !== 'public' && role.name !== 'user')
    .map((role) => ({ value: role.name, label: t(role.label) }));
}
