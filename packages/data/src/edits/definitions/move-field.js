/** @import { Edit } from '../types.d.ts' */
import { phrase } from '@plinth/plugin';
import { findField, findTable } from './base/find.js';
import { moveTo } from './base/positions.js';
import { POSITION, existing, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'move-field',
  about: 'Moves a field to a position in its table',
  takes: takes({ table: existing('table'), field: existing('field'), to: POSITION }),
  summary(input, catalog) {
    const table = findTable(catalog, input.table);
    return phrase`Move field "${findField(table, input.field).label}" of "${table.label}"`;
  },
  plan(draft, input) {
    const table = findTable(draft.catalog, input.table);
    moveTo(draft, table.id, findField(table, input.field).id, input.to);
  },
};
