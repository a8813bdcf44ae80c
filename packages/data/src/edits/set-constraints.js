/** @import { Edit } from './types.d.ts' */
import { findTable } from './base/find.js';
import { onlyKeys } from './base/names.js';
import { checkConstraints } from './base/table-parts.js';

/** @type {Edit} */
export const edit = {
  name: 'set-constraints',
  summary: (input, catalog) => `Change the rules of "${findTable(catalog, input.table).label}"`,
  plan(draft, input) {
    onlyKeys('set-constraints', input, ['table', 'constraints']);
    const table = findTable(draft.catalog, input.table);
    draft.merge(table.id, { constraints: checkConstraints(input.constraints, draft, table) });
  },
};
