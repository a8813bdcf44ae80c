/** @import { Setting, SettingsSchema } from '@plinth/plugin' */
import { settingsJsonSchema } from '@plinth/plugin';
import { NAME } from './names.js';

/** Settings that the schemas of several kinds have. */

/** @param {string} name @param {Partial<Setting>} [more] @returns {Setting} */
export const text = (name, more) => ({ name, type: 'text', default: '', ...more });
/** @param {string} name @param {readonly string[]} values @param {Partial<Setting>} [more] @returns {Setting} */
export const oneOf = (name, values, more) => {
  const options = values.map((value) => ({ value, label: value }));
  return { name, type: 'select', options, ...more };
};
/** @param {string} name @param {readonly string[]} values @returns {Setting} */
export const severalOf = (name, values) => oneOf(name, values, { type: 'multiselect', default: [] });
/** @param {string} name @param {boolean} byDefault @returns {Setting} */
export const yesOrNo = (name, byDefault) => ({ name, type: 'boolean', default: byDefault });

/** @type {Setting} */
export const name = { name: 'name', type: 'text', required: true, pattern: NAME };
export const label = text('label');
/** @type {Setting} */
export const description = { name: 'description', type: 'longtext', default: '' };
/** @type {Setting} */
export const icon = { name: 'icon', type: 'icon', default: '' };
/** @type {Setting} */
export const table = { name: 'table', type: 'table', default: null };
/** @type {Setting} */
export const roles = { name: 'roles', type: 'roles', default: [] };
/** @type {Setting} */
export const layout = { name: 'layout', type: 'layout', required: true };

/** In a JSON Schema: what another setting contains if one has a certain value. @param {string} key @param {string} value @param {string} target @param {SettingsSchema} shape */
export const whenEquals = (key, value, target, shape) => ({
  if: { required: [key], properties: { [key]: { const: value } } },
  then: { properties: { [target]: settingsJsonSchema(shape) } },
});
