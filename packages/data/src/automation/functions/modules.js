/** @import { AppFunction, Catalog } from '@plinth/plugin' */
import { createCache, importsIn, memoize } from '@plinth/plugin';

/** Code of modules by what stands in their import, and a text that is another one as soon as any of them changes. @typedef {{ code: Record<string, string>, key: string }} Modules */

/** @type {Modules} */
const NONE = Object.freeze({ code: Object.freeze({}), key: '' });
const MOST = 50;

/**
 * The functions that a function imports, also through others: `import { vat } from 'app/prices'`.
 *
 * @param {Catalog} catalog @param {Pick<AppFunction, 'code'>} fn @returns {Modules}
 */
export function modulesOf(catalog, fn) {
  return known(catalog).getOrMake(fn.code, () => found(catalog, fn));
}

const known = memoize(
  (/** @type {Catalog} */ _) =>
    /** @type {import('@plinth/plugin').Cache<string, Modules>} */ (createCache({ max: 1000 })),
);

/** @param {Catalog} catalog @param {Pick<AppFunction, 'code'>} fn @returns {Modules} */
function found(catalog, fn) {
  const all = reachedFrom(catalog, fn.code);
  if (all.size === 0) return NONE;
  return {
    code: Object.fromEntries([...all.values()].map((one) => [specifierOf(one), one.code])),
    key: [...all.values()].map(({ id }) => `${id} ${catalog.object(id)?.version}`).join(),
  };
}

/** @param {Catalog} catalog @param {string} code @returns {Map<string, AppFunction>} */
function reachedFrom(catalog, code) {
  /** @type {Map<string, AppFunction>} */
  const all = new Map();
  const open = importsIn(code);
  for (let name = open.pop(); name !== undefined && all.size < MOST; name = open.pop()) {
    if (all.has(name) || !catalog.hasFunction(name)) continue;
    const one = catalog.function(name);
    all.set(name, one);
    open.push(...importsIn(one.code));
  }
  return all;
}

/** @param {AppFunction} fn */
const specifierOf = (fn) => (fn.package ? `npm/${fn.package.name}` : `app/${fn.name}`);
