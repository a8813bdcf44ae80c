/** @import { Catalog, Field, Registry, Values } from '@plinth/plugin' */
import { mostFiles } from '@plinth/plugin';

/** By the beginning of the column's type; a decimal is text, so that no digit is lost. @type {[RegExp, object][]} */
const BY_TYPE = [
  [/^(bigint|integer|smallint)/, { type: 'integer' }],
  [/^double precision/, { type: 'number' }],
  [/^numeric/, { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' }],
  [/^boolean/, { type: 'boolean' }],
  [/^uuid/, { type: 'string', format: 'uuid' }],
  [/^date$/, { type: 'string', format: 'date' }],
  [/^timestamptz/, { type: 'string', format: 'date-time' }],
  [/^interval/, { type: 'number', description: 'Seconds' }],
  [/^jsonb/, {}],
];

/** What else is taken in the place of a value, by the beginning of the column's type. @type {[RegExp, object][]} */
const ALSO_TAKEN = [[/^interval/, { type: 'string', format: 'duration', description: 'ISO 8601: PT1H30M' }]];

/**
 * The JSON Schema of a field's value in a request, where more is taken than is given out; undefined: the same.
 *
 * @param {Registry} registry @param {Catalog} catalog @param {Field} field @returns {Record<string, unknown> | undefined}
 */
export function inputSchema(registry, catalog, field) {
  const sqlType = registry.fieldType(field.type).sqlType(field, { targetKey: 'uuid' });
  const also = ALSO_TAKEN.find(([form]) => form.test(sqlType))?.[1];
  return also && { anyOf: [fieldSchema(registry, catalog, field), also] };
}

/**
 * The JSON Schema of a field's value in the API.
 *
 * @param {Registry} registry @param {Catalog} catalog @param {Field} field @returns {Record<string, unknown>}
 */
export function fieldSchema(registry, catalog, field) {
  const type = registry.fieldType(field.type);
  const target = field.target !== null && catalog.hasTable(field.target) ? catalog.table(field.target) : null;
  const sqlType = type.sqlType(field, { targetKey: target?.key ?? 'uuid' });
  const isList = sqlType.endsWith('[]') || type.storage === 'join';
  const one = { ...(BY_TYPE.find(([form]) => form.test(sqlType))?.[1] ?? { type: 'string' }) };
  const options = optionsOf(field);
  const limited = options && /** @type {Values} */ (one).type === 'string' ? { ...one, enum: options } : one;
  const max = field.target === 'files' ? mostFiles(field) : undefined;
  const schema = isList ? { type: 'array', items: limited, ...(max && { maxItems: max }) } : limited;
  return field.required || type.storage === 'join' ? schema : orNull(schema);
}

/** @param {Field} field @returns {string[] | null} */
function optionsOf({ attributes: { options } }) {
  if (!Array.isArray(options) || options.length === 0) return null;
  return options.map((option) => String(option?.value ?? option));
}

/** @param {Values} schema */
function orNull(schema) {
  if (schema.type === undefined) return schema;
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) };
}
