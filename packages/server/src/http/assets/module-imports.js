/** @import { AssetIndex } from './asset-index.js' */
import { createCache } from '@plinth/plugin';
import { importsOf } from './join-modules.js';

/**
 * What modules import before they run, directly or through others, each once, without themselves.
 *
 * @param {AssetIndex['files']} files @returns {(names: readonly string[]) => string[]} by asset name
 */
export function createImports(files) {
  /** @type {ReturnType<typeof createCache<string, string[]>>} */
  const direct = createCache({ max: 1000 });
  const read = (/** @type {string} */ name) => importsOf(name, String(files.get(name)?.bytes ?? ''));
  return (names) => {
    const found = new Set(names);
    // A set goes on with what is added to it.
    for (const name of found) for (const one of direct.getOrMake(name, () => read(name))) found.add(one);
    return [...found].filter((name) => !names.includes(name) && files.has(name));
  };
}
