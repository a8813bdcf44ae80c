/** @import { Select } from '../index.d.ts' */

const PREFIX = 'chosen_';

/**
 * The param with the keys that controls of a field initially have: their rows are among the choices even if the limit
 * would leave them out.
 *
 * @param {string} control a field, or that of child rows as in "lines.order.product"
 */
export const chosenParam = (control) => PREFIX + control;

/**
 * The values of these params.
 *
 * @param {readonly Select[]} selects
 * @returns {(values: Record<string, unknown>) => Record<string, unknown>} values by control name
 */
export function createChosen(selects) {
  const names = selects.flatMap((entry) => ('choices' in entry ? (entry.include?.param ?? []) : []));
  return (values) => Object.fromEntries(names.map((name) => [name, keysOf(name.slice(PREFIX.length), values)]));
}

/** @param {string} control @param {Record<string, unknown>} values */
function keysOf(control, values) {
  const at = control.lastIndexOf('.');
  if (at < 0) return values[control] ?? null;
  const [relation, field] = [control.slice(0, at), control.slice(at)];
  return Object.keys(values)
    .filter((key) => key.startsWith(`${relation}.`) && key.endsWith(field))
    .flatMap((key) => values[key] ?? []);
}
