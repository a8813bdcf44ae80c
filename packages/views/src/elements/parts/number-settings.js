/** @import { SettingsSchema } from '@plinth/plugin' */

const AGGREGATES = ['count', 'sum', 'avg', 'min', 'max'];

/** @param {string} prefix @param {readonly string[]} values */
const choices = (prefix, values) => values.map((value) => ({ value, label: `${prefix}.${value}` }));

/** Which rows a tile is about, and what of them. @type {SettingsSchema} */
export const tileRows = [
  { name: 'table', type: 'table', label: 'el.tile.table', required: true },
  { name: 'title', type: 'text', label: 'vt.title', max: 120 },
  {
    name: 'aggregate',
    type: 'select',
    label: 'vt.chart.aggregate',
    default: 'count',
    options: choices('el.aggregate', AGGREGATES),
  },
  {
    name: 'field',
    type: 'field',
    of: 'table',
    label: 'vt.chart.field',
    fieldTypes: [{ value: 'number' }],
    showIf: { name: 'aggregate', in: AGGREGATES.slice(1) },
  },
  { name: 'filter', type: 'filter', of: 'table', label: 'vt.filter' },
  {
    name: 'condition',
    type: 'expression',
    of: 'table',
    result: 'bool',
    label: 'vt.condition',
    help: 'vt.condition.help',
  },
];

/** @type {SettingsSchema} */
export const tileComparison = [
  {
    name: 'by',
    type: 'field',
    of: 'table',
    label: 'vt.number.by',
    help: 'vt.number.by.help',
    fieldTypes: [{ hasDay: true }],
  },
  {
    name: 'period',
    type: 'select',
    label: 'vt.number.period',
    default: 'month',
    options: choices('vt.number.period', ['week', 'month', 'year']),
  },
];

/** @type {SettingsSchema} */
export const tileLooks = [
  { name: 'icon', type: 'icon', label: 'el.icon' },
  { name: 'page', type: 'page', label: 'vt.number.page' },
  { name: 'unit', type: 'text', label: 'vt.chart.unit', max: 60 },
  {
    name: 'frame',
    type: 'select',
    label: 'vt.frame',
    default: 'card',
    options: choices('vt.frame', ['card', 'plain']),
  },
];
