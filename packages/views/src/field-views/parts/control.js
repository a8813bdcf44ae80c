/** @import { EditModel, Html } from '@plinth/plugin' */
import { attrs } from '@plinth/plugin';

/**
 * What every control has: id, name, and what tells assistive technology that it is required, wrong and described.
 *
 * @param {EditModel} m @param {Record<string, string | number | boolean | null | undefined>} [more]
 * @returns {Html}
 */
export const controlAttributes = (m, more = {}) => attrs(controlValues(m, more));

/**
 * The same before it is printed.
 *
 * @param {EditModel} m @param {Record<string, string | number | boolean | null | undefined>} [more]
 */
export function controlValues(m, more = {}) {
  const { class: name = 'form-control', ...rest } = more;
  return {
    id: m.id,
    name: m.name,
    class: m.error ? `${name} is-invalid` : String(name),
    required: m.required,
    'aria-invalid': m.error ? 'true' : null,
    'aria-describedby': m.describedBy,
    ...rest,
  };
}

/**
 * The value as a control's text: what was typed, when it could not be read.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function textOf(value) {
  if (Array.isArray(value)) return textOf(value[value.length - 1]);
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The value as a list, for controls that take several. @param {unknown} value @returns {string[]} */
export function listOf(value) {
  if (value === null || value === undefined || value === '') return [];
  return (Array.isArray(value) ? value : [value]).map(textOf).filter((entry) => entry !== '');
}

/** @param {EditModel} m @param {{ value: string, type?: string }} options @param {Record<string, unknown>} [more] */
export const inputAttributes = (m, { value, type = 'text' }, more = {}) =>
  controlAttributes(m, { type, value, ...more });
