import { existsSync, readdirSync } from 'node:fs';
import { kindOf } from './define.js';
import { importAll } from './import-all.js';

/** @import { DefinitionKind, DefinitionOf } from './index.d.ts' */

/**
 * The definitions of a kind in a folder: every file there, and every folder with a file of the same name, contains one.
 * Ordered by `order` (those without one come last), then by name.
 *
 * @template {Exclude<DefinitionKind, 'starterApp'>} K
 * @param {URL} folder ends with a slash @param {K} kind
 * @returns {Promise<readonly DefinitionOf[K][]>}
 * @throws {Error} if a file contains none, or more than one
 * @example
 * export const elements = await readDefinitions(new URL('./elements/', import.meta.url), 'element');
 */
export async function readDefinitions(folder, kind) {
  const files = filesIn(folder);
  const modules = await importAll(files);
  const found = files.map((file, i) => definitionIn(modules[i], kind, file));
  return Object.freeze(found.sort(byOrder));
}

/** @param {URL} folder @returns {URL[]} */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    if (entry.isFile()) return isDefinition(name) ? [new URL(name, folder)] : [];
    const own = new URL(`${name}/${name}.js`, folder);
    return existsSync(own) ? [own] : [];
  });
}

/** @param {string} name */
const isDefinition = (name) => name.endsWith('.js') && !/\.(long-)?test\.js$/.test(name) && name !== 'index.js';

/** @param {Record<string, any>} module @param {DefinitionKind} kind @param {URL} file where it is */
function definitionIn(module, kind, file) {
  const exported = Object.values(module).filter((value) => kindOf(value) === kind);
  if (exported.length !== 1)
    throw new Error(`${file.pathname} exports ${exported.length} definitions of kind ${kind}, not one`);
  return exported[0];
}

/** @param {{ order?: number, name: string }} a @param {{ order?: number, name: string }} b */
function byOrder(a, b) {
  return (a.order ?? Infinity) - (b.order ?? Infinity) || (a.name < b.name ? -1 : 1);
}
