/** @import { AskedField, Values } from '@plinth/plugin' */
import { defineAction } from '@plinth/plugin';
import { boolean, list, longtext, select, text } from '@plinth/plugin/settings';

/** Asks the person who pressed the button for values; later steps know them as `input`. */
export const askInput = defineAction({
  name: 'ask_input',
  order: 78,
  label: 'action.ask_input.label',
  help: 'action.ask_input.help',
  group: 'show',
  icon: 'forms',
  needsRow: false,
  browser: true,
  settings: [
    text('text', 'action.question', {
      max: 500,
      expressions: true,
      help: 'action.subject.help',
    }),
    list(
      'fields',
      'action.ask_input.fields',
      [
        text('label', 'action.ask_input.fields.label', { max: 200 }),
        text('name', 'action.ask_input.fields.name', {
          required: true,
          pattern: '[a-z][a-z0-9_]{0,47}',
          patternMessage: 'Use lower-case letters, digits and _',
          help: 'action.ask_input.fields.name.help',
        }),
        select(
          'type',
          'action.type',
          {
            text: 'action.text',
            longtext: 'action.ask_input.fields.type.longtext',
            integer: 'action.ask_input.fields.type.integer',
            number: 'action.number',
            date: 'action.date',
            boolean: 'action.yesNo',
            choice: 'action.ask_input.fields.type.choice',
          },
          { default: 'text' },
        ),
        longtext('options', 'action.ask_input.fields.options', {
          showIf: { name: 'type', in: ['choice'] },
          help: 'action.ask_input.fields.options.help',
        }),
        boolean('required', 'action.ask_input.fields.required'),
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
