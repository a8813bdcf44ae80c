import { IF_MATCH, KEY } from '../describe/parts.js';
import { removeRow } from '../rows/write-row.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'DELETE',
  path: 'tables/:table/rows/:id',
  right: 'delete',
  name: 'delete',
  summary: 'Delete a row',
  isHot: true,
  input: { headers: [IF_MATCH, KEY] },
  output: { 204: { description: 'It is gone' } },
  examples: () => [{ says: 'delete' }],
  handle: (app) => (call) => removeRow(app, call),
};
