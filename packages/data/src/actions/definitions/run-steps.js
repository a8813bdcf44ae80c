import { defineAction } from '@plinth/plugin';

/** Several actions in a row, each with a condition if wanted. */
export const runSteps = defineAction({
  name: 'run_steps',
  order: 90,
  label: 'Several actions',
  icon: 'list-numbers',
  needsRow: false,
  takesSteps: true,
  settings: [
    {
      ...{ name: 'steps', type: 'list', label: 'Steps', min: 1, max: 50 },
      help: 'They run in order. If one fails, nothing of what the others changed remains.',
      items: [
        { name: 'do', type: 'action', label: 'Action', required: true, except: ['run_steps'] },
        {
          ...{ name: 'when', type: 'expression', label: 'Only if', result: 'bool' },
          help: 'For example: row.total > 1000. Empty: always.',
        },
      ],
    },
  ],
  run: ({ config, steps }) => steps(config.steps),
});
