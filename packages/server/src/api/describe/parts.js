/** What the paths of the description are put together from. */

/** No table has such a name: theirs have no capitals. */
export const PROBLEM_NAME = 'Problem';
const PROBLEM = { $ref: '#/components/responses/Problem' };

/** What any address may answer: a request that can't be read, a token that is none, too many calls, a busy database. */
const ALWAYS = [400, 401, 403, 404, 422, 429, 503];
const WITH_BODY = [409, 412, 413, 415];

/** Answers of what only reads. @param {Record<number, object>} good */
export const reads = (good) => withProblems(good, ALWAYS);
/** Answers of what writes. @param {Record<number, object>} good @param {number[]} [more] */
export const writes = (good, more = []) => withProblems(good, [...ALWAYS, ...WITH_BODY, ...more]);

/** @param {Record<number, object>} good @param {readonly number[]} problems */
function withProblems(good, problems) {
  return { ...good, ...Object.fromEntries(problems.map((status) => [status, PROBLEM])) };
}

/** @param {string} name of a schema */
export const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
/** @param {object} schema */
export const json = (schema) => ({ 'application/json': { schema } });
/** @param {object} schema */
export const body = (schema) => ({ required: true, content: json(schema) });
/** A header. @param {string} description */
export const text = (description) => ({ description, schema: { type: 'string' } });
/** @param {string} name @param {string} description @param {object} [schema] */
export const header = (name, description, schema = { type: 'string' }) => ({ name, in: 'header', description, schema });
/** @param {string} name @param {string} description @param {object} [schema] */
export const query = (name, description, schema = { type: 'string' }) => ({ name, in: 'query', description, schema });

export const KEY = header(
  'Idempotency-Key',
  'The request is carried out only once, however often it is sent with this key',
  {
    type: 'string',
    pattern: '^[!-~]{1,200}$',
  },
);
export const IF_MATCH = header('If-Match', 'Only if the row still has this version; otherwise 412');
export const IF_NONE_MATCH = header('If-None-Match', 'Versions that you already have; 304 if one of them is current');
