/** @import { Catalog, Role } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { AppError, phrase } from '@plinth/plugin';
import { k } from '../../postgres/sql/index.js';

/**
 * Ids of the people who have a role, also by a group or a role that inherits it.
 *
 * @param {{ query: Database['query'] }} on @param {Catalog} catalog @param {string} name
 * @returns {Promise<string[]>} without those who are deactivated; in a stable order
 * @throws {AppError} ACTION_INCOMPLETE
 */
export async function withRole(on, catalog, name) {
  const role = catalog.roles.find((one) => one.name === name);
  if (!role) throw roleGone(name);
  const { rows } = await on.query(
    k('plinth.users as u')
      .select('u.id')
      .whereNull('u.disabled_at')
      .modify((query) => {
        if (!EVERYBODYS.has(name)) query.whereRaw('plinth.roles_of(u.id) && ?::uuid[]', [heirsOf(catalog, role)]);
      })
      .orderBy('u.id'),
  );
  return rows.map(({ id }) => id);
}

/** Every user has them without a membership. */
const EVERYBODYS = new Set(['user', 'public']);

/** Ids of a role and of those that inherit it. @param {Catalog} catalog @param {Role} role */
function heirsOf({ roles }, role) {
  const found = new Set([role]);
  for (const heir of found) for (const one of roles) if (one.inherits === heir.name) found.add(one);
  return [...found].map(({ id }) => id);
}

/** @param {string} name */
const roleGone = (name) =>
  new AppError('ACTION_INCOMPLETE', phrase`There is no role "${name}"`, {
    status: 422,
    hint: 'Choose another one in the settings of the action',
  });
