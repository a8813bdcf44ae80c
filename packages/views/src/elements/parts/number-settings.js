/** @import { SettingsSchema } from '@plinth/plugin' */
import { expression, field, filter, icon, page, select, table, text } from '@plinth/plugin/settings';

const AGGREGATES = ['count', 'sum', 'avg', 'min', 'max'];

/** @param {string} prefix @param {readonly string[]} values */
const choices = (prefix, values) => values.map((value) => ({ value, label: `${prefix}.${value}` }));

/** Which rows a tile is about, and what of them. @type {SettingsSchema} */
export const tileRows = [
  table('table', 'el.tile.table', { required: true }),
  text('title', 'vt.title', { max: 120 }),
  select('aggregate', 'vt.chart.aggregate', choices('el.aggregate', AGGREGATES), { default: 'count' }),
  field('field', 'vt.chart.field', {
    of: 'table',
    fieldTypes: [{ value: 'number' }],
    showIf: { name: 'aggregate', in: AGGREGATES.slice(1) },
  }),
  filter('filter', 'vt.filter', { of: 'table' }),
  expression('condition', 'vt.condition', { of: 'table', result: 'bool', help: 'vt.condition.help' }),
];

/** @type {SettingsSchema} */
export const tileComparison = [
  field('by', 'vt.number.by', { of: 'table', help: 'vt.number.by.help', fieldTypes: [{ hasDay: true }] }),
  select('period', 'vt.number.period', choices('vt.number.period', ['week', 'month', 'year']), { default: 'month' }),
];

/** @type {SettingsSchema} */
export const tileLooks = [
  icon('icon', 'el.icon'),
  page('page', 'vt.number.page'),
  text('unit', 'vt.chart.unit', { max: 60 }),
  select('frame', 'vt.frame', choices('vt.frame', ['card', 'plain']), { default: 'card' }),
];
