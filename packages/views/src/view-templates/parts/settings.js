/** @import { Setting, SettingOption } from '@plinth/plugin' */

/** @param {string} prefix @param {readonly string[]} values @returns {SettingOption[]} */
export function options(prefix, values) {
  return values.map((value) => ({ value, label: `${prefix}.${value}` }));
}

/** Heading and frame of a view. @type {readonly Setting[]} */
export const frameSettings = [
  { name: 'title', type: 'text', label: 'vt.title', help: 'vt.title.help', max: 120 },
  { name: 'showTitle', type: 'boolean', label: 'vt.showTitle', default: true },
  {
    name: 'frame',
    type: 'select',
    label: 'vt.frame',
    default: 'card',
    options: options('vt.frame', ['card', 'plain']),
  },
];

/** Which rows, in which order, how many at once. @type {readonly Setting[]} */
export const rowsSettings = [
  { name: 'filter', type: 'filter', label: 'vt.filter' },
  { name: 'condition', type: 'expression', result: 'bool', label: 'vt.condition', help: 'vt.condition.help' },
  { name: 'sort', type: 'sort', label: 'vt.sort' },
  { name: 'pageSize', type: 'integer', label: 'vt.pageSize', default: 20, min: 1, max: 200 },
  { name: 'search', type: 'boolean', label: 'vt.search', default: true },
  { name: 'empty', type: 'text', label: 'vt.empty', help: 'vt.empty.help', max: 200 },
];

/** Whether open pages show changes immediately. @type {Setting} */
export const liveSetting = { name: 'live', type: 'boolean', label: 'vt.live', help: 'vt.live.help', default: false };

/** The button that leads to an empty form. @type {readonly Setting[]} */
export const createSettings = [
  { name: 'createView', type: 'view', label: 'vt.createView', viewTemplates: ['edit'] },
  { name: 'createLabel', type: 'text', label: 'vt.createLabel', max: 60 },
  { name: 'createDialog', type: 'boolean', label: 'vt.createDialog', help: 'vt.createDialog.help', default: false },
];
