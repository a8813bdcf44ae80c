/** @import { Actor, Catalog, Registry } from '@plinth/plugin' */
/** @import { StepKind } from '../types.d.ts' */
import { readdir } from 'node:fs/promises';

/**
 * What kinds of steps may need.
 *
 * @typedef {{ registry: Registry, catalog: () => Catalog, start: import('../start.js').Start,
 *   actions: ReturnType<typeof import('../../actions/create-actions.js').createActions>,
 *   tasks: ReturnType<typeof import('../tasks/ask.js').createAsk> }} Parts
 */

/** How each kind of step runs: one file each. */
const files = (await readdir(new URL('./', import.meta.url))).filter(
  (file) => /^[a-z]+\.js$/.test(file) && file !== 'index.js',
);
const makers = await Promise.all(
  files.map(async (file) => /** @type {(parts: Parts) => StepKind} */ (Object.values(await import(`./${file}`))[0])),
);

/** @param {Parts} parts @returns {ReadonlyMap<string, StepKind>} by the name of the definition */
export function createKinds(parts) {
  const kinds = makers.map((make) => make(parts));
  return new Map(kinds.map((kind) => [kind.kind, kind]));
}
