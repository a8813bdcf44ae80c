/** @import { Edit } from '../types.d.ts' */
import { phrase } from '@plinth/plugin';
import { findTable } from './base/find.js';
import { checkConstraints } from './base/table-parts.js';
import { existing, list, part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'set-constraints',
  about: 'Replaces the rules of a table',
  takes: takes({ table: existing('table'), constraints: list(part('constraint')) }),
  summary: (input, catalog) => phrase`Change the rules of "${findTable(catalog, input.table).label}"`,
  plan(draft, input) {
    const table = findTable(draft.catalog, input.table);
    draft.merge(table.id, { constraints: checkConstraints(input.constraints, draft, table) });
  },
};
