/** @import { FieldAccess, Role, Values } from '@plinth/plugin' */
import { ADMIN, inputInvalid, phrase } from '@plinth/plugin';
import { onlyKeys } from './names.js';

const RIGHTS = /** @type {const} */ (['read', 'write']);

/**
 * Who may read and write a field; nothing if there is no limit.
 *
 * @param {Values} input @param {readonly Role[]} roles @param {string} [at] for messages
 * @returns {FieldAccess | null}
 */
export function checkFieldAccess(input, roles, at = 'access') {
  if (input === undefined || input === null) return null;
  onlyKeys(at, input, RIGHTS);
  const access = { read: rolesIn(input.read, roles, `${at}.read`), write: rolesIn(input.write, roles, `${at}.write`) };
  return access.read || access.write ? access : null;
}

/** @param {unknown} names @param {readonly Role[]} roles @param {string} at @returns {string[] | null} */
function rolesIn(names, roles, at) {
  if (names === undefined || names === null) return null;
  if (!Array.isArray(names)) throw inputInvalid({ [at]: 'must be a list of roles' });
  for (const name of names)
    if (!roles.some((role) => role.name === name)) throw inputInvalid({ [at]: phrase`There is no role "${name}"` });
  // Admins pass every check.
  return [...new Set(names)].filter((name) => name !== ADMIN).sort();
}
