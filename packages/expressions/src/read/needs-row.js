/** @import { Catalog, Registry, Step } from '@plinth/plugin' */
import { isNamedIn } from './shape.js';

/** @param {string} source */
const namesRow = (source) => isNamedIn(source, 'row');

/**
 * Whether an action, or one of its steps, works on a row.
 *
 * @param {Registry} registry @param {{ action: string, config?: any }} use @param {Pick<Catalog, 'mails'>} catalog
 * @returns {boolean}
 */
export function needsRow(registry, { action: name, config }, catalog) {
  const { needsRow: needs, takesSteps } = registry.action(name);
  const always = typeof needs === 'function' ? needs(config ?? {}, catalog, namesRow) : needs;
  if (always || !takesSteps) return always;
  const steps = /** @type {Step[]} */ (Array.isArray(config?.steps) ? config.steps : []);
  return steps.some(
    ({ when, do: step }) =>
      namesRow(when ?? '') || (registry.has('action', step?.action) && needsRow(registry, step, catalog)),
  );
}
