/** @import { Values } from '@plinth/plugin' */
/**
 * Where a value doesn't match its JSON Schema, as far as our schemas go: types, choices, bounds of numbers, required and
 * known properties. The number of items is not checked here.
 *
 * @param {Values} schema @param {any} value @param {string} [at] what to call the value
 * @returns {{ at: string, problem: string } | null} null if it matches
 */
export function mismatch(schema, value, at = 'body') {
  const types = [schema.type ?? []].flat();
  const type = typeOf(value);
  if (types.length > 0 && !types.includes(type) && !(type === 'integer' && types.includes('number')))
    return { at, problem: `must be of type ${types.join(' or ')}` };
  if (schema.enum && !schema.enum.includes(value)) return { at, problem: `must be ${schema.enum.join(' or ')}` };
  // A list that is compared becomes a text first.
  if (typeof value === 'number' && (value < schema.minimum || value > schema.maximum))
    return { at, problem: `must be from ${schema.minimum} to ${schema.maximum}` };
  if (schema.items) return first(value, (/** @type {unknown} */ one) => mismatch(schema.items, one, at));
  return schema.properties ? ofProperties(schema, value) : null;
}

/** @param {Values} schema @param {Record<string, unknown>} value */
function ofProperties({ properties, required = [], additionalProperties }, value) {
  const missing = required.find((/** @type {string} */ name) => value[name] === undefined);
  if (missing !== undefined) return { at: missing, problem: 'is required' };
  return first(Object.entries(value), ([name, one]) => {
    if (Object.hasOwn(properties, name)) return one === undefined ? null : mismatch(properties[name], one, name);
    if (additionalProperties !== false) return null;
    return { at: name, problem: `is not supported. Use: ${Object.keys(properties).join(', ')}` };
  });
}

/** @template T @template F @param {readonly T[]} list @param {(one: T) => F | null} find */
function first(list, find) {
  for (const one of list) {
    const found = find(one);
    if (found) return found;
  }
  return null;
}

/** The JSON Schema type of a value. @param {unknown} value */
function typeOf(value) {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
