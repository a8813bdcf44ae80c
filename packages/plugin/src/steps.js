/** @import { SettingsSchema } from './index.d.ts' */
import { action, expression, field, select, text } from './settings/helpers.js';

/** Settings of one of several steps; see `Step`. @type {SettingsSchema} */
export const STEP_SETTINGS = [
  action('do', 'trigger.action', { required: true, except: ['run_steps'] }),
  expression('when', 'trigger.condition', { result: 'bool', help: 'trigger.steps.when.help' }),
];

/** Settings of one of the steps of a trigger, which run without anybody's browser. @type {SettingsSchema} */
export const TRIGGER_STEP_SETTINGS = STEP_SETTINGS.map((setting) =>
  setting.type === 'action' ? { ...setting, background: true } : setting,
);

/** Settings of one of the steps of a trigger that runs before a row is saved; see `BeforeStep`. @type {SettingsSchema} */
export const BEFORE_SETTINGS = [
  select(
    'kind',
    'trigger.before.kind',
    { set: 'trigger.before.kind.set', refuse: 'trigger.before.kind.refuse' },
    { required: true, default: 'set' },
  ),
  field('field', 'trigger.field', { default: null, help: 'trigger.before.field.help' }),
  expression('value', 'trigger.value', {
    default: '',
    showIf: { name: 'kind', in: ['set'] },
    help: 'trigger.before.value.help',
  }),
  text('message', 'trigger.message', { default: '', max: 500, showIf: { name: 'kind', in: ['refuse'] } }),
  expression('when', 'trigger.condition', {
    result: 'bool',
    default: '',
    help: 'trigger.steps.when.help',
  }),
];
