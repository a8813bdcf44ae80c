/** @import { Actor } from '@plinth/plugin' */
/** @import { App } from '../../types.d.ts' */
import { LIMITS } from '@plinth/data';
import { packageFunction, phrase } from '@plinth/plugin';
import { bundlePackage, refused } from './bundle-package.js';

/** @typedef {{ name: string, version: string, size: number }} AddedPackage size: of its code, in characters */
/** @typedef {ReturnType<typeof createPackages>} Packages */

/**
 * Fetches and bundles packages one after another, since the bundler that is done ends those beside it.
 *
 * @returns {typeof bundlePackage}
 */
export function createBundler() {
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  return (name, version) => {
    const bundled = last.then(() => bundlePackage(name, version));
    last = bundled.catch(() => {});
    return bundled;
  };
}

/**
 * npm packages that functions import as `npm/name`.
 *
 * @param {App['data']} data @param {typeof bundlePackage} bundle
 */
export function createPackages(data, bundle) {
  return {
    /**
     * Adds a package, or puts another version in its place. It is pinned: the bundled code is stored, so other nodes have
     * the same.
     *
     * @param {Actor} actor an admin @param {string} name @param {string} [version] or a range or tag; default: the latest
     * @returns {Promise<AddedPackage>}
     */
    async add(actor, name, version) {
      // Before anything is downloaded.
      await data.functions.requireAdmin(actor);
      return addPackage(data, actor, name, await bundle(name, version || undefined));
    },
  };
}

/**
 * @param {App['data']} data @param {Actor} actor @param {string} name @param {Awaited<ReturnType<typeof bundlePackage>>} bundled
 * @returns {Promise<AddedPackage>}
 */
async function addPackage(data, actor, name, { code, script, package: found }) {
  if (code.length > LIMITS.packageCharacters)
    throw refused(name, phrase`it has ${code.length} characters, and at most ${LIMITS.packageCharacters} are possible`);
  const problem = await data.functions.tryScript(actor, script);
  if (problem) throw refused(name, phrase`it can't be loaded: ${problem}`);
  await data.functions.keepBundled(actor, found);
  const { catalog } = data;
  const own = packageFunction(name);
  const isThere = catalog().hasFunction(own) && catalog().function(own).package?.name === name;
  if (isThere) await data.edit(actor, 'change-function', { function: own, changes: { package: found, code } });
  else await data.edit(actor, 'add-function', { function: { package: found, code } });
  return { name, version: found.version, size: code.length };
}
