/** @import { Edit } from './types.d.ts' */
import { onlyKeys } from './base/names.js';
import { checkWorkflow } from './base/workflows.js';

/** @type {Edit} */
export const edit = {
  name: 'add-workflow',
  summary: (input) => `Add workflow "${input.workflow?.label || input.workflow?.name}"`,
  plan(draft, input) {
    onlyKeys('add-workflow', input, ['workflow']);
    const { name, body } = checkWorkflow(input.workflow ?? {}, draft);
    draft.add('workflow', name, body);
  },
};
