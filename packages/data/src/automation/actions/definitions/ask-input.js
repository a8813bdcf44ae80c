/** @import { AskedField, Values } from '@plinth/plugin' */
import { defineAction } from '@plinth/plugin';
import { boolean, list, longtext, select, text } from '@plinth/plugin/settings';

/** Asks the person who pressed the button for values; later steps know them as `input`. */
export const askInput = defineAction({
  name: 'ask_input',
  order: 78,
  label: 'Ask for input',
  help: 'A small form; the steps after it use its values, such as input.reason',
  group: 'show',
  icon: 'forms',
  needsRow: false,
  browser: true,
  settings: [
    text('text', 'Question', {
      max: 500,
      expressions: true,
      help: 'Values of the row go between double braces, such as {{ row.name }}.',
    }),
    list(
      'fields',
      'Fields',
      [
        text('label', 'Label', { max: 200 }),
        text('name', 'Name in expressions', {
          required: true,
          pattern: '[a-z][a-z0-9_]{0,47}',
          patternMessage: 'Use lower-case letters, digits and _',
          help: 'For example reason, which expressions use as input.reason.',
        }),
        select(
          'type',
          'Type',
          {
            text: 'Text',
            longtext: 'Long text',
            integer: 'Whole number',
            number: 'Number',
            date: 'Date',
            boolean: 'Yes/no',
            choice: 'One of several',
          },
          { default: 'text' },
        ),
        longtext('options', 'Options', { showIf: { name: 'type', in: ['choice'] }, help: 'One in each line.' }),
        boolean('required', 'Required'),
      ],
      { min: 1, max: 20 },
    ),
  ],
  asks: ({ fields = [] }) => fields.map(askedField),
  run: async () => ({}),
});

/** @param {Values} field @returns {AskedField} */
const askedField = ({ name, label, type = 'text', required = false, options = '' }) => ({
  name: String(name),
  label: label || String(name),
  type,
  required: required === true,
  ...(type === 'choice' && {
    options: String(options)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  }),
});
