/** @import { Edit } from './types.d.ts' */
import { objectNotFound } from '../errors/not-found.js';
import { findTable } from './base/find.js';
import { onlyKeys } from './base/names.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-index',
  summary: (input, catalog) => `Remove an index of "${findTable(catalog, input.table).label}"`,
  plan(draft, input) {
    onlyKeys('remove-index', input, ['table', 'id']);
    const table = findTable(draft.catalog, input.table);
    const indexes = table.indexes.filter((entry) => entry.id !== input.id);
    if (indexes.length === table.indexes.length) throw objectNotFound('index', String(input.id));
    draft.merge(table.id, { indexes });
  },
};
