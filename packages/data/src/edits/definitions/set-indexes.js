/** @import { Edit } from '../types.d.ts' */
import { phrase } from '@plinth/plugin';
import { findTable } from './base/find.js';
import { checkIndexes } from './base/table-parts.js';
import { existing, list, part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'set-indexes',
  about: 'Replaces the indexes of a table',
  takes: takes({ table: existing('table'), indexes: list(part('index')) }),
  summary: (input, catalog) => phrase`Change the indexes of "${findTable(catalog, input.table).label}"`,
  plan(draft, input) {
    const table = findTable(draft.catalog, input.table);
    draft.merge(table.id, { indexes: checkIndexes(input.indexes, draft, table) });
  },
};
