/** @import { Actor } from '@plinth/plugin' */
/** @import { App } from '../types.d.ts' */
import { packageFunction, phrase } from '@plinth/plugin';
import { bundlePackage, refused } from './bundle-package.js';

/** Characters of the bundled code. The edit checks it too; this says it of the package. */
const LONGEST = 500_000;

/** @typedef {{ name: string, version: string, size: number }} AddedPackage size: of its code, in characters */
/** @typedef {ReturnType<typeof createPackages>} Packages */

/**
 * npm packages that functions import as `npm/name`.
 *
 * @param {App['data']} data
 */
export function createPackages(data) {
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();

  return {
    /**
     * Adds a package, or puts another version in its place. It is pinned: the bundled code is stored, so other nodes and
     * exports have the same. One after another, since the bundler that is done ends those beside it.
     *
     * @param {Actor} actor an admin @param {string} name @param {string} [version] or a range or tag; default: the latest
     * @returns {Promise<AddedPackage>}
     */
    async add(actor, name, version) {
      // Before anything is downloaded.
      await data.functions.requireAdmin(actor);
      const added = last.then(() => addPackage(data, actor, name, version));
      last = added.catch(() => {});
      return added;
    },
  };
}

/** @param {App['data']} data @param {Actor} actor @param {string} name @param {string} [version] @returns {Promise<AddedPackage>} */
async function addPackage(data, actor, name, version) {
  const { code, script, package: found } = await bundlePackage(name, version || undefined);
  if (code.length > LONGEST)
    throw refused(name, phrase`it has ${code.length} characters, and at most ${LONGEST} are possible`);
  const problem = await data.functions.tryScript(actor, script);
  if (problem) throw refused(name, phrase`it can't be loaded: ${problem}`);
  const { catalog } = data;
  const own = packageFunction(name);
  const isThere = catalog().hasFunction(own) && catalog().function(own).package?.name === name;
  if (isThere) await data.edit(actor, 'change-function', { function: own, changes: { package: found, code } });
  else await data.edit(actor, 'add-function', { function: { package: found, code } });
  return { name, version: found.version, size: code.length };
}
