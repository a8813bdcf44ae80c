/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { k } from '../../postgres/sql/index.js';
import { createActors } from '../../rules/rights/actors.js';

/**
 * The rights of several users at once, to tell whom something may be said.
 *
 * @param {{ db: Database, catalog: () => Catalog }} context
 */
export function createActorsOfUsers({ db, catalog }) {
  const actorOf = createActors();
  /** @param {readonly string[]} ids @returns {Promise<Actor[]>} without those who are gone or disabled */
  return async function actorsOfUsers(ids) {
    if (ids.length === 0) return [];
    const { rows } = await db.query(
      k('plinth.users as u')
        .select('u.id', 'u.name', 'u.email')
        .select({ roles: k.raw('plinth.roles_of(u.id)'), groups: k.raw('plinth.groups_of(u.id)') })
        .whereRaw('u.id = any(?::uuid[])', [[...ids]])
        .whereNull('u.disabled_at'),
    );
    return rows.map(({ id, roles, ...person }) => actorOf(catalog(), id, roles, person));
  };
}
