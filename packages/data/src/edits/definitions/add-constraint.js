/** @import { Edit } from '../types.d.ts' */
import { phrase } from '@plinth/plugin';
import { findTable } from './base/find.js';
import { checkConstraint } from './base/table-parts.js';
import { existing, part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'add-constraint',
  about: 'Adds a rule to a table: unique fields, a condition, an expression or a function',
  takes: takes({ table: existing('table'), constraint: part('constraint') }),
  summary: (input, catalog) => phrase`Add a rule to "${findTable(catalog, input.table).label}"`,
  plan(draft, input) {
    const table = findTable(draft.catalog, input.table);
    draft.merge(table.id, { constraints: [...table.constraints, checkConstraint(input.constraint, draft, table)] });
  },
};
