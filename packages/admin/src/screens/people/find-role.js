import { AppError, phrase } from '@plinth/plugin';

/** @import { Catalog, Role } from '@plinth/plugin' */

/** @param {Catalog} catalog @param {string} name @returns {Role} @throws {AppError} ROLE_NOT_FOUND (404) */
export function findRole({ roles }, name) {
  const role = roles.find((one) => one.name === name);
  if (role) return role;
  throw new AppError('ROLE_NOT_FOUND', phrase`There is no role "${name}"`, {
    status: 404,
    hint: phrase`Roles here: ${roles.map((one) => one.name).join(', ')}`,
  });
}
