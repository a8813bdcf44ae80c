import { existsSync, readdirSync } from 'node:fs';
import { kindOf } from './define.js';

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
  const found = await Promise.all(filesIn(folder).map((file) => definitionIn(file, kind)));
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

/** @param {URL} file @param {DefinitionKind} kind */
async function definitionIn(file, kind) {
  const exported = Object.values(await import(file.href)).filter((value) => kindOf(value) === kind);
  if (exported.length !== 1)
    throw new Error(`${file.pathname} exports ${exported.length} definitions of kind ${kind}, not one`);
  return exported[0];
}

/** @param {{ order?: number, name: string }} a @param {{ order?: number, name: string }} b */
function byOrder(a, b) {
  return (a.order ?? Infinity) - (b.order ?? Infinity) || (a.name < b.name ? -1 : 1);
}
