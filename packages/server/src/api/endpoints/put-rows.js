import { answer, choice, ETAG, IF_MATCH, listOf, ref } from '../describe/parts.js';
import { exampleOf } from '../describe/example-values.js';
import { resultsSchema } from '../describe/schemas.js';
import { MAX_BYTES } from '../rows/check-row.js';
import { putRows } from '../rows/upsert.js';

/** @param {any} table @returns {import('../describe/visible-tables.js').FieldInfo[]} */
const uniqueOf = ({ fields }) => fields.filter((/** @type {any} */ field) => field.unique && !field.readOnly);

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'PUT',
  path: 'tables/:table/rows',
  right: 'create or update',
  name: 'put',
  summary: 'Change the row with this value of a unique field, or add it',
  isOffered: (table) => uniqueOf(table).length > 0,
  input: {
    query: (table) => {
      const names = uniqueOf(table).map(({ name }) => name);
      return { by: { ...choice('The unique field by which rows are known', names), isRequired: true } };
    },
    headers: [IF_MATCH],
    body: ({ name, rights }) => {
      const values = ref(rights.create === 'none' ? `${name}_changes` : `${name}_input`);
      return { oneOf: [values, listOf(values)] };
    },
    maxBytes: MAX_BYTES,
  },
  output: ({ name }) => ({
    200: answer('The changed row; of a list: what became of each', {
      anyOf: [ref(name), resultsSchema(name, 'What became of each')],
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
