/** @import { Edit } from './types.d.ts' */
import { findWorkflow } from './base/find.js';
import { onlyKeys } from './base/names.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-workflow',
  summary: (input, catalog) => `Remove workflow "${findWorkflow(catalog, input.workflow).label}"`,
  plan(draft, input) {
    onlyKeys('remove-workflow', input, ['workflow']);
    draft.remove(findWorkflow(draft.catalog, input.workflow).id);
  },
};
