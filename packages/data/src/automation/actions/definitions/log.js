import { defineAction } from '@plinth/plugin';

/** Writes a line into the list of runs, for admins who look for a cause. */
export const log = defineAction({
  name: 'log',
  order: 84,
  label: 'Write to the log',
  help: 'A line for admins: in the run of a trigger or workflow, else in the log of the server',
  group: 'flow',
  icon: 'notes',
  needsRow: false,
  settings: [
    {
      name: 'text',
      type: 'text',
      label: 'Text',
      required: true,
      max: 500,
      expressions: true,
      help: 'Values of the row go between double braces, such as {{ row.name }}.',
    },
  ],
  run: async ({ config, text }) => ({ note: await text(config.text ?? '') }),
});
