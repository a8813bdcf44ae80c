/** @import { Setting, SettingsSchema } from '@plinth/plugin' */
import { BEFORE_SETTINGS, FORMATTING, MAIL_SETTINGS, STEP_SETTINGS, WORKFLOW_TYPES } from '@plinth/plugin';
import { FUNCTION_METHODS, FUNCTION_TYPES } from '../../catalog/schema/function-kinds.js';

/**
 * The parts of an app document as settings schemas: one description checks a document, writes its shortest form and
 * makes the JSON Schema of docs/reference.
 */

const NAME = '[a-z][a-z0-9_]{0,62}';
const LEVELS = ['none', 'own', 'all'];

/** @param {string} name @param {Partial<Setting>} [more] @returns {Setting} */
const text = (name, more) => ({ name, type: 'text', default: '', ...more });
/** @type {Setting} */
const name = { name: 'name', type: 'text', required: true, pattern: NAME };
/** @type {Setting} */
const icon = { name: 'icon', type: 'icon', default: '' };
/** @type {Setting} */
const roles = { name: 'roles', type: 'roles', default: [] };

/** @type {SettingsSchema} */
export const appPart = [
  { name: 'name', type: 'text', required: true, pattern: '[a-z][a-z0-9_-]{0,62}' },
  text('label'),
  { name: 'description', type: 'longtext', default: '' },
  icon,
];

/** @type {SettingsSchema} */
export const rolePart = [
  name,
  text('label'),
  { name: 'inherits', type: 'role', default: null },
  { name: 'home', type: 'page', default: null },
];

/** @type {SettingsSchema} */
export const fieldPart = [
  name,
  text('label'),
  { name: 'description', type: 'longtext', default: '' },
  { name: 'type', type: 'text', required: true },
  { name: 'attributes', type: 'json', default: {} },
  { name: 'required', type: 'boolean', default: false },
  { name: 'unique', type: 'boolean', default: false },
  { name: 'default', type: 'json', default: null },
  {
    name: 'auto',
    type: 'select',
    default: null,
    options: ['id', 'created_at', 'updated_at', 'created_by', 'updated_by', 'formula', 'number', 'function'].map(
      (value) => ({ value, label: value }),
    ),
  },
  { name: 'formula', type: 'longtext', default: null },
  { name: 'stored', type: 'boolean', default: false },
  { name: 'function', type: 'function', default: null },
  { name: 'from', type: 'json', default: [] },
  { name: 'access', type: 'json', default: null },
  ...FORMATTING,
];

/** @type {SettingsSchema} */
export const constraintPart = [
  {
    name: 'kind',
    type: 'select',
    required: true,
    options: ['unique', 'check', 'rule', 'function'].map((value) => ({ value, label: value })),
  },
  { name: 'fields', type: 'fields', showIf: { name: 'kind', in: ['unique', 'rule', 'function'] } },
  { name: 'rule', type: 'expression', showIf: { name: 'kind', in: ['rule'] } },
  { name: 'function', type: 'function', showIf: { name: 'kind', in: ['function'] } },
  { name: 'where', type: 'filter', showIf: { name: 'kind', in: ['check'] } },
  text('message'),
];

/** @type {SettingsSchema} */
export const indexPart = [
  { name: 'kind', type: 'select', options: [{ value: 'search', label: 'search' }] },
  { name: 'fields', type: 'fields', required: true },
];

/** @type {SettingsSchema} */
export const tablePart = [
  { ...name, pattern: '[a-z][a-z0-9_]{0,47}' },
  text('label'),
  { name: 'singular', type: 'text', default: '' },
  { name: 'description', type: 'longtext', default: '' },
  icon,
  {
    name: 'key',
    type: 'select',
    default: 'identity',
    options: ['identity', 'uuid'].map((value) => ({ value, label: value })),
  },
  { name: 'fields', type: 'list', required: true, items: fieldPart },
  { name: 'display', type: 'field', default: 'id' },
  { name: 'history', type: 'boolean', default: true },
  { name: 'historyDays', type: 'integer', default: null },
  {
    name: 'comments',
    type: 'select',
    default: 'off',
    options: ['off', 'readers', 'editors'].map((value) => ({ value, label: value })),
  },
  { name: 'owner', type: 'field', default: null },
  { name: 'person', type: 'field', default: null },
  { name: 'access', type: 'json', default: {} },
  { name: 'constraints', type: 'list', items: constraintPart, default: [] },
  { name: 'indexes', type: 'list', items: indexPart, default: [] },
];

/** One entry of a table's access list. @type {SettingsSchema} */
export const accessPart = [
  ...['read', 'update', 'delete'].map((operation) => level(operation, LEVELS)),
  level('create', ['none', 'all']),
  level('choices', ['none', 'all']),
];

/** @type {SettingsSchema} */
export const viewPart = [
  name,
  text('label'),
  { name: 'description', type: 'longtext', default: '' },
  { name: 'template', type: 'text', required: true },
  { name: 'table', type: 'table', default: null },
  roles,
  { name: 'config', type: 'json', default: {} },
];

/** @type {SettingsSchema} */
export const pagePart = [
  name,
  text('title'),
  { name: 'description', type: 'longtext', default: '' },
  roles,
  { name: 'layout', type: 'layout', required: true },
];

