/** @import { SettingsSchema } from './index.d.ts' */

/** Settings of one of several steps; see `Step`. @type {SettingsSchema} */
export const STEP_SETTINGS = [
  { name: 'do', type: 'action', label: 'Action', required: true, except: ['run_steps'] },
  {
    name: 'when',
    type: 'expression',
    label: 'Condition',
    result: 'bool',
    help: 'For example: row.total > 1000. Empty: always.',
  },
];

/** Settings of one of the steps of a trigger, which run without anybody's browser. @type {SettingsSchema} */
export const TRIGGER_STEP_SETTINGS = STEP_SETTINGS.map((setting) =>
  setting.type === 'action' ? { ...setting, background: true } : setting,
);

/** Settings of one of the steps of a trigger that runs before a row is saved; see `BeforeStep`. @type {SettingsSchema} */
export const BEFORE_SETTINGS = [
  {
    name: 'kind',
    type: 'select',
    label: 'What happens',
    required: true,
    default: 'set',
    options: [
      { value: 'set', label: 'Set a field' },
      { value: 'refuse', label: 'Refuse' },
    ],
  },
  {
    name: 'field',
    type: 'field',
    label: 'Field',
    default: null,
    help: 'The field to set, or the one that the message appears at.',
  },
  {
    name: 'value',
    type: 'expression',
    label: 'Value',
    default: '',
    showIf: { name: 'kind', in: ['set'] },
    help: 'For example: row.price * row.quantity. A text stands in quotes: "open".',
  },
  { name: 'message', type: 'text', label: 'Message', default: '', max: 500, showIf: { name: 'kind', in: ['refuse'] } },
  {
    name: 'when',
    type: 'expression',
    label: 'Condition',
    result: 'bool',
    default: '',
    help: 'For example: row.total > 1000. Empty: always.',
  },
];
