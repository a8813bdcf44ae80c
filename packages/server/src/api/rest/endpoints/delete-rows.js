import { KEY, listOf } from '../describe/parts.js';
import { keySchema, results } from '../describe/schemas.js';
import { keyOf, writeRows } from '../rows/bulk.js';
import { MAX_BYTES } from '../rows/check-row.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'DELETE',
  path: 'tables/:table/rows',
  right: 'delete',
  name: 'delete_many',
  summary: 'Delete several rows',
  input: { headers: [KEY], body: (table) => listOf(keySchema(table)), maxBytes: MAX_BYTES },
  output: ({ name }) => ({ 200: results(name, 'The result of each row') }),
  handle: (app) => (call) => writeRows(app, call, (id) => ({ op: 'delete', id: keyOf(id) })),
};
