/** @import { Setting, SettingsSchema, TypeMatch } from '@plinth/plugin' */
import { narrowingSettings, openingSetting } from '@plinth/plugin';
import {
  boolean,
  expression,
  field,
  fieldPath,
  fieldView,
  filter,
  integer,
  list,
  select,
  sort,
  text,
  view,
} from '@plinth/plugin/settings';

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
  field('titleField', 'board.titleField', { required: true }),
  list(
    'fields',
    'board.fields',
    [
      fieldPath('field', 'board.fields.field', { required: true }),
      fieldView('view', 'board.fields.view', { of: 'field' }),
      boolean('label', 'board.fields.label', { default: false }),
    ],
    { max: 8 },
  ),
  field('labelField', 'board.labelField', { fieldTypes: LABEL_TYPES }),
  field('personField', 'board.personField', { fieldTypes: ['user'] }),
  view('cardView', 'board.cardView', { viewTemplates: ['show', 'edit', 'list_show'] }),
  openingSetting('cardOpen', 'board.cardOpen'),
];

/** @type {SettingsSchema} */
export const boardSettings = [
  field('columnField', 'board.columnField', { fieldTypes: COLUMN_TYPES, required: true }),
  list(
    'columns',
    'board.columns',
    [
      text('column', 'board.columns.column', { max: 200, required: true }),
      boolean('hidden', 'board.columns.hidden', { default: false }),
    ],
    { help: 'board.columns.help', max: 50 },
  ),
  select('none', 'board.none', options('board.none', ['used', 'always', 'never']), { default: 'used' }),
  field('laneField', 'board.laneField', { help: 'board.laneField.help', fieldTypes: COLUMN_TYPES }),
  boolean('manualOrder', 'board.manualOrder', { help: 'board.manualOrder.help', default: true }),
  field('rankField', 'board.rankField', {
    help: 'board.rankField.help',
    fieldTypes: ['rank'],
    showIf: { name: 'manualOrder', in: [true] },
  }),
  sort('sort', 'board.sort', { showIf: { name: 'manualOrder', in: [false] } }),
  ...cardSettings,
  field('totalField', 'board.totalField', { fieldTypes: [{ value: 'number' }] }),
  boolean('quickAdd', 'board.quickAdd', { default: true }),
  view('createView', 'board.createView', { help: 'board.createView.help', viewTemplates: ['edit'] }),
  filter('filter', 'board.filter'),
  expression('condition', 'board.condition', { result: 'bool' }),
  ...narrowingSettings,
  integer('pageSize', 'board.pageSize', { default: 20, min: 1, max: 100 }),
  boolean('live', 'board.live', { help: 'board.live.help', default: true }),
  text('title', 'board.title', { max: 120 }),
  boolean('showTitle', 'board.showTitle', { default: true }),
];
