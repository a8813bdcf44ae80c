/** @import { Edit } from '../types.d.ts' */
import { checkWorkflow } from './base/workflows.js';
import { part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'add-workflow',
  about: 'Adds a workflow',
  takes: takes({ workflow: part('workflow') }),
  summary: (input) => `Add workflow "${input.workflow?.label || input.workflow?.name}"`,
  plan(draft, input) {
    const { name, body } = checkWorkflow(input.workflow ?? {}, draft);
    draft.add('workflow', name, body);
  },
};
