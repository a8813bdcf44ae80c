import { defineWorkflowStep } from '@plinth/plugin';

/** Runs another workflow and waits for its end. */
export const workflow = defineWorkflowStep({
  name: 'workflow',
  order: 60,
  label: 'Run a workflow',
  help: 'Start another workflow and wait until it has ended',
  icon: 'sitemap',
  settings: [
    { name: 'workflow', type: 'workflow', label: 'Workflow', required: true },
    {
      ...{ name: 'row', type: 'expression', label: 'Row', default: '' },
      help: 'The id of the row that it is about. Empty: this row, if it is of the same table.',
    },
    {
      ...{ name: 'inputs', type: 'list', label: 'Inputs', max: 50, default: [] },
      items: [
        { name: 'variable', type: 'variable', of: 'workflow', label: 'Variable', required: true },
        { name: 'value', type: 'expression', label: 'Value', required: true },
      ],
    },
  ],
  canFail: true,
  canUndo: true,
});
