import { defineAction } from '@plinth/plugin';

/** Shows a message to the person who pressed the button. */
export const showMessage = defineAction({
  name: 'show_message',
  order: 80,
  label: 'action.show_message.label',
  help: 'action.show_message.help',
  group: 'show',
  icon: 'message',
  needsRow: false,
  settings: [
    {
      name: 'text',
      type: 'text',
      label: 'action.message',
      required: true,
      max: 300,
      expressions: true,
      help: 'action.subject.help',
    },
  ],
  run: async ({ config, text }) => ({ message: await text(config.text ?? '') }),
});
