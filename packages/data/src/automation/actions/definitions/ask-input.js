/** @import { AskedField } from '@plinth/plugin' */
import { defineAction } from '@plinth/plugin';

/** Asks whoever pressed the button for some values, which the steps after it know as `input`. */
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
    {
      name: 'text',
      type: 'text',
      label: 'Question',
      max: 500,
      expressions: true,
      help: 'Values of the row go between double braces, such as {{ row.name }}.',
    },
    {
      name: 'fields',
      type: 'list',
      label: 'Fields',
      min: 1,
      max: 20,
      items: [
        { name: 'label', type: 'text', label: 'Label', max: 200 },
        {
          name: 'name',
          type: 'text',
          label: 'Name in expressions',
          required: true,
          pattern: '[a-z][a-z0-9_]{0,47}',
          patternMessage: 'Use lower-case letters, digits and _',
          help: 'For example reason, which expressions use as input.reason.',
        },
        {
          name: 'type',
          type: 'select',
          label: 'Type',
          default: 'text',
          options: [
            { value: 'text', label: 'Text' },
            { value: 'longtext', label: 'Long text' },
            { value: 'integer', label: 'Whole number' },
            { value: 'number', label: 'Number' },
            { value: 'date', label: 'Date' },
            { value: 'boolean', label: 'Yes/no' },
            { value: 'choice', label: 'One of several' },
          ],
        },
        {
          name: 'options',
          type: 'longtext',
          label: 'Options',
          showIf: { name: 'type', in: ['choice'] },
          help: 'One in each line.',
        },
        { name: 'required', type: 'boolean', label: 'Required' },
      ],
    },
  ],
  asks: ({ fields = [] }) => fields.map(askedField),
  run: async () => ({}),
});

/** @param {any} field @returns {AskedField} */
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
