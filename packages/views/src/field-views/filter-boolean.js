/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { option } from './parts/choices.js';
import { controlAttributes, textOf } from './parts/control.js';

/** All, yes or no. */
export const filterBooleanView = defineFieldView({
  name: 'filter_boolean',
  order: 630,
  label: 'fv.filter_boolean.label',
  mode: 'filter',
  types: ['boolean'],
  settings: [],
  render(/** @type {EditModel} */ m) {
    const { t } = m.env;
    const chosen = textOf(m.value);
    const choices = [
      ['', t('fieldView.all')],
      ['true', t('value.yes')],
      ['false', t('value.no')],
    ];
    return html`<select${controlAttributes(m, { class: 'form-select' })}>${choices.map(([value, label]) => option(value, label, value === chosen))}</select>`;
  },
});
