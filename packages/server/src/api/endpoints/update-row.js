import { answer, ETAG, IF_MATCH, KEY, ref } from '../describe/parts.js';
import { exampleOf } from '../describe/example-values.js';
import { MAX_BYTES } from '../rows/check-row.js';
import { updateRow } from '../rows/write-row.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'PATCH',
  path: 'tables/:table/rows/:id',
  right: 'update',
  name: 'update',
  summary: 'Change a row',
  isHot: true,
  input: { headers: [IF_MATCH, KEY], body: ({ name }) => ref(`${name}_changes`), maxBytes: MAX_BYTES },
  output: ({ name }) => ({ 200: answer('The row', ref(name), ETAG) }),
  examples: (table) => [
    { says: 'update', body: exampleOf(table?.fields.filter(({ readOnly }) => !readOnly).slice(0, 1) ?? []) },
  ],
  handle: (app) => (call) => updateRow(app, call),
};
