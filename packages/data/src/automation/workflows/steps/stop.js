import { defineWorkflowStep } from '@plinth/plugin';

/** Ends the workflow, also from within a branch or a loop. */
export const stop = defineWorkflowStep({
  name: 'stop',
  order: 90,
  label: 'step.stop.label',
  help: 'step.stop.help',
  icon: 'player-stop',
  settings: [
    {
      name: 'result',
      type: 'text',
      label: 'step.stop.result',
      max: 200,
      expressions: true,
      default: '',
      help: 'step.stop.result.help',
    },
  ],
  enter: async ({ step, text }) => ({ go: 'stop', text: (await text(step.result ?? '')).slice(0, 500) }),
});
