/** @import { Edit } from '../types.d.ts' */
import { phrase } from '@plinth/plugin';
import { findTable } from './base/find.js';
import { checkIndexes } from './base/table-parts.js';
import { INDEX_KIND, NAMES, existing, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'add-index',
  about: 'Adds an index to a table, or replaces its search index',
  takes: takes({ table: existing('table'), fields: NAMES }, { kind: INDEX_KIND }),
  summary: (input, catalog) =>
    phrase`Add an index on ${[input.fields].flat().join(', ')} to "${findTable(catalog, input.table).label}"`,
  plan(draft, input) {
    const table = findTable(draft.catalog, input.table);
    const [index] = checkIndexes([{ kind: input.kind, fields: input.fields }], draft, table);
    const same = table.indexes.some(
      (entry) => entry.kind === index.kind && entry.fields.join() === index.fields.join(),
    );
    // A table has one search index, so a new one replaces the former.
    const others = table.indexes.filter((entry) => index.kind !== 'search' || entry.kind !== 'search');
    if (!same) draft.merge(table.id, { indexes: [...others, index] });
  },
};
