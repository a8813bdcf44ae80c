/** @import { Edit } from '../types.d.ts' */
import { phrase } from '@plinth/plugin';
import { findTable } from './base/find.js';
import { removeTable } from './base/remove-table.js';
import { existing, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-table',
  about: 'Removes a table with its rows',
  takes: takes({ table: existing('table') }),
  summary: (input, catalog) => phrase`Remove table "${findTable(catalog, input.table).label}"`,
  plan(draft, input) {
    removeTable(draft, findTable(draft.catalog, input.table));
  },
};
