/** @import { Request } from '../types.d.ts' */

/** The roles that a draft can be seen as. @param {Request} req @returns {{ value: string, label: string }[]} */
export function rolesToSeeAs({ ctx: { catalog, t } }) {
  return catalog.roles.map(({ name, label }) => ({ value: `role:${name}`, label: t(label) }));
}
