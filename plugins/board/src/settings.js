/** @import { Setting, SettingsSchema, TypeMatch } from '@plinth/plugin' */

/** Fields that have columns, which people choose from a few; the best first. @type {readonly TypeMatch[]} */
export const COLUMN_TYPES = [
  { value: 'choice', isMany: false },
  { value: 'reference', groups: true, isPerson: false },
  { value: 'reference', groups: true, isPerson: true },
];
/** @type {readonly TypeMatch[]} */
const LABEL_TYPES = [{ value: 'choice' }, { value: 'reference', isMany: true }];

/** @param {string} prefix @param {readonly string[]} values */
const options = (prefix, values) => values.map((value) => ({ value, label: `${prefix}.${value}` }));

/** @type {readonly Setting[]} */
const cardSettings = [
  { name: 'titleField', type: 'field', label: 'board.titleField', required: true },
  {
    name: 'fields',
    type: 'list',
    label: 'board.fields',
    max: 8,
    items: [
      { name: 'field', type: 'fieldPath', label: 'board.fields.field', required: true },
      { name: 'view', type: 'fieldView', of: 'field', label: 'board.fields.view' },
      { name: 'label', type: 'boolean', label: 'board.fields.label', default: false },
    ],
  },
  { name: 'labelField', type: 'field', label: 'board.labelField', fieldTypes: LABEL_TYPES },
  { name: 'personField', type: 'field', label: 'board.personField', fieldTypes: ['user'] },
  { name: 'cardView', type: 'view', label: 'board.cardView', viewTemplates: ['show', 'edit', 'list_show'] },
];

/** @type {SettingsSchema} */
export const boardSettings = [
  { name: 'columnField', type: 'field', label: 'board.columnField', fieldTypes: COLUMN_TYPES, required: true },
  {
    name: 'columns',
    type: 'list',
    label: 'board.columns',
    help: 'board.columns.help',
    max: 50,
    items: [
      { name: 'column', type: 'text', label: 'board.columns.column', max: 200, required: true },
      { name: 'hidden', type: 'boolean', label: 'board.columns.hidden', default: false },
    ],
  },
  {
    name: 'none',
    type: 'select',
    label: 'board.none',
    default: 'used',
    options: options('board.none', ['used', 'always', 'never']),
  },
  {
    name: 'laneField',
    type: 'field',
    label: 'board.laneField',
    help: 'board.laneField.help',
    fieldTypes: COLUMN_TYPES,
  },
  { name: 'manualOrder', type: 'boolean', label: 'board.manualOrder', help: 'board.manualOrder.help', default: true },
  {
    name: 'rankField',
    type: 'field',
    label: 'board.rankField',
    help: 'board.rankField.help',
    fieldTypes: ['rank'],
    showIf: { name: 'manualOrder', in: [true] },
  },
  { name: 'sort', type: 'sort', label: 'board.sort', showIf: { name: 'manualOrder', in: [false] } },
  ...cardSettings,
  { name: 'totalField', type: 'field', label: 'board.totalField', fieldTypes: [{ value: 'number' }] },
  { name: 'quickAdd', type: 'boolean', label: 'board.quickAdd', default: true },
  {
    name: 'createView',
    type: 'view',
    label: 'board.createView',
    help: 'board.createView.help',
    viewTemplates: ['edit'],
  },
  { name: 'filter', type: 'filter', label: 'board.filter' },
  { name: 'condition', type: 'expression', result: 'bool', label: 'board.condition' },
  { name: 'pageSize', type: 'integer', label: 'board.pageSize', default: 20, min: 1, max: 100 },
  { name: 'live', type: 'boolean', label: 'board.live', help: 'board.live.help', default: true },
  { name: 'title', type: 'text', label: 'board.title', max: 120 },
  { name: 'showTitle', type: 'boolean', label: 'board.showTitle', default: true },
];
