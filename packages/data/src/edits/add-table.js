/** @import { Edit } from './types.d.ts' */
import { addTables } from './base/new-table.js';

/** @type {Edit} */
export const edit = {
  name: 'add-table',
  summary: (input) => `Add table "${input.label || input.name}"`,
  plan: (draft, input) => addTables(draft, [input]),
};
