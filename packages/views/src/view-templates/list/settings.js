/** @import { SettingsSchema } from '@plinth/plugin' */
import { createSettings, frameSettings, liveSetting, options, rowsSettings } from '../parts/settings.js';
import { STEPS } from './groups/steps.js';

const KINDS = ['field', 'aggregate', 'link', 'expression', 'action'];
const AGGREGATES = ['count', 'sum', 'avg', 'min', 'max', 'latest', 'array'];

/** One column. @type {SettingsSchema} */
export const columnSettings = [
  {
    name: 'kind',
    type: 'select',
    label: 'vt.column.kind',
    default: 'field',
    options: options('vt.column.kind', KINDS),
  },
  {
    name: 'field',
    type: 'fieldPath',
    label: 'vt.column.field',
    showIf: { name: 'kind', in: ['field'] },
    required: true,
  },
  { name: 'view', type: 'fieldView', of: 'field', label: 'vt.column.view', showIf: { name: 'kind', in: ['field'] } },
  {
    name: 'relation',
    type: 'childRelation',
    label: 'vt.column.relation',
    showIf: { name: 'kind', in: ['aggregate'] },
    required: true,
  },
  {
    name: 'aggregate',
    type: 'select',
    label: 'vt.column.aggregate',
    options: options('el.aggregate', AGGREGATES),
    default: 'count',
    showIf: { name: 'kind', in: ['aggregate'] },
  },
  {
    name: 'of',
    type: 'field',
    of: 'relation',
    label: 'vt.column.of',
    showIf: { name: 'aggregate', in: AGGREGATES.slice(1) },
  },
  {
    name: 'where',
    type: 'filter',
    of: 'relation',
    label: 'vt.column.where',
    showIf: { name: 'kind', in: ['aggregate'] },
  },
  {
    name: 'expression',
    type: 'expression',
    label: 'vt.column.expression',
    help: 'vt.column.expression.help',
    showIf: { name: 'kind', in: ['expression', 'link'] },
  },
  { name: 'text', type: 'text', label: 'vt.column.text', max: 120, showIf: { name: 'kind', in: ['link', 'action'] } },
  { name: 'icon', type: 'icon', label: 'vt.column.icon', showIf: { name: 'kind', in: ['link', 'action'] } },
  {
    name: 'link',
    type: 'view',
    label: 'vt.column.link',
    help: 'vt.column.link.help',
    showIf: { name: 'kind', in: ['field', 'aggregate', 'link', 'expression'] },
  },
  {
    name: 'action',
    type: 'action',
    label: 'vt.column.action',
    showIf: { name: 'kind', in: ['action'] },
    required: true,
  },
  { name: 'confirm', type: 'text', label: 'vt.column.confirm', max: 200, showIf: { name: 'kind', in: ['action'] } },
  { name: 'label', type: 'text', label: 'vt.column.label', help: 'vt.column.label.help', max: 80 },
  { name: 'align', type: 'select', label: 'vt.column.align', options: options('el.align', ['start', 'center', 'end']) },
  {
    name: 'width',
    type: 'select',
    label: 'vt.column.width',
    default: 'auto',
    options: options('vt.column.width', ['auto', 'narrow', 'wide']),
  },
  {
    name: 'total',
    type: 'select',
    label: 'vt.column.total',
    options: options('vt.column.total', ['sum', 'avg', 'min', 'max', 'count']),
    showIf: { name: 'kind', in: ['field'] },
  },
  { name: 'phone', type: 'boolean', label: 'vt.column.phone', default: true },
];

/** @type {SettingsSchema} */
export const listSettings = [
  { name: 'columns', type: 'list', label: 'vt.columns', items: columnSettings, min: 1, max: 60, required: true },
  { name: 'rowView', type: 'view', label: 'vt.rowView', help: 'vt.rowView.help' },
  {
    name: 'rowOpen',
    type: 'select',
    label: 'vt.list.rowOpen',
    help: 'vt.list.rowOpen.help',
    default: 'page',
    options: options('vt.list.rowOpen', ['page', 'panel']),
  },
  ...createSettings,
  ...rowsSettings,
  {
    name: 'groupBy',
    type: 'field',
    label: 'vt.list.groupBy',
    help: 'vt.list.groupBy.help',
    fieldTypes: [{ groups: true }],
  },
  {
    name: 'groupStep',
    type: 'select',
    label: 'vt.list.groupStep',
    help: 'vt.list.groupStep.help',
    options: options('vt.list.groupStep', STEPS),
  },
  { name: 'frozen', type: 'integer', label: 'vt.list.frozen', help: 'vt.list.frozen.help', default: 0, min: 0, max: 3 },
  { name: 'editing', type: 'boolean', label: 'vt.list.editing', help: 'vt.list.editing.help', default: false },
  { name: 'selecting', type: 'boolean', label: 'vt.list.selecting', help: 'vt.list.selecting.help', default: false },
  {
    name: 'filters',
    type: 'select',
    label: 'vt.list.filters',
    help: 'vt.list.filters.help',
    default: 'all',
    options: options('vt.list.filters', ['all', 'none']),
  },
  { name: 'sharedBy', type: 'roles', label: 'vt.list.sharedBy', help: 'vt.list.sharedBy.help', default: [] },
  {
    name: 'narrow',
    type: 'select',
    label: 'vt.list.narrow',
    default: 'cards',
    options: options('vt.list.narrow', ['cards', 'scroll']),
  },
  liveSetting,
  { name: 'striped', type: 'boolean', label: 'vt.list.striped', default: false },
  { name: 'compact', type: 'boolean', label: 'vt.list.compact', default: false },
  ...frameSettings,
];
