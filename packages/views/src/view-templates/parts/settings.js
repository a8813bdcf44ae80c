/** @import { Setting, SettingOption } from '@plinth/plugin' */
import { boolean, expression, filter, integer, select, sort, text, view } from '@plinth/plugin/settings';

/** @param {string} prefix @param {readonly string[]} values @returns {SettingOption[]} */
export function options(prefix, values) {
  return values.map((value) => ({ value, label: `${prefix}.${value}` }));
}

/** Heading and frame of a view. @type {readonly Setting[]} */
export const frameSettings = [
  text('title', 'vt.title', { help: 'vt.title.help', max: 120 }),
  boolean('showTitle', 'vt.showTitle', { default: true }),
  select('frame', 'vt.frame', options('vt.frame', ['card', 'plain']), { default: 'card' }),
];

/** Which rows, in which order, how many at once. @type {readonly Setting[]} */
export const rowsSettings = [
  filter('filter', 'vt.filter'),
  expression('condition', 'vt.condition', { result: 'bool', help: 'vt.condition.help' }),
  sort('sort', 'vt.sort'),
  integer('pageSize', 'vt.pageSize', { default: 20, min: 1, max: 200 }),
  boolean('search', 'vt.search', { default: true }),
  text('empty', 'vt.empty', { help: 'vt.empty.help', max: 200 }),
];

/** Whether open pages show changes immediately. @type {Setting} */
export const liveSetting = boolean('live', 'vt.live', { help: 'vt.live.help', default: false });

/** The button that leads to an empty form. @type {readonly Setting[]} */
export const createSettings = [
  view('createView', 'vt.createView', { viewTemplates: ['edit'] }),
  text('createLabel', 'vt.createLabel', { max: 60 }),
  boolean('createDialog', 'vt.createDialog', { help: 'vt.createDialog.help', default: false }),
];
