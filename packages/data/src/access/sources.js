/** @import { Catalog } from '@plinth/plugin' */
/** @import { Database } from '../postgres/database.js' */
import { asUuid, k } from '../sql/index.js';

/**
 * Where somebody has a role from: given to himself, to a group that he is in, or part of another role of his.
 *
 * @typedef {{ groups: string[], includedBy: string[] }} RoleSource labels of groups, names of roles
 */

/**
 * For each role that somebody has.
 *
 * @param {{ db: Database, catalog: () => Catalog }} context @param {string | null} userId @param {readonly string[]} roles
 * @returns {Promise<Record<string, RoleSource>>}
 */
export async function roleSources({ db, catalog }, userId, roles) {
  const all = catalog().roles;
  const { rows } = await db.query(
    k('plinth.group_members as m')
      .join('plinth.groups as g', 'g.id', 'm.group_id')
      .select('g.label', { ids: k.raw('array(select role_id from plinth.group_roles r where r.group_id = g.id)') })
      .where('m.user_id', asUuid(userId))
      .orderByRaw('lower(g.label)'),
  );
  const sourceOf = (/** @type {string} */ name) => {
    const id = all.find((role) => role.name === name)?.id ?? '';
    return {
      groups: rows.filter(({ ids }) => ids.includes(id)).map(({ label }) => label),
      includedBy: all.filter((role) => role.inherits === name && roles.includes(role.name)).map((role) => role.name),
    };
  };
  return Object.fromEntries(roles.map((name) => [name, sourceOf(name)]));
}
