/** @import { Edit } from './types.d.ts' */
import { findTable } from './base/find.js';
import { onlyKeys } from './base/names.js';
import { removeTable } from './base/remove-table.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-table',
  summary: (input, catalog) => `Remove table "${findTable(catalog, input.table).label}"`,
  plan(draft, input) {
    onlyKeys('remove-table', input, ['table']);
    removeTable(draft, findTable(draft.catalog, input.table));
  },
};
