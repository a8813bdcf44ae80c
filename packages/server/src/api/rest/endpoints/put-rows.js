/** @import { App } from '../../../types.d.ts' */
/** @import { Field, Table } from '@plinth/plugin' */
/** @import { Call } from '../endpoints.js' */
import { AppError, phrase } from '@plinth/plugin';
import { answer, choice, ETAG, IF_MATCH, listOf, ref } from '../describe/parts.js';
import { exampleOf } from '../describe/example-values.js';
import { resultsSchema } from '../describe/schemas.js';
import { listOf as checkList, resultOf } from '../rows/bulk.js';
import { checkRow, MAX_BYTES } from '../rows/check-row.js';
import { asPrecondition } from '../rows/known-version.js';
import { locationOf, sendRow } from '../rows/send-row.js';
import { putAll, putOne } from '../rows/upsert.js';

/** @param {any} table @returns {import('../describe/visible-tables.js').FieldInfo[]} */
const uniqueOf = ({ fields }) => fields.filter((/** @type {any} */ field) => field.unique && !field.readOnly);

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'PUT',
  path: 'tables/:table/rows',
  right: 'create or update',
  name: 'put',
  summary: 'Update the row with this value of a unique field, or insert it',
  isOffered: (table) => uniqueOf(table).length > 0,
  input: {
    query: (table) => {
      const names = uniqueOf(table).map(({ name }) => name);
      return { by: { ...choice('The unique field that identifies rows', names), isRequired: true } };
    },
    headers: [IF_MATCH],
    body: ({ name, rights }) => {
      const values = ref(rights.create === 'none' ? `${name}_changes` : `${name}_input`);
      return { oneOf: [values, listOf(values)] };
    },
    maxBytes: MAX_BYTES,
  },
  output: ({ name }) => ({
    200: answer('The changed row; for a list: the result of each row', {
      anyOf: [ref(name), resultsSchema(name, 'The result of each row')],
    }),
    201: answer('The row', ref(name), ETAG),
  }),
  examples(table) {
    const [unique] = uniqueOf(table);
    const [first] = table?.fields.filter(({ readOnly }) => !readOnly) ?? [];
    return [{ says: 'put', query: `?by=${unique.name}`, body: exampleOf([unique, first]), right: 'update' }];
  },
  handle: (app) => (call) => putRows(app, call),
};

/**
 * PUT ?by=field: changes the row with this value of a unique field, or creates it. A list of rows returns a result for
 * each.
 *
 * @param {App} app @param {Call} call
 */
async function putRows(app, call) {
  const { req, res, table, body } = call;
  const by = uniqueField(app, call);
  if (!Array.isArray(body)) {
    const { row, created } = await putOne(app, call, by, checkRow(body)).catch(asPrecondition);
    return sendRow(req, res, row, created ? { status: 201, location: locationOf(table, row) } : {});
  }
  if (req.headers['if-match'] !== undefined) throw oneRowOnly();
  const outcomes = await putAll(app, call, by, checkList(body));
  const results = outcomes.map((outcome) => resultOf(req, outcome, outcome.created ? 201 : 200));
  res.json({ results, failed: outcomes.filter(({ error }) => error).length });
}

/** @param {App} app @param {Call} call */
function uniqueField(app, { req, res, actor, table }) {
  const by = req.query.get('by') ?? '';
  /** @type {Field[]} */
  const unique = app.data.rows.fields(actor, table.name).filter((/** @type {Field} */ field) => field.unique);
  if (unique.some(({ name }) => name === by)) return by;
  if (unique.length === 0) {
    res.setHeader('allow', 'GET, HEAD, POST, PATCH, DELETE');
    throw noUniqueField(table);
  }
  throw new AppError('QUERY_INVALID', phrase`"by" must name a unique field of "${table.name}"`, {
    status: 422,
    hint: phrase`PUT ${req.path}?by=field`,
  });
}

/** @param {Table} table */
const noUniqueField = ({ name }) =>
  new AppError('METHOD_NOT_ALLOWED', phrase`Table "${name}" has no unique field to identify rows for PUT`, {
    status: 405,
    hint: 'Use POST to add rows and PATCH to change them by their id',
  });

const oneRowOnly = () => new AppError('QUERY_INVALID', 'If-Match applies to one row, not to a list', { status: 422 });
