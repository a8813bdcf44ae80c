import { defineWorkflowStep } from '@plinth/plugin';

/** Any action, as in a trigger: on the row, or inside a loop on the row of the loop. */
export const action = defineWorkflowStep({
  name: 'action',
  order: 10,
  label: 'Action',
  help: 'Change rows, send an e-mail, call a function and more',
  icon: 'bolt',
  settings: [{ name: 'do', type: 'action', label: 'Action', required: true, except: ['run_steps'] }],
  canFail: true,
  canUndo: true,
});
