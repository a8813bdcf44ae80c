import { KEY, listOf } from '../describe/parts.js';
import { keySchema, results } from '../describe/schemas.js';
import { keyOf, writeRows } from '../rows/bulk.js';
import { checkRow, MAX_BYTES } from '../rows/check-row.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'PATCH',
  path: 'tables/:table/rows',
  right: 'update',
  name: 'update_many',
  summary: 'Change several rows',
  input: {
    headers: [KEY],
    body: (table) => listOf({ type: 'object', required: ['id'], properties: { id: keySchema(table) } }),
    maxBytes: MAX_BYTES,
  },
  output: ({ name }) => ({ 200: results(name, 'The result of each row') }),
  handle: (app) => (call) =>
    writeRows(app, call, (row) => {
      const { id, ...values } = checkRow(row);
      return { op: 'update', id: keyOf(id), values };
    }),
};
