import { defineAction } from '@plinth/plugin';

/** Shows a message to the person who pressed the button. */
export const showMessage = defineAction({
  name: 'show_message',
  order: 80,
  label: 'Show a message',
  help: 'A text for whoever pressed the button',
  group: 'show',
  icon: 'message',
  needsRow: false,
  settings: [
    {
      name: 'text',
      type: 'text',
      label: 'Message',
      required: true,
      max: 300,
      expressions: true,
      help: 'Values of the row go between double braces, such as {{ row.name }}.',
    },
  ],
  run: async ({ config, text }) => ({ message: await text(config.text ?? '') }),
});
