/** @import { Setting, SettingOption, SettingsSchema, SettingType } from '../index.d.ts' */

/**
 * Settings in one line: `text('url', 'Address', { max: 4000 })` is `{ name: 'url', type: 'text', label: 'Address', max: 4000 }`.
 * Each type of setting has a helper of its name, but html and function. What a setting says more comes last; a setting of a kind has no label.
 *
 * @typedef {Omit<Partial<Setting>, 'name' | 'type'>} More
 * @typedef {(name: string, label?: string | More, more?: More) => Setting} Helper
 * @typedef {readonly SettingOption[] | readonly string[] | Readonly<Record<string, string>>} Options labels by value, or values
 *   that are their own labels
 */

/** @param {SettingType} type @returns {Helper} */
const settingOf = (type) => (name, label, more) =>
  typeof label === 'string' ? { name, type, label, ...more } : { name, type, ...label };

export const text = settingOf('text');
export const longtext = settingOf('longtext');
export const markdown = settingOf('markdown');
export const integer = settingOf('integer');
export const number = settingOf('number');
export const boolean = settingOf('boolean');
export const colour = settingOf('colour');
export const icon = settingOf('icon');
export const url = settingOf('url');
export const length = settingOf('length');
export const file = settingOf('file');
export const json = settingOf('json');
export const table = settingOf('table');
export const field = settingOf('field');
export const fields = settingOf('fields');
export const fieldPath = settingOf('fieldPath');
export const childRelation = settingOf('childRelation');
export const view = settingOf('view');
export const page = settingOf('page');
export const role = settingOf('role');
export const roles = settingOf('roles');
export const filter = settingOf('filter');
export const sort = settingOf('sort');
export const expression = settingOf('expression');
export const fieldView = settingOf('fieldView');
export const secret = settingOf('secret');
export const mail = settingOf('mail');
export const workflow = settingOf('workflow');
export const variable = settingOf('variable');
export const user = settingOf('user');
export const minutes = settingOf('minutes');
export const time = settingOf('time');
export const timeZone = settingOf('timeZone');
export const steps = settingOf('steps');
export const piece = settingOf('piece');
export const action = settingOf('action');
export const layout = settingOf('layout');

/** One of several values. @param {string} name @param {string} label @param {Options} options @param {More} [more] @returns {Setting} */
export const select = (name, label, options, more) => ({
  name,
  type: 'select',
  label,
  options: listed(options),
  ...more,
});

/** Any of several values. @param {string} name @param {string} label @param {Options} options @param {More} [more] @returns {Setting} */
export const multiselect = (name, label, options, more) => ({
  name,
  type: 'multiselect',
  label,
  options: listed(options),
  ...more,
});

/** Any number of entries, each with these settings. @param {string} name @param {string} label @param {SettingsSchema} items @param {More} [more] @returns {Setting} */
export const list = (name, label, items, more) => ({ name, type: 'list', label, items, ...more });

/** @param {Options} options @returns {readonly SettingOption[]} */
function listed(options) {
  if (!Array.isArray(options)) return Object.entries(options).map(([value, label]) => ({ value, label }));
  return options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option));
}
