import { defineAction } from '@plinth/plugin';

/** Writes a line into the list of runs, for admins who look for a cause. */
export const log = defineAction({
  name: 'log',
  order: 84,
  label: 'action.log.label',
  help: 'action.log.help',
  group: 'flow',
  icon: 'notes',
  needsRow: false,
  settings: [
    {
      name: 'text',
      type: 'text',
      label: 'action.text',
      required: true,
      max: 500,
      expressions: true,
      help: 'action.subject.help',
    },
  ],
  run: async ({ config, text }) => ({ note: await text(config.text ?? '') }),
});
