/** @import { Edit } from '../types.d.ts' */
import { phrase } from '@plinth/plugin';
import { objectNotFound } from '../../postgres/errors/not-found.js';
import { findTable } from './base/find.js';
import { ID, existing, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-index',
  about: 'Removes an index of a table',
  takes: takes({ table: existing('table'), id: ID }),
  summary: (input, catalog) => phrase`Remove an index of "${findTable(catalog, input.table).label}"`,
  plan(draft, input) {
    const table = findTable(draft.catalog, input.table);
    const indexes = table.indexes.filter((entry) => entry.id !== input.id);
    if (indexes.length === table.indexes.length) throw objectNotFound('index', String(input.id));
    draft.merge(table.id, { indexes });
  },
};
