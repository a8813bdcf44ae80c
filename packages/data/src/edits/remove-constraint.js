/** @import { Edit } from './types.d.ts' */
import { objectNotFound } from '../errors/not-found.js';
import { findTable } from './base/find.js';
import { onlyKeys } from './base/names.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-constraint',
  summary: (input, catalog) => `Remove a rule of "${findTable(catalog, input.table).label}"`,
  plan(draft, input) {
    onlyKeys('remove-constraint', input, ['table', 'id']);
    const table = findTable(draft.catalog, input.table);
    const constraints = table.constraints.filter((entry) => entry.id !== input.id);
    if (constraints.length === table.constraints.length) throw objectNotFound('rule', String(input.id));
    draft.merge(table.id, { constraints });
  },
};
