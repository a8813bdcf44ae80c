/** @import { FieldLike, SettingsSchema } from '@plinth/plugin' */
import { PALETTE } from '@plinth/plugin';
import { list, select } from '@plinth/plugin/settings';

/** @type {SettingsSchema} */
export const optionAttributes = [
  list(
    'options',
    'ft.choices',
    [
      { name: 'value', type: 'text', label: 'ft.value', required: true },
      { name: 'label', type: 'text', label: 'ft.label' },
      select(
        'colour',
        'ft.colour',
        PALETTE.map((name) => ({ value: name, label: `colour.${name}` })),
      ),
    ],
    { entries: 'options', default: [] },
  ),
];

/** @typedef {{ value: string, label: string, colour?: string }} Option */

/** @param {FieldLike} field @returns {Option[]} */
export function optionsOf(field) {
  const options = Array.isArray(field.attributes?.options) ? field.attributes.options : [];
  return options.map((option) => ({
    ...option,
    value: String(option.value),
    label: option.label || String(option.value),
  }));
}

/**
 * The option that a text means: by its value, otherwise by its label in any case, as people write it in CSV files.
 *
 * @param {string} text @param {Option[]} options
 */
export function findOption(text, options) {
  const byValue = options.find((option) => option.value === text);
  if (byValue) return byValue;
  const small = text.trim().toLowerCase();
  return options.find((option) => option.label.toLowerCase() === small || option.value.toLowerCase() === small);
}

/** @param {string} value @param {Option[]} options */
export const labelOf = (value, options) => options.find((option) => option.value === value)?.label ?? value;

/** @param {Option[]} options */
export const listOfLabels = (options) =>
  options
    .slice(0, 20)
    .map((option) => option.label)
    .join(', ');
