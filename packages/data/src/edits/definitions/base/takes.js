/** @import { InputSchema } from '../../types.d.ts' */

/** What the inputs of edits are made of: JSON Schemas whose `#/$defs/…` are those of `editParts`. */

export const ANY = Object.freeze({});
export const ID = Object.freeze({ type: 'string', description: 'Its ID' });
export const INDEX_KIND = Object.freeze({ enum: ['search', null], description: 'search: the index for text searches' });
export const NAMES = Object.freeze({ type: 'array', items: { type: 'string' } });
export const OWNER = Object.freeze({ type: ['string', 'null'], description: 'The field that names a row’s owner' });
export const POSITION = Object.freeze({ type: 'integer', minimum: 0, description: 'Counted from 0' });
export const TEXT = Object.freeze({ type: 'string' });
export const TEXT_BY_NAME = Object.freeze({ type: 'object', additionalProperties: { type: 'string' } });
export const YES_NO = Object.freeze({ type: 'boolean' });

/** @param {string} kind of object that must be there */
export function existing(kind) {
  return { type: 'string', minLength: 1, description: `Name or ID of the ${kind}` };
}

/** @param {string} name of a part that several edits share */
export function part(name) {
  return { $ref: `#/$defs/${name}` };
}

/** @param {object} items */
export function list(items) {
  return { type: 'array', items };
}

/**
 * The input of an edit. Other keys are refused.
 *
 * @param {Record<string, object>} required @param {Record<string, object>} [optional] @returns {InputSchema}
 */
export function takes(required, optional = {}) {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}
