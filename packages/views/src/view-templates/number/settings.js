/** @import { SettingsSchema } from '@plinth/plugin' */
import { AGGREGATES } from '../chart/settings.js';
import { frameSettings, liveSetting, options, rowsSettings } from '../parts/settings.js';

const [filter, condition] = rowsSettings;
export const PERIODS = ['week', 'month', 'year'];

/** @type {SettingsSchema} */
export const numberSettings = [
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
  filter,
  condition,
  { name: 'by', type: 'field', label: 'vt.number.by', help: 'vt.number.by.help', fieldTypes: [{ hasDay: true }] },
  {
    name: 'period',
    type: 'select',
    label: 'vt.number.period',
    default: 'month',
    options: options('vt.number.period', PERIODS),
  },
  { name: 'target', type: 'number', label: 'vt.number.target', help: 'vt.number.target.help', min: 0 },
  { name: 'icon', type: 'icon', label: 'el.icon' },
  { name: 'page', type: 'page', label: 'vt.number.page' },
  { name: 'unit', type: 'text', label: 'vt.chart.unit', max: 60 },
  liveSetting,
  ...frameSettings,
];
