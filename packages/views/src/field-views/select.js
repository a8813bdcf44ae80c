/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { option } from './parts/choices.js';
import { COMBOBOX_SCRIPT, comboboxAttributes } from './parts/combobox.js';
import { controlAttributes, textOf } from './parts/control.js';
import { optionOf, optionsOf } from './parts/options.js';

/** One of the options, from a drop-down list. */
export const selectView = defineFieldView({
  name: 'select',
  order: 420,
  label: 'fv.dropDownList',
  mode: 'edit',
  types: [{ value: 'choice', isMany: false }, { value: 'boolean' }],
  settings: [text('empty', 'fv.empty')],
  scripts: [COMBOBOX_SCRIPT],
  render(/** @type {EditModel} */ m) {
    const chosen = textOf(m.value);
    const isYesNo = m.field.traits.value === 'boolean';
    const options = isYesNo ? yesNo(m) : optionsOf(m.field);
    const more = isYesNo ? {} : comboboxAttributes(m, { look: 'colour' });
    // A value that was removed from the options stays until another one is chosen.
    const lost = chosen !== '' && !options.some((entry) => entry.value === chosen) ? [optionOf(m.field, chosen)] : [];
    return html`<select${controlAttributes(m, { class: 'form-select', ...more })}><option value="">${m.config.empty ?? ''}</option>${[
      ...lost,
      ...options,
    ].map(({ value, label, colour }) => option(value, label, value === chosen, { colour }))}</select>`;
  },
});

/** @param {EditModel} m @returns {{ value: string, label: string, colour?: string }[]} */
const yesNo = ({ env }) => [
  { value: 'true', label: env.t('value.yes') },
  { value: 'false', label: env.t('value.no') },
];
