/** @import { SettingsSchema } from '@plinth/plugin' */
import { openingSetting } from '@plinth/plugin';
import {
  action,
  boolean,
  childRelation,
  expression,
  field,
  fieldPath,
  fieldView,
  filter,
  icon,
  integer,
  list,
  roles,
  select,
  text,
  view,
} from '@plinth/plugin/settings';
import { createSettings, frameSettings, liveSetting, options, rowsSettings } from '../parts/settings.js';
import { STEPS } from './groups/steps.js';

const KINDS = ['field', 'aggregate', 'link', 'expression', 'action'];
const AGGREGATES = ['count', 'sum', 'avg', 'min', 'max', 'latest', 'array'];

/** One column. @type {SettingsSchema} */
export const columnSettings = [
  select('kind', 'vt.column.kind', options('vt.column.kind', KINDS), { default: 'field' }),
  fieldPath('field', 'vt.column.field', { showIf: { name: 'kind', in: ['field'] }, required: true }),
  fieldView('view', 'vt.column.view', { of: 'field', showIf: { name: 'kind', in: ['field'] } }),
  childRelation('relation', 'vt.column.relation', { showIf: { name: 'kind', in: ['aggregate'] }, required: true }),
  select('aggregate', 'vt.column.aggregate', options('el.aggregate', AGGREGATES), {
    default: 'count',
    showIf: { name: 'kind', in: ['aggregate'] },
  }),
  field('of', 'vt.column.of', { of: 'relation', showIf: { name: 'aggregate', in: AGGREGATES.slice(1) } }),
  filter('where', 'vt.column.where', { of: 'relation', showIf: { name: 'kind', in: ['aggregate'] } }),
  expression('expression', 'vt.column.expression', {
    help: 'vt.column.expression.help',
    showIf: { name: 'kind', in: ['expression', 'link'] },
  }),
  text('text', 'vt.column.text', { max: 120, showIf: { name: 'kind', in: ['link', 'action'] } }),
  icon('icon', 'vt.column.icon', { showIf: { name: 'kind', in: ['link', 'action'] } }),
  view('link', 'vt.column.link', {
    help: 'vt.column.link.help',
    showIf: { name: 'kind', in: ['field', 'aggregate', 'link', 'expression'] },
  }),
  action('action', 'vt.column.action', { showIf: { name: 'kind', in: ['action'] }, required: true }),
  text('confirm', 'vt.column.confirm', { max: 200, showIf: { name: 'kind', in: ['action'] } }),
  text('label', 'vt.column.label', { help: 'vt.column.label.help', max: 80 }),
  select('align', 'vt.column.align', options('el.align', ['start', 'center', 'end'])),
  select('width', 'vt.column.width', options('vt.column.width', ['auto', 'narrow', 'wide']), { default: 'auto' }),
  select('total', 'vt.column.total', options('vt.column.total', ['sum', 'avg', 'min', 'max', 'count']), {
    showIf: { name: 'kind', in: ['field'] },
  }),
  boolean('phone', 'vt.column.phone', { default: true }),
];

/** @type {SettingsSchema} */
export const listSettings = [
  list('columns', 'vt.columns', columnSettings, { min: 1, max: 60, required: true }),
  view('rowView', 'vt.rowView', { help: 'vt.rowView.help' }),
  openingSetting('rowOpen', 'vt.list.rowOpen'),
  ...createSettings,
  ...rowsSettings,
  field('groupBy', 'vt.list.groupBy', { help: 'vt.list.groupBy.help', fieldTypes: [{ groups: true }] }),
  select('groupStep', 'vt.list.groupStep', options('vt.list.groupStep', STEPS), { help: 'vt.list.groupStep.help' }),
  integer('frozen', 'vt.list.frozen', { help: 'vt.list.frozen.help', default: 0, min: 0, max: 3 }),
  boolean('editing', 'vt.list.editing', { help: 'vt.list.editing.help', default: false }),
  boolean('selecting', 'vt.list.selecting', { help: 'vt.list.selecting.help', default: false }),
  select('filters', 'vt.list.filters', options('vt.list.filters', ['all', 'none']), {
    help: 'vt.list.filters.help',
    default: 'all',
  }),
  roles('sharedBy', 'vt.list.sharedBy', { help: 'vt.list.sharedBy.help', default: [] }),
  select('narrow', 'vt.list.narrow', options('vt.list.narrow', ['cards', 'scroll']), { default: 'cards' }),
  liveSetting,
  boolean('striped', 'vt.list.striped', { default: false }),
  boolean('compact', 'vt.list.compact', { default: false }),
  ...frameSettings,
];
