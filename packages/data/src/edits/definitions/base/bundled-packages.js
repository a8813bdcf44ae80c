/** @import { FunctionPackage } from '@plinth/plugin' */
/** @import { Database } from '../../../postgres/database/database.js' */
import { AppError, phrase } from '@plinth/plugin';
import { sql } from '../../../postgres/sql/index.js';

/** Notes that this site has bundled a package itself. @param {Pick<Database, 'query'>} on @param {FunctionPackage} bundled */
export const keepBundled = (on, { name, version, integrity, hash }) =>
  on.query(sql`insert into plinth.bundled_packages (name, version, integrity, hash)
    values (${name}, ${version}, ${integrity}, ${hash}) on conflict do nothing`);

/**
 * Refuses code that calls itself an npm package and was not bundled here.
 *
 * @param {Pick<Database, 'query'>} on @param {any} given a package in stored form
 * @throws {AppError} PACKAGE_UNVERIFIED
 */
export async function requireBundled(on, given) {
  if (!(await isBundled(on, given))) throw packageUnverified(String(given.name), String(given.version));
}

/** @param {Pick<Database, 'query'>} on @param {FunctionPackage} given @returns {Promise<boolean>} */
export async function isBundled(on, { name, version, integrity, hash }) {
  const { rows } = await on.query(sql`select 1 from plinth.bundled_packages
    where name = ${String(name)} and hash = ${String(hash)} and version = ${String(version)} and integrity = ${String(integrity)}`);
  return rows.length > 0;
}

/** @param {string} name @param {string} version */
export const packageUnverified = (name, version) =>
  new AppError('PACKAGE_UNVERIFIED', phrase`The package "${name}" ${version} is not the one in the npm registry`, {
    status: 422,
    hint: 'Nothing was changed. Add the package itself under Functions, Packages',
  });
