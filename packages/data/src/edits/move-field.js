/** @import { Edit } from './types.d.ts' */
import { findField, findTable } from './base/find.js';
import { onlyKeys } from './base/names.js';
import { moveTo } from './base/positions.js';

/** @type {Edit} */
export const edit = {
  name: 'move-field',
  summary(input, catalog) {
    const table = findTable(catalog, input.table);
    return `Move field "${findField(table, input.field).label}" of "${table.label}"`;
  },
  plan(draft, input) {
    onlyKeys('move-field', input, ['table', 'field', 'to']);
    const table = findTable(draft.catalog, input.table);
    moveTo(draft, table.id, findField(table, input.field).id, input.to);
  },
};
