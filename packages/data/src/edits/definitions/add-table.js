/** @import { Edit } from '../types.d.ts' */
import { phrase } from '@plinth/plugin';
import { addTables } from './base/new-table.js';
import { part } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'add-table',
  about: 'Adds a table with its fields, access, rules and indexes',
  takes: part('table'),
  summary: (input) => phrase`Add table "${input.label || input.name}"`,
  plan: (draft, input) => addTables(draft, [input]),
};
