import { defineTriggerSource } from '@plinth/plugin';

const NAME = '[A-Za-z_][A-Za-z0-9_]{0,62}';

/** A program that is logged in calls the trigger by its name. */
export const apiCall = defineTriggerSource({
  name: 'api_call',
  order: 45,
  label: 'API call',
  icon: 'code',
  help: 'When a program calls it by name with an API token, and waits for what the steps say.',
  keepsAll: true,
  fromOutside: true,
  settings: [
    { name: 'roles', type: 'roles', label: 'Who may call it', default: [], help: 'None chosen: administrators only.' },
    {
      name: 'inputs',
      type: 'list',
      label: 'What a call sends',
      max: 50,
      default: [],
      help: 'Other members are refused. Without any, a call may send any JSON object.',
      items: [
        {
          name: 'name',
          type: 'text',
          label: 'Name',
          required: true,
          pattern: NAME,
          patternMessage: 'must be letters, digits and _',
        },
        {
          name: 'type',
          type: 'select',
          label: 'Type',
          default: 'text',
          options: [
            { value: 'text', label: 'Text' },
            { value: 'integer', label: 'Whole number' },
            { value: 'number', label: 'Number' },
            { value: 'boolean', label: 'Yes or no' },
            { value: 'date', label: 'Date' },
            { value: 'json', label: 'JSON' },
          ],
        },
        { name: 'required', type: 'boolean', label: 'Required' },
        { name: 'description', type: 'text', label: 'Description', max: 200 },
      ],
    },
    {
      name: 'answer',
      type: 'select',
      label: 'Answer',
      default: 'done',
      options: [
        { value: 'done', label: 'When the steps are done (200)' },
        { value: 'now', label: 'At once, while the steps run (202)' },
      ],
    },
    { name: 'perMinute', type: 'integer', label: 'Calls per minute', min: 1, max: 6000, default: 60 },
  ],
  event: [
    { name: 'time', type: 'moment', label: 'Time of the call' },
    { name: 'input', type: 'json', label: 'What the call sent' },
    { name: 'user', type: 'id', label: 'Person' },
  ],
  check({ inputs = [] }) {
    const names = inputs.map((/** @type {{ name: string }} */ { name }) => name);
    const twice = names.findIndex((/** @type {string} */ name, /** @type {number} */ i) => names.indexOf(name) < i);
    return twice < 0 ? null : { [`inputs.${twice}.name`]: 'is there twice' };
  },
});
