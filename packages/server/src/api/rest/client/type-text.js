/** @import { Values } from '@plinth/plugin' */
// Schemas and texts of the site as TypeScript.

/** @param {Values} schema JSON Schema @returns {string} */
export function typeOf(schema) {
  if (schema.enum) return schema.enum.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(' | ');
  if (schema.type === undefined) return 'unknown';
  const named = (/** @type {string} */ type) => {
    if (type === 'array') return `(${typeOf(schema.items)})[]`;
    if (type === 'object') return objectType(schema);
    return type === 'integer' ? 'number' : type;
  };
  return [schema.type].flat().map(named).join(' | ');
}

/** @param {Values} schema */
function objectType({ properties, required = [], additionalProperties }) {
  if (!properties) return 'Record<string, any>';
  const parts = Object.entries(properties).map(
    ([name, one]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(one)}`,
  );
  return `{ ${[...parts, ...(additionalProperties === false ? [] : ['[more: string]: any'])].join('; ')} }`;
}

/** Text from the site inside a comment, which it must not end. @param {string} text */
export const comment = (text) => text.replace(/[\r\n\u2028\u2029]+/g, ' ').replaceAll('*/', '* /');
