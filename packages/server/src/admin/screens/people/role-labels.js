/** @import { Request } from '../../../types.d.ts' */

/** @param {Request} req @param {readonly string[]} names @returns {string[]} */
export function roleLabels({ ctx: { t, catalog } }, names) {
  return names.map((name) => t(catalog.roles.find((role) => role.name === name)?.label ?? name));
}

/** Roles that somebody can be given; everybody is public anyway. @param {Request} req */
export function roleChoices({ ctx: { t, catalog } }) {
  return catalog.roles
    .filter((role) => role.name !== 'public')
    .map((role) => ({ value: role.name, label: t(role.label) }));
}
