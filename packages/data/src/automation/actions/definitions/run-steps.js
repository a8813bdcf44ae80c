import { STEP_SETTINGS, defineAction } from '@plinth/plugin';

/** Several actions in a row, each with a condition if wanted. */
export const runSteps = defineAction({
  name: 'run_steps',
  order: 90,
  label: 'Several actions',
  help: 'One after another, each with a condition if you like',
  group: 'flow',
  icon: 'list-numbers',
  needsRow: false,
  takesSteps: true,
  settings: [
    {
      name: 'steps',
      type: 'list',
      label: 'Steps',
      min: 1,
      max: 50,
      help: 'They run in order. If one fails, nothing of what the others changed remains.',
      items: STEP_SETTINGS,
    },
  ],
  run: ({ config, steps }) => steps(config.steps),
});
