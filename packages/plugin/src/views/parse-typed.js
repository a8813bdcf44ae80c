/** @import { Field, Registry } from '../index.d.ts' */

/**
 * Submitted text as a value of its field.
 *
 * @template T
 * @param {Registry} registry @param {Field} field @param {unknown} typed @param {T} otherwise if it is not valid
 * @returns {unknown}
 */
export function parseTyped(registry, field, typed, otherwise) {
  try {
    return registry.fieldType(field.type).parse(typed, field) ?? null;
  } catch {
    return otherwise;
  }
}
