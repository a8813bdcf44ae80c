/** @import { SettingsSchema } from '@plinth/plugin' */
import { field, fieldPath, integer, select, text, view } from '@plinth/plugin/settings';
import { frameSettings, liveSetting, options, rowsSettings } from '../parts/settings.js';
import { MOST_SLICES } from './slices.js';

/** Types whose values can be added up. */
export const AGGREGATES = ['count', 'sum', 'avg', 'min', 'max'];

/** Kinds that show parts of a whole. */
export const ROUND = ['pie', 'donut'];

const [filter] = rowsSettings;

/** @type {SettingsSchema} */
export const chartSettings = [
  select(
    'kind',
    'vt.chart.kind',
    options('vt.chart.kind', ['columns', 'stacked', 'bars', 'line', 'area', 'pie', 'donut']),
    {
      default: 'columns',
    },
  ),
  fieldPath('category', 'vt.chart.category', { help: 'vt.chart.category.help', required: true }),
  select('step', 'vt.chart.step', options('vt.chart.step', ['day', 'week', 'month', 'quarter', 'year']), {
    help: 'vt.chart.step.help',
  }),
  fieldPath('series', 'vt.chart.series', {
    help: 'vt.chart.series.help',
    showIf: { name: 'kind', in: ['columns', 'stacked', 'bars', 'line', 'area'] },
  }),
  integer('slices', 'vt.chart.slices', {
    help: 'vt.chart.slices.help',
    default: 6,
    min: 1,
    max: MOST_SLICES,
    showIf: { name: 'kind', in: ROUND },
  }),
  select('aggregate', 'vt.chart.aggregate', options('el.aggregate', AGGREGATES), { default: 'count' }),
  field('field', 'vt.chart.field', {
    fieldTypes: [{ value: 'number' }],
    showIf: { name: 'aggregate', in: AGGREGATES.slice(1) },
  }),
  text('unit', 'vt.chart.unit', { help: 'vt.chart.unit.help', max: 20 }),
  select('order', 'vt.chart.order', options('vt.chart.order', ['category', 'value']), { default: 'category' }),
  filter,
  view('list', 'vt.chart.list', { help: 'vt.chart.list.help', viewTemplates: ['list'], ownTable: ['list'] }),
  liveSetting,
  text('empty', 'vt.empty', { help: 'vt.empty.help', max: 200 }),
  ...frameSettings,
];
