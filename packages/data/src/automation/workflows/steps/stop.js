import { defineWorkflowStep } from '@plinth/plugin';

/** Ends the workflow, also from within a branch or a loop. */
export const stop = defineWorkflowStep({
  name: 'stop',
  order: 90,
  label: 'Stop',
  help: 'End the workflow here, with a result',
  icon: 'player-stop',
  settings: [
    {
      name: 'result',
      type: 'text',
      label: 'Result',
      max: 200,
      expressions: true,
      default: '',
      help: 'Shown in the list of runs, such as Rejected.',
    },
  ],
  enter: async ({ step, text }) => ({ go: 'stop', text: (await text(step.result ?? '')).slice(0, 500) }),
});
