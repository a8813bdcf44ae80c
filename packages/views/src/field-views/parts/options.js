/** @import { Field } from '@plinth/plugin' */
import { PALETTE } from '@plinth/plugin';
import { asText } from './plain.js';

/** @typedef {{ value: string, label: string, colour?: string }} Option */

/** @param {Field} field @returns {Option[]} */
export function optionsOf(field) {
  const options = Array.isArray(field.attributes?.options) ? field.attributes.options : [];
  return options.map((option) => ({
    ...option,
    value: String(option.value),
    label: option.label || String(option.value),
  }));
}

/**
 * The option of a value; a removed option is shown as its value.
 *
 * @param {Field} field
 * @param {unknown} value
 * @returns {Option}
 */
export function optionOf(field, value) {
  const text = asText(value);
  return optionsOf(field).find((option) => option.value === text) ?? { value: text, label: text };
}

/** Class of a palette colour; only known names become classes. @param {string | undefined} colour */
export const colourClass = (colour) => (colour && PALETTE.includes(colour) ? `pl-c-${colour}` : 'pl-c-grey');
