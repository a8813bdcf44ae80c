/** @import { Values } from '@plinth/plugin' */
/** @import { FieldInfo } from './visible-tables.js' */

/** Values for these fields. @param {readonly FieldInfo[]} fields */
export const exampleOf = (fields) => Object.fromEntries(fields.map((field) => [field.name, exampleValue(field)]));

/** null if none is known. @param {FieldInfo} field */
export function exampleValue({ example, label, target, schema, attributes }) {
  if (example !== undefined) return example;
  const options = /** @type {Values[] | undefined} */ (attributes.options);
  if (options?.length) return options[0]?.value ?? options[0];
  if (target) return [schema.type].flat().includes('integer') ? 1 : null;
  return label;
}
