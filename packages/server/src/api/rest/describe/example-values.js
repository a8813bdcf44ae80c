/** @import { FieldInfo } from './visible-tables.js' */

/** Values for these fields. @param {readonly FieldInfo[]} fields */
export const exampleOf = (fields) => Object.fromEntries(fields.map((field) => [field.name, exampleValue(field)]));

/** @type {Record<string, unknown>} */
const EXAMPLES = {
  ...{ boolean: true, integer: 1, rating: 4, duration: 3600, decimal: '1.50', money: '9.90', percent: '12.5' },
  ...{ date: '2026-11-21', date_time: '2026-11-21T09:30:00.000Z', time: '09:30', colour: '#2a5bd7' },
  ...{ email: 'ada@example.com', url: 'https://example.com', phone: '+49 30 1234567', json: { any: 'thing' } },
  ...{ uuid: '00000000-0000-7000-8000-000000000000', many_to_many: [], multi_select: [] },
};

/** null if none is known. @param {FieldInfo} field */
export function exampleValue({ type, label, target, schema, attributes }) {
  if (type in EXAMPLES) return EXAMPLES[type];
  const options = /** @type {any[] | undefined} */ (attributes.options);
  if (options?.length) return options[0]?.value ?? options[0];
  if (target) return [schema.type].flat().includes('integer') ? 1 : null;
  return label;
}
