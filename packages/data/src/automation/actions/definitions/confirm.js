import { defineAction } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';

/** Asks the person who pressed the button whether to go on, with a text of the app. */
export const confirm = defineAction({
  name: 'confirm',
  order: 79,
  label: 'action.confirm.label',
  help: 'action.confirm.help',
  group: 'show',
  icon: 'help',
  needsRow: false,
  browser: true,
  settings: [
    text('text', 'action.question', {
      required: true,
      max: 500,
      expressions: true,
      help: 'action.subject.help',
    }),
  ],
  asks: () => [],
  run: async () => ({}),
});
