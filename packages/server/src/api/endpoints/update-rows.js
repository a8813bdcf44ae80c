import { KEY, listOf } from '../describe/parts.js';
import { keySchema, results } from '../describe/schemas.js';
import { bulkUpdate } from '../rows/bulk.js';
import { MAX_BYTES } from '../rows/check-row.js';

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
  output: ({ name }) => ({ 200: results(name, 'What became of each') }),
  handle: (app) => (call) => bulkUpdate(app, call),
};
