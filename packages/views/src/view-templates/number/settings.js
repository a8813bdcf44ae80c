/** @import { SettingsSchema } from '@plinth/plugin' */
import { field, icon, number, page, select, text } from '@plinth/plugin/settings';
import { AGGREGATES } from '../chart/settings.js';
import { frameSettings, liveSetting, options, rowsSettings } from '../parts/settings.js';

const [filter, condition] = rowsSettings;
export const PERIODS = ['week', 'month', 'year'];

/** @type {SettingsSchema} */
export const numberSettings = [
  select('aggregate', 'vt.chart.aggregate', options('el.aggregate', AGGREGATES), { default: 'count' }),
  field('field', 'vt.chart.field', {
    fieldTypes: [{ value: 'number' }],
    showIf: { name: 'aggregate', in: AGGREGATES.slice(1) },
  }),
  filter,
  condition,
  field('by', 'vt.number.by', { help: 'vt.number.by.help', fieldTypes: [{ hasDay: true }] }),
  select('period', 'vt.number.period', options('vt.number.period', PERIODS), { default: 'month' }),
  number('target', 'vt.number.target', { help: 'vt.number.target.help', min: 0 }),
  icon('icon', 'el.icon'),
  page('page', 'vt.number.page'),
  text('unit', 'vt.chart.unit', { max: 60 }),
  liveSetting,
  ...frameSettings,
];
