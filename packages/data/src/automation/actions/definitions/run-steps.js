import { STEP_SETTINGS, defineAction } from '@plinth/plugin';
import { list } from '@plinth/plugin/settings';

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
    list('steps', 'Steps', STEP_SETTINGS, {
      min: 1,
      max: 50,
      help: 'They run in order. If one fails, nothing of what the others changed remains.',
    }),
  ],
  run: ({ config, steps }) => steps(config.steps),
});
