import { STEP_SETTINGS, defineAction } from '@plinth/plugin';
import { list } from '@plinth/plugin/settings';

/** Several actions in a row, each with an optional condition. */
export const runSteps = defineAction({
  name: 'run_steps',
  order: 90,
  label: 'action.run_steps.label',
  help: 'action.run_steps.help',
  group: 'flow',
  icon: 'list-numbers',
  needsRow: false,
  takesSteps: true,
  settings: [
    list('steps', 'action.run_steps.steps', STEP_SETTINGS, {
      min: 1,
      max: 50,
      help: 'action.run_steps.steps.help',
    }),
  ],
  run: ({ config, steps }) => steps(config.steps),
});
