/** @import { Edit } from './types.d.ts' */
import { findTable } from './base/find.js';
import { onlyKeys } from './base/names.js';
import { checkAccess, checkOwner } from './base/table-parts.js';

/** @type {Edit} */
export const edit = {
  name: 'set-access',
  summary: (input, catalog) => `Change who may use "${findTable(catalog, input.table).label}"`,
  plan(draft, input) {
    onlyKeys('set-access', input, ['table', 'access', 'owner']);
    const table = findTable(draft.catalog, input.table);
    draft.merge(table.id, {
      access: checkAccess(input.access, draft.catalog),
      owner: input.owner === undefined ? table.owner : checkOwner(input.owner, table),
    });
  },
};
