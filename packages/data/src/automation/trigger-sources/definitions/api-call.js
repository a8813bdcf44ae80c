import { defineTriggerSource } from '@plinth/plugin';
import { boolean, integer, list, roles, select, text } from '@plinth/plugin/settings';

const NAME = '[A-Za-z_][A-Za-z0-9_]{0,62}';

/** A program that is logged in calls the trigger by its name. */
export const apiCall = defineTriggerSource({
  name: 'api_call',
  order: 45,
  label: 'source.api_call.label',
  icon: 'code',
  help: 'source.api_call.help',
  keepsAll: true,
  fromOutside: true,
  settings: [
    roles('roles', 'source.api_call.roles', { default: [], help: 'source.api_call.roles.help' }),
    list(
      'inputs',
      'source.api_call.inputs',
      [
        text('name', 'source.name', { required: true, pattern: NAME, patternMessage: 'must be letters, digits and _' }),
        select(
          'type',
          'source.api_call.inputs.type',
          {
            text: 'source.text',
            integer: 'source.api_call.inputs.type.integer',
            number: 'source.api_call.inputs.type.number',
            boolean: 'source.api_call.inputs.type.boolean',
            date: 'source.api_call.inputs.type.date',
            json: 'source.api_call.inputs.type.json',
          },
          { default: 'text' },
        ),
        boolean('required', 'source.api_call.inputs.required'),
        text('description', 'source.api_call.inputs.description', { max: 200 }),
      ],
      { max: 50, default: [], help: 'source.api_call.inputs.help' },
    ),
    select('answer', 'source.answer', { done: 'source.answer.done', now: 'source.answer.now' }, { default: 'done' }),
    integer('perMinute', 'source.callsPerMinute', { min: 1, max: 6000, default: 60 }),
  ],
  event: [
    { name: 'time', type: 'moment', label: 'source.event.time' },
    { name: 'input', type: 'json', label: 'source.api_call.event.input' },
    { name: 'user', type: 'id', label: 'source.person' },
  ],
  check({ inputs = [] }) {
    const names = inputs.map((/** @type {{ name: string }} */ { name }) => name);
    const twice = names.findIndex((/** @type {string} */ name, /** @type {number} */ i) => names.indexOf(name) < i);
    return twice < 0 ? null : { [`inputs.${twice}.name`]: 'is there twice' };
  },
});
