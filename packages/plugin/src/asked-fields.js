/** @import { AskedField, Registry, Step, ValueType } from './index.d.ts' */

/** What expressions know the answers as. @type {Readonly<Record<AskedField['type'], ValueType>>} */
const TYPES = Object.freeze({
  text: { name: 'text' },
  longtext: { name: 'text' },
  choice: { name: 'text' },
  integer: { name: 'int' },
  number: { name: 'decimal' },
  date: { name: 'date' },
  boolean: { name: 'bool' },
});

/**
 * What the steps of a button ask for before the first of them runs; of several fields of one name, the last.
 *
 * @param {Pick<Registry, 'has' | 'action'>} registry @param {unknown} steps
 * @returns {AskedField[]}
 */
export function askedFields(registry, steps) {
  const list = /** @type {Step[]} */ (Array.isArray(steps) ? steps : []);
  const fields = list.flatMap(({ do: step }) => {
    if (!registry.has('action', step?.action)) return [];
    return registry.action(step.action).asks?.(step.config ?? {}) ?? [];
  });
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}

/** `input` in expressions. @param {readonly AskedField[]} fields @returns {ValueType} */
export const askedRecord = (fields) => ({
  name: 'record',
  of: Object.fromEntries(fields.map(({ name, type }) => [name, TYPES[type] ?? TYPES.text])),
  labels: Object.fromEntries(fields.map(({ name, label }) => [name, label || name])),
});
