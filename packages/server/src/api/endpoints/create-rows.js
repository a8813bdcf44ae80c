import { answer, ETAG, headerOf, KEY, listOf, ref } from '../describe/parts.js';
import { exampleOf, exampleValue } from '../describe/example-values.js';
import { results } from '../describe/schemas.js';
import { bulkCreate } from '../rows/bulk.js';
import { MAX_BYTES } from '../rows/check-row.js';
import { createRow } from '../rows/write-row.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'POST',
  path: 'tables/:table/rows',
  right: 'create',
  name: 'create',
  summary: 'Add a row, or several',
  isHot: true,
  input: {
    headers: [KEY],
    body: ({ name }) => ({ oneOf: [ref(`${name}_input`), listOf(ref(`${name}_input`))] }),
    maxBytes: MAX_BYTES,
  },
  output: ({ name }) => ({
    200: results(name, 'Of a list: what became of each'),
    201: answer('The row', ref(name), { ...ETAG, Location: headerOf('Where the row is') }),
  }),
  examples(table) {
    const inputs = table?.fields.filter(({ readOnly }) => !readOnly) ?? [];
    const shown = inputs.filter((field, i) => field.required || (i < 5 && exampleValue(field) !== null));
    return [{ says: 'create', body: exampleOf(shown) }];
  },
  handle: (app) => (call) => (Array.isArray(call.body) ? bulkCreate(app, call) : createRow(app, call)),
};
