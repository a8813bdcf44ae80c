/** @import { FunctionPackage } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { isBundled, keepBundled, packageUnverified } from '../definitions/base/bundled-packages.js';

/**
 * Fetches a package from the registry and bundles it.
 *
 * @typedef {(name: string, version: string) => Promise<{ package: FunctionPackage, code: string }>} FetchPackage
 */

/**
 * The packages of an app document as this site vouches for them: those that it has bundled before, and others as they come
 * from the registry, if what the document says of their archive is true. The document's own code is never used.
 *
 * @param {{ db: Database, fetchPackage?: FetchPackage }} context @param {readonly (FunctionPackage & { code: string })[]} packages
 * @returns {Promise<(FunctionPackage & { code: string })[]>}
 * @throws {AppError} PACKAGE_UNVERIFIED, PACKAGE_NOT_FETCHED, PACKAGE_REFUSED, NPM_MISSING
 */
export async function verifiedPackages({ db, fetchPackage }, packages) {
  const verified = [];
  // One after another: the bundler that is done ends those beside it.
  for (const given of packages) verified.push(await verifiedPackage({ db, fetchPackage }, given));
  return verified;
}

/** @param {{ db: Database, fetchPackage?: FetchPackage }} context @param {FunctionPackage & { code: string }} given */
async function verifiedPackage({ db, fetchPackage }, given) {
  const { name, version, integrity } = given;
  if (await isBundled(db, given)) return given;
  if (!fetchPackage || integrity === '') throw packageUnverified(name, version);
  const { package: found, code } = await fetchPackage(name, version);
  if (found.version !== version || found.integrity !== integrity) throw packageUnverified(name, version);
  await keepBundled(db, found);
  return { ...found, code };
}
