/** @import { Edit } from '../types.d.ts' */
import { phrase } from '@plinth/plugin';
import { objectNotFound } from '../../postgres/errors/not-found.js';
import { findTable } from './base/find.js';
import { ID, existing, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-constraint',
  about: 'Removes a rule of a table',
  takes: takes({ table: existing('table'), id: ID }),
  summary: (input, catalog) => phrase`Remove a rule of "${findTable(catalog, input.table).label}"`,
  plan(draft, input) {
    const table = findTable(draft.catalog, input.table);
    const constraints = table.constraints.filter((entry) => entry.id !== input.id);
    if (constraints.length === table.constraints.length) throw objectNotFound('rule', String(input.id));
    draft.merge(table.id, { constraints });
  },
};
