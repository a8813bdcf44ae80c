/** @import { Edit } from './types.d.ts' */
import { findTable } from './base/find.js';
import { onlyKeys } from './base/names.js';
import { checkConstraint } from './base/table-parts.js';

/** @type {Edit} */
export const edit = {
  name: 'add-constraint',
  summary: (input, catalog) => `Add a rule to "${findTable(catalog, input.table).label}"`,
  plan(draft, input) {
    onlyKeys('add-constraint', input, ['table', 'constraint']);
    const table = findTable(draft.catalog, input.table);
    draft.merge(table.id, { constraints: [...table.constraints, checkConstraint(input.constraint, draft, table)] });
  },
};
