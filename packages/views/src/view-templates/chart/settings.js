/** @import { SettingsSchema } from '@plinth/plugin' */
import { frameSettings, liveSetting, options, rowsSettings } from '../parts/settings.js';
import { MOST_SLICES } from './slices.js';

/** Types whose values can be added up. */
export const AGGREGATES = ['count', 'sum', 'avg', 'min', 'max'];

/** Kinds that show parts of a whole. */
export const ROUND = ['pie', 'donut'];

const [filter] = rowsSettings;

/** @type {SettingsSchema} */
export const chartSettings = [
  {
    name: 'kind',
    type: 'select',
    label: 'vt.chart.kind',
    default: 'columns',
    options: options('vt.chart.kind', ['columns', 'bars', 'line', 'pie', 'donut']),
  },
  { name: 'category', type: 'fieldPath', label: 'vt.chart.category', help: 'vt.chart.category.help', required: true },
  {
    name: 'step',
    type: 'select',
    label: 'vt.chart.step',
    help: 'vt.chart.step.help',
    options: options('vt.chart.step', ['day', 'week', 'month', 'quarter', 'year']),
  },
  {
    name: 'series',
    type: 'fieldPath',
    label: 'vt.chart.series',
    help: 'vt.chart.series.help',
    showIf: { name: 'kind', in: ['columns', 'bars', 'line'] },
  },
  {
    name: 'slices',
    type: 'integer',
    label: 'vt.chart.slices',
    help: 'vt.chart.slices.help',
    default: 6,
    min: 1,
    max: MOST_SLICES,
    showIf: { name: 'kind', in: ROUND },
  },
  {
    name: 'aggregate',
    type: 'select',
    label: 'vt.chart.aggregate',
    default: 'count',
    options: options('el.aggregate', AGGREGATES),
  },
  {
    name: 'field',
    type: 'field',
    label: 'vt.chart.field',
    fieldTypes: [{ value: 'number' }],
    showIf: { name: 'aggregate', in: AGGREGATES.slice(1) },
  },
  { name: 'unit', type: 'text', label: 'vt.chart.unit', help: 'vt.chart.unit.help', max: 20 },
  {
    name: 'order',
    type: 'select',
    label: 'vt.chart.order',
    default: 'category',
    options: options('vt.chart.order', ['category', 'value']),
  },
  filter,
  liveSetting,
  { name: 'empty', type: 'text', label: 'vt.empty', help: 'vt.empty.help', max: 200 },
  ...frameSettings,
];