/** @type {SettingsSchema} */
export const triggerPart = [
  name,
  text('label'),
  { name: 'description', type: 'longtext', default: '' },
  text('source', { default: 'rows', pattern: NAME }),
  { name: 'options', type: 'json', default: {} },
  { name: 'table', type: 'table', default: null },
  {
    ...{ name: 'events', type: 'multiselect', default: [] },
    options: ['insert', 'update', 'delete'].map((value) => ({ value, label: value })),
  },
  { name: 'fields', type: 'fields', default: [], of: 'table' },
  text('from'),
  text('to'),
  { name: 'when', type: 'expression', default: '' },
  { name: 'steps', type: 'list', default: [], items: STEP_SETTINGS },
  {
    ...{ name: 'timing', type: 'select', default: 'after' },
    options: ['after', 'before'].map((value) => ({ value, label: value })),
  },
  { name: 'order', type: 'integer', default: 0 },
  { name: 'before', type: 'list', default: [], items: BEFORE_SETTINGS },
  {
    ...{ name: 'as', type: 'select', default: 'cause' },
    options: ['cause', 'user', 'system'].map((value) => ({ value, label: value })),
  },
  { name: 'enabled', type: 'boolean', default: true },
];

/** @param {string} name @param {readonly string[]} values @param {Partial<Setting>} [more] @returns {Setting} */
const oneOf = (name, values, more) => ({
  ...{ name, type: 'select', options: values.map((value) => ({ value, label: value })) },
  ...more,
});

/** @type {SettingsSchema} */
export const workflowPart = [
  name,
  text('label'),
  { name: 'description', type: 'longtext', default: '' },
  { name: 'table', type: 'table', default: null },
  oneOf('as', ['cause', 'user', 'system'], { default: 'cause' }),
  { name: 'enabled', type: 'boolean', default: true },
  roles,
  {
    ...{ name: 'variables', type: 'list', default: [] },
    items: [
      { ...name, pattern: '[a-z][a-z0-9_]{0,47}' },
      text('label'),
      oneOf('type', Object.keys(WORKFLOW_TYPES), { default: 'text' }),
      { name: 'isInput', type: 'boolean', default: false },
      { name: 'value', type: 'expression', default: '' },
    ],
  },
  { name: 'steps', type: 'steps', default: [] },
  { name: 'onError', type: 'steps', default: [] },
];

/** @type {SettingsSchema} */
export const piecePart = [
  name,
  text('label'),
  { name: 'description', type: 'longtext', default: '' },
  { name: 'table', type: 'table', default: null },
  {
    name: 'params',
    type: 'list',
    default: [],
    items: [
      name,
      text('label'),
      { name: 'node', type: 'text', required: true },
      { name: 'setting', type: 'text', required: true },
    ],
  },
  { name: 'layout', type: 'layout', required: true },
];

/** @type {SettingsSchema} */
export const functionPart = [
  name,
  text('label'),
  { name: 'description', type: 'longtext', default: '' },
  { name: 'code', type: 'longtext', required: true },
  { ...oneOf('methods', FUNCTION_METHODS), type: 'multiselect', default: [] },
  roles,
  oneOf('runAs', ['caller', 'system'], { default: 'caller' }),
  {
    ...{ name: 'params', type: 'list', default: [] },
    items: [
      { ...name, pattern: '[A-Za-z_][A-Za-z0-9_]{0,62}' },
      oneOf('type', FUNCTION_TYPES, { default: 'text' }),
      { name: 'required', type: 'boolean', default: false },
      { name: 'description', type: 'longtext', default: '' },
    ],
  },
  { name: 'seconds', type: 'integer', default: 10 },
  { name: 'memory', type: 'integer', default: 64 },
  { name: 'calls', type: 'integer', default: 100 },
  { name: 'secrets', type: 'json', default: [] },
];

/** An npm package that functions import, as it was bundled. @type {SettingsSchema} */
export const packagePart = [
  { name: 'name', type: 'text', required: true },
  { name: 'version', type: 'text', required: true },
  { name: 'integrity', type: 'text', default: '' },
  { name: 'hash', type: 'text', required: true },
  { name: 'code', type: 'longtext', required: true },
];

/** What a secret is called; its value is in no document. @type {SettingsSchema} */
export const secretPart = [
  name,
  { name: 'description', type: 'longtext', default: '' },
  { name: 'hosts', type: 'json', default: [] },
];

/** @type {SettingsSchema} */
export const mailPart = [
  name,
  text('label'),
  { name: 'description', type: 'longtext', default: '' },
  { name: 'table', type: 'table', default: null },
  ...MAIL_SETTINGS.map((setting) => (setting.required ? setting : { default: null, ...setting })),
];

/** @type {SettingsSchema} */
export const menuPart = [
  {
    name: 'kind',
    type: 'select',
    required: true,
    options: ['page', 'view', 'link', 'admin', 'group'].map((value) => ({ value, label: value })),
  },
  text('label'),
  icon,
  text('target'),
  roles,
  { name: 'items', type: 'json', default: [] },
];

/** @param {string} operation @param {string[]} levels @returns {Setting} */
function level(operation, levels) {
  return {
    name: operation,
    type: 'select',
    default: 'none',
    options: levels.map((value) => ({ value, label: value })),
  };
}
