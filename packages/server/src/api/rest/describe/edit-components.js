/** @import { Values } from '@plinth/plugin' */
import { DRY_RUN, EXPECT } from '../edits.js';
import { ref } from './parts.js';

/** No table has such a name, because table names have no capitals. */
export const EDIT_NAME = 'Edit';
/** @param {string} edit */
const inputName = (edit) => `EditInput_${edit}`;
/** @param {string} part */
const partName = (part) => `EditPart_${part}`;

/**
 * What edits take, as schemas of OpenAPI: an alternative for each edit, and the parts that they share.
 *
 * @param {ReturnType<import('../../../types.d.ts').App['data']['editSchemas']['all']>} schemas
 * @returns {Record<string, object>}
 */
export function editComponents({ inputs, parts }) {
  return {
    [EDIT_NAME]: { oneOf: Object.keys(inputs).map(alternative) },
    ...renamed(inputs, inputName),
    ...renamed(parts, partName),
  };
}

/** @param {string} edit */
function alternative(edit) {
  return {
    title: edit,
    type: 'object',
    required: ['edit', 'input'],
    additionalProperties: false,
    properties: { edit: { const: edit }, input: ref(inputName(edit)), dryRun: DRY_RUN, expect: EXPECT },
  };
}

/** @param {Record<string, object>} schemas @param {(name: string) => string} nameOf */
function renamed(schemas, nameOf) {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [nameOf(name), atComponents(schema)]));
}

/** References to parts as references to components. @param {Values} schema @returns {Values} */
function atComponents(schema) {
  if (Array.isArray(schema)) return schema.map(atComponents);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) =>
    key === '$ref' && typeof value === 'string'
      ? [key, ref(partName(value.slice('#/$defs/'.length))).$ref]
      : [key, atComponents(value)],
  );
  return Object.fromEntries(entries);
}
