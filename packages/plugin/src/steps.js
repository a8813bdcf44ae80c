/** @import { SettingsSchema } from './index.d.ts' */
import { action, expression, field, select, text } from './settings/helpers.js';

/** Settings of one of several steps; see `Step`. @type {SettingsSchema} */
export const STEP_SETTINGS = [
  action('do', 'Action', { required: true, except: ['run_steps'] }),
  expression('when', 'Condition', { result: 'bool', help: 'For example: row.total > 1000. Empty: always.' }),
];

/** Settings of one of the steps of a trigger, which run without anybody's browser. @type {SettingsSchema} */
export const TRIGGER_STEP_SETTINGS = STEP_SETTINGS.map((setting) =>
  setting.type === 'action' ? { ...setting, background: true } : setting,
);

/** Settings of one of the steps of a trigger that runs before a row is saved; see `BeforeStep`. @type {SettingsSchema} */
export const BEFORE_SETTINGS = [
  select('kind', 'What happens', { set: 'Set a field', refuse: 'Refuse' }, { required: true, default: 'set' }),
  field('field', 'Field', { default: null, help: 'The field to set, or the one that the message appears at.' }),
  expression('value', 'Value', {
    default: '',
    showIf: { name: 'kind', in: ['set'] },
    help: 'For example: row.price * row.quantity. A text stands in quotes: "open".',
  }),
  text('message', 'Message', { default: '', max: 500, showIf: { name: 'kind', in: ['refuse'] } }),
  expression('when', 'Condition', {
    result: 'bool',
    default: '',
    help: 'For example: row.total > 1000. Empty: always.',
  }),
];
