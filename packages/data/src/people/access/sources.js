/** @import { Catalog } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { nameOrder } from '../../postgres/sql/text-order.js';
import { asUuid, k } from '../../postgres/sql/index.js';

/**
 * Where a person has a role from: assigned directly, from a group, or inherited by another of their roles.
 *
 * @typedef {{ groups: string[], includedBy: string[] }} RoleSource labels of groups, names of roles
 */

/**
 * The sources of each of a person's roles.
 *
 * @param {{ db: Database, catalog: () => Catalog }} context @param {string | null} userId @param {readonly string[]}
 *   roles
 * @returns {Promise<Record<string, RoleSource>>}
 */
export async function roleSources({ db, catalog }, userId, roles) {
  const all = catalog().roles;
  const { rows } = await db.query(
    k('plinth.group_members as m')
      .join('plinth.groups as g', 'g.id', 'm.group_id')
      .select('g.label', { ids: k.raw('array(select role_id from plinth.group_roles r where r.group_id = g.id)') })
      .where('m.user_id', asUuid(userId))
      .orderByRaw(nameOrder('g.label', catalog())),
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
