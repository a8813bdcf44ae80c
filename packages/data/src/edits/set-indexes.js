/** @import { Edit } from './types.d.ts' */
import { findTable } from './base/find.js';
import { onlyKeys } from './base/names.js';
import { checkIndexes } from './base/table-parts.js';

/** @type {Edit} */
export const edit = {
  name: 'set-indexes',
  summary: (input, catalog) => `Change the indexes of "${findTable(catalog, input.table).label}"`,
  plan(draft, input) {
    onlyKeys('set-indexes', input, ['table', 'indexes']);
    const table = findTable(draft.catalog, input.table);
    draft.merge(table.id, { indexes: checkIndexes(input.indexes, draft, table) });
  },
};
