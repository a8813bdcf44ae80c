/** @import { SettingsSchema } from '@plinth/plugin' */

/** @param {readonly string[]} values @param {string} prefix of the keys of their labels */
const options = (values, prefix) => values.map((value) => ({ value, label: `${prefix}.${value}` }));

/** Who may call a function, and how. @type {SettingsSchema} */
export const CALLING = [
  { name: 'roles', type: 'roles', label: 'admin.functions.roles', help: 'admin.functions.rolesHelp' },
  {
    name: 'runAs',
    type: 'select',
    label: 'admin.functions.runAs',
    default: 'caller',
    options: options(['caller', 'system'], 'admin.functions.runAs'),
    help: 'admin.functions.runAsHelp',
  },
  {
    name: 'methods',
    type: 'multiselect',
    label: 'admin.functions.methods',
    help: 'admin.functions.methodsHelp',
    options: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ value, label: value })),
  },
  {
    name: 'params',
    type: 'list',
    label: 'admin.functions.params',
    help: 'admin.functions.paramsHelp',
    max: 50,
    items: [
      {
        name: 'name',
        type: 'text',
        label: 'admin.functions.param',
        required: true,
        pattern: '[A-Za-z_][A-Za-z0-9_]{0,62}',
        patternMessage: 'must be letters, digits and _',
      },
      {
        name: 'type',
        type: 'select',
        label: 'admin.functions.paramType',
        default: 'text',
        options: options(['text', 'integer', 'number', 'boolean', 'date', 'json'], 'admin.functions.type'),
      },
      { name: 'required', type: 'boolean', label: 'admin.functions.required' },
      { name: 'description', type: 'text', label: 'admin.functions.paramHelp', max: 200 },
    ],
  },
];

/** What a call may cost. @type {SettingsSchema} */
export const LIMITS = [
  { name: 'seconds', type: 'integer', label: 'admin.functions.seconds', min: 1, max: 60, default: 10 },
  { name: 'memory', type: 'integer', label: 'admin.functions.memory', min: 16, max: 256, default: 64 },
  {
    name: 'calls',
    type: 'integer',
    label: 'admin.functions.calls',
    min: 0,
    max: 1000,
    default: 100,
    help: 'admin.functions.callsHelp',
  },
];
