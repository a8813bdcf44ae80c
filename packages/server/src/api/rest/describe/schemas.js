/** @import { FieldInfo, TableInfo } from './visible-tables.js' */
import { answer, ref } from './parts.js';

/** Added to an expanded list; no field of the table has such a name. */
const MORE = {
  patternProperties: {
    '\\.next$': {
      type: ['string', 'null'],
      description:
        'Where to continue the list of this name if it did not fit into the response; null if you may not list that table',
    },
  },
};

/**
 * Schemas of a row: as read, as created, and as changed.
 *
 * @param {TableInfo} table @returns {[string, object][]}
 */
export function tableSchemas({ name, label, fields }) {
  const inputs = fields.filter(({ readOnly }) => !readOnly);
  const properties = described(inputs, ({ schema, input = schema }) => input);
  const needed = inputs.filter(({ required, hasDefault }) => required && !hasDefault).map((field) => field.name);
  const required = needed.length > 0 ? { required: needed } : {};
  return [
    [name, { title: label, type: 'object', required: ['id'], properties: described(fields, shownAs), ...MORE }],
    [`${name}_input`, { type: 'object', ...required, properties, additionalProperties: false }],
    [`${name}_changes`, { type: 'object', properties, additionalProperties: false }],
  ];
}

/** @param {readonly FieldInfo[]} fields @param {(field: FieldInfo) => object} schemaOf */
function described(fields, schemaOf) {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      { title: field.label, ...(field.description && { description: field.description }), ...schemaOf(field) },
    ]),
  );
}

/** References to other rows can be expanded. @param {FieldInfo} field */
function shownAs({ schema, target }) {
  if (target === null) return schema;
  if (schema.type === 'array') return { type: 'array', items: { anyOf: [schema.items, { type: 'object' }] } };
  return { anyOf: [schema, { type: 'object', description: 'If expanded' }] };
}

/** The schema of a table's keys. @param {TableInfo} table */
export const keySchema = ({ key }) => (key === 'uuid' ? { type: 'string', format: 'uuid' } : { type: 'integer' });

/** The response with results for several rows. @param {string} row name of a schema @param {string} description */
export const results = (row, description) => answer(description, resultsSchema(row, description));

/** @param {string} row name of a schema @param {string} description */
export const resultsSchema = (row, description) => ({
  type: 'object',
  description,
  required: ['results', 'failed'],
  properties: {
    failed: { type: 'integer' },
    results: {
      type: 'array',
      items: {
        type: 'object',
        required: ['status'],
        properties: {
          status: { type: 'integer' },
          row: ref(row),
          error: { type: 'object', required: ['code', 'title'] },
          deletion: { type: ['string', 'null'], description: 'Of a deleted row: takes the deletion back' },
        },
      },
    },
  },
});

export function problemSchema() {
  const string = { type: 'string' };
  return {
    type: 'object',
    required: ['type', 'title', 'status', 'code'],
    properties: {
      type: string,
      title: string,
      detail: string,
      status: { type: 'integer' },
      code: { ...string, description: 'Stable; see docs/reference/errors.md' },
      hint: string,
      request: string,
      fields: { type: 'object', additionalProperties: string, description: 'Problems by field' },
    },
  };
}
