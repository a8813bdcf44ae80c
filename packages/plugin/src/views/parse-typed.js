/** @import { Field, Registry } from '../index.d.ts' */

/**
 * What was typed, as a value of its field.
 *
 * @template T
 * @param {Registry} registry @param {Field} field @param {unknown} typed @param {T} otherwise where it is no such value
 * @returns {any}
 */
export function parseTyped(registry, field, typed, otherwise) {
  try {
    return registry.fieldType(field.type).parse(typed, field) ?? null;
  } catch {
    return otherwise;
  }
}
