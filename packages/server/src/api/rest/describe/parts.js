/** Building blocks of endpoints' input and output. */

/** No table has such a name, because table names have no capitals. */
export const PROBLEM_NAME = 'Problem';
const PROBLEM = { $ref: '#/components/responses/Problem' };

/** Errors of every address: a malformed request, an invalid token, too many calls, a busy database. */
const ALWAYS = [400, 401, 403, 404, 422, 429, 503];
const OF_WRITES = [409, 412, 413, 415];

/** The errors of a method. @param {string} method @param {readonly number[]} more */
export function problemsOf(method, more) {
  const statuses = [...ALWAYS, ...(method === 'GET' ? [] : OF_WRITES), ...more];
  return Object.fromEntries(statuses.map((status) => [status, PROBLEM]));
}

/** @param {string} name of a schema */
export const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
/** @param {object} schema */
export const json = (schema) => ({ 'application/json': { schema } });
/** @param {string} description @param {object} schema @param {object} [headers] */
export const answer = (description, schema, headers) => ({
  description,
  content: json(schema),
  ...(headers && { headers }),
});
/** @param {object} items */
export const listOf = (items) => ({ type: 'array', items, minItems: 1, maxItems: 1000 });
/** The version of a row. */
export const ETAG = Object.freeze({ ETag: headerOf('Its version') });

/** A header of an answer. @param {string} description */
export function headerOf(description) {
  return { description, schema: { type: 'string' } };
}

/** A query parameter with any text. @param {string} description */
export const text = (description) => ({ type: 'string', description });
/**
 * A query parameter with a whole number from 1.
 *
 * @param {string} description @param {{ maximum: number, default?: number }} bounds
 */
export const number = (description, bounds) => ({ type: 'integer', minimum: 1, ...bounds, description });
/** @param {string} description @param {readonly string[]} choices @param {string} [usual] */
export const choice = (description, choices, usual) => ({
  enum: choices,
  description,
  ...(usual !== undefined && { default: usual }),
});

/** @param {string} name @param {string} description @param {object} [schema] */
const header = (name, description, schema = { type: 'string' }) => ({ name, in: 'header', description, schema });
const KEY_FORM = { type: 'string', pattern: '^[!-~]{1,200}$' };
export const KEY = header(
  'Idempotency-Key',
  'The request is carried out only once, however often it is sent with this key',
  KEY_FORM,
);
/** Of answers that deleted something. @param {string | null | undefined} deletion @returns {Record<string, string>} */
export const deletionHeader = (deletion) => (deletion ? { 'plinth-deletion': deletion } : {});
export const DELETION = Object.freeze({
  'Plinth-Deletion': headerOf(
    'Takes the deletion back: `POST deletions/:id/undo`. Missing where the table keeps no history',
  ),
});
export const IF_MATCH = header('If-Match', 'Only if the row still has this version; otherwise 412');
export const IF_NONE_MATCH = header('If-None-Match', 'Versions that you already have; 304 if one of them is current');
export const RANGE = header('Range', 'A part: `bytes=0-99`');
export const LAST_EVENT_ID = header('Last-Event-ID', 'Position to resume from');
