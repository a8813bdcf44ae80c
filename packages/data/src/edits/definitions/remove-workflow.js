/** @import { Edit } from '../types.d.ts' */
import { findWorkflow } from './base/find.js';
import { existing, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-workflow',
  about: 'Removes a workflow',
  takes: takes({ workflow: existing('workflow') }),
  summary: (input, catalog) => `Remove workflow "${findWorkflow(catalog, input.workflow).label}"`,
  plan(draft, input) {
    draft.remove(findWorkflow(draft.catalog, input.workflow).id);
  },
};
