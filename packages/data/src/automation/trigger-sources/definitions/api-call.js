import { defineTriggerSource } from '@plinth/plugin';
import { boolean, integer, list, roles, select, text } from '@plinth/plugin/settings';

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
    roles('roles', 'Who may call it', { default: [], help: 'None chosen: administrators only.' }),
    list(
      'inputs',
      'What a call sends',
      [
        text('name', 'Name', { required: true, pattern: NAME, patternMessage: 'must be letters, digits and _' }),
        select(
          'type',
          'Type',
          { text: 'Text', integer: 'Whole number', number: 'Number', boolean: 'Yes or no', date: 'Date', json: 'JSON' },
          { default: 'text' },
        ),
        boolean('required', 'Required'),
        text('description', 'Description', { max: 200 }),
      ],
      { max: 50, default: [], help: 'Other members are refused. Without any, a call may send any JSON object.' },
    ),
    select(
      'answer',
      'Answer',
      { done: 'When the steps are done (200)', now: 'At once, while the steps run (202)' },
      { default: 'done' },
    ),
    integer('perMinute', 'Calls per minute', { min: 1, max: 6000, default: 60 }),
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
