import { defineAction } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';

/** Asks the person who pressed the button whether to go on, with a text of the app. */
export const confirm = defineAction({
  name: 'confirm',
  order: 79,
  label: 'Ask for confirmation',
  help: 'A question in your own words, before the first step runs',
  group: 'show',
  icon: 'help',
  needsRow: false,
  browser: true,
  settings: [
    text('text', 'Question', {
      required: true,
      max: 500,
      expressions: true,
      help: 'Values of the row go between double braces, such as {{ row.name }}.',
    }),
  ],
  asks: () => [],
  run: async () => ({}),
});
