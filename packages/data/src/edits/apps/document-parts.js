/** @import { AppDocument, Kind, Registry, Setting, SettingsSchema, Values } from '@plinth/plugin' */
import { FORMATTING, memoize } from '@plinth/plugin';
import { kindsOf } from '../../catalog/model/kinds.js';
import { description, icon, label, name, oneOf, roles, text } from '../definitions/base/kind-settings.js';

/**
 * The parts of an app document as settings schemas: one description checks a document, writes its shortest form and
 * makes the JSON Schema of docs/reference.
 */

const AUTO = ['id', 'created_at', 'updated_at', 'created_by', 'updated_by', 'formula', 'number', 'function'];
const LEVELS = ['none', 'own', 'all'];

/** An object of a kind. @type {(kind: Kind) => SettingsSchema} */
export const partOf = memoize((kind) => [
  kind.names === 'address' ? { ...name, pattern: '[a-z][a-z0-9_-]{0,62}' } : name,
  ...kind.schema,
]);

/** @type {SettingsSchema} */
export const fieldPart = [
  name,
  label,
  description,
  { name: 'type', type: 'text', required: true },
  { name: 'attributes', type: 'json', default: {} },
  { name: 'required', type: 'boolean', default: false },
  { name: 'unique', type: 'boolean', default: false },
  { name: 'default', type: 'json', default: null },
  oneOf('auto', AUTO, { default: null }),
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
  label,
  { name: 'singular', type: 'text', default: '' },
  description,
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

/** An npm package that functions import, as it was bundled. @type {SettingsSchema} */
export const packagePart = [
  { name: 'name', type: 'text', required: true },
  { name: 'version', type: 'text', required: true },
  { name: 'integrity', type: 'text', default: '' },
  { name: 'hash', type: 'text', required: true },
  { name: 'code', type: 'longtext', required: true },
];

/** @type {SettingsSchema} */
export const menuPart = [
  {
    name: 'kind',
    type: 'select',
    required: true,
    options: ['page', 'view', 'link', 'admin', 'group'].map((value) => ({ value, label: value })),
  },
  label,
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

/**
 * The lists of objects in app documents, in their order: of kinds of metadata, and of tables and packages.
 *
 * @typedef {{ key: string, kind: Kind | null, part: SettingsSchema, isAlwaysListed: boolean }} DocumentList
 */

/** @type {(registry: Registry) => readonly DocumentList[]} */
export const listsOf = memoize((registry) => {
  const own = kindsOf(registry).filter(({ name: one }) => one !== 'app');
  const lists = own.map((kind) => ({
    key: kind.plural,
    kind,
    part: partOf(kind),
    isAlwaysListed: kind.documents?.isAlwaysListed ?? false,
  }));
  const tables = { key: 'tables', kind: null, part: tablePart, isAlwaysListed: true };
  const packages = { key: 'packages', kind: null, part: packagePart, isAlwaysListed: false };
  const after = (/** @type {string} */ name) => own.findIndex((kind) => kind.name === name) + 1;
  const [first, second] = [after('role'), after('function')];
  return Object.freeze([
    ...lists.slice(0, first),
    tables,
    ...lists.slice(first, second),
    packages,
    ...lists.slice(second),
  ]);
});

/** The objects in a list of a document. @param {AppDocument} document @param {string} key @returns {readonly any[]} */
export const objectsIn = (document, key) => /** @type {Values} */ (document)[key] ?? [];
