/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { option } from './parts/choices.js';
import { controlAttributes, textOf } from './parts/control.js';
import { optionOf, optionsOf } from './parts/options.js';

/** One of the options, from a drop-down list. */
export const selectView = defineFieldView({
  name: 'select',
  order: 420,
  label: 'Drop-down list',
  mode: 'edit',
  types: [{ value: 'choice', isMany: false }, { value: 'boolean' }],
  settings: [text('empty', 'Label for no value')],
  render(/** @type {EditModel} */ m) {
    const chosen = textOf(m.value);
    const options = m.field.traits.value === 'boolean' ? yesNo(m) : optionsOf(m.field);
    // A value that was removed from the options stays until another one is chosen.
    const lost = chosen !== '' && !options.some((entry) => entry.value === chosen) ? [optionOf(m.field, chosen)] : [];
    return html`<select${controlAttributes(m, { class: 'form-select' })}><option value="">${m.config.empty ?? ''}</option>${[
      ...lost,
      ...options,
    ].map(({ value, label }) => option(value, label, value === chosen))}</select>`;
  },
});

/** @param {EditModel} m */
const yesNo = ({ env }) => [
  { value: 'true', label: env.t('value.yes') },
  { value: 'false', label: env.t('value.no') },
];
