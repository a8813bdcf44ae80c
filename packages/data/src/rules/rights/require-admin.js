/** @import { Actor, Catalog } from '@plinth/plugin' */
import { AppError, inputInvalid, phrase } from '@plinth/plugin';
import { isUnlimited } from './index.js';
import { roleIds } from './actors.js';

/**
 * Only admins manage people: anyone who could assign roles could give themselves more rights.
 *
 * @param {Actor} actor
 * @throws {AppError} FORBIDDEN (403)
 */
export function requireAdmin(actor) {
  if (isUnlimited(actor)) return;
  throw new AppError('FORBIDDEN', 'Only admins can do this', { status: 403 });
}

/**
 * @param {Catalog} catalog @param {unknown} names
 * @returns {string[]} role ids
 * @throws {AppError} INPUT_INVALID when one does not exist or can't be given
 */
export function checkRoles(catalog, names) {
  if (!Array.isArray(names)) throw inputInvalid({ roles: 'Choose roles from the list' });
  for (const name of names) {
    // Everybody has these two roles.
    if (name === 'public' || name === 'user') continue;
    if (!catalog.roles.some((role) => role.name === name))
      throw inputInvalid({ roles: phrase`There is no role "${name}"` });
  }
  return roleIds(
    catalog,
    names.filter((name) => name !== 'public' && name !== 'user'),
  );
}
