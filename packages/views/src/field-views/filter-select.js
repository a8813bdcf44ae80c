/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { option } from './parts/choices.js';
import { controlAttributes, textOf } from './parts/control.js';
import { optionsOf } from './parts/options.js';

/** One of the options, or all. */
export const filterSelectView = defineFieldView({
  name: 'filter_select',
  order: 620,
  label: 'fv.filter_select.label',
  mode: 'filter',
  types: [{ value: 'choice' }],
  settings: [text('all', 'fv.labelForAll')],
  render(/** @type {EditModel} */ m) {
    const chosen = textOf(m.value);
    const all = m.config.all || m.env.t('fieldView.all');
    return html`<select${controlAttributes(m, { class: 'form-select' })}><option value="">${all}</option>${optionsOf(
      m.field,
    ).map(({ value, label }) => option(value, label, value === chosen))}</select>`;
  },
});
